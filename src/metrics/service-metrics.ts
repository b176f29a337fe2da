// The metrics of a process that serves.
import type { Server } from 'node:http';
import { Gauge } from 'prom-client';
import type { RequestMeter } from '../http/request-meter.ts';
import type { Store } from '../store/store.ts';
import type { StoreMeter } from '../store/store-meter.ts';
import type { Family } from './aggregate.ts';
import { type BackupMeter, measureBackups } from './backups.ts';
import { type Caches, createCaches } from './caches.ts';
import { watchConnections } from './connections.ts';
import { measureStore, watchStore } from './database.ts';
import { countGeocoderQuestions, type GeocoderQuestions } from './geocoder.ts';
import { readAll, registerProcess } from './process.ts';
import { createReadings, type Readings } from './readings.ts';
import { measureRequests } from './requests.ts';
import { createRouteKindReader, type RouteKindOptions } from './route-kinds.ts';
import { countSignIns, type SignIns } from './sign-ins.ts';
import { countWebhookAttempts, type WebhookAttempts } from './webhooks.ts';

export interface BuildFacts {
  version: string;
  engine: 'sqlite' | 'postgresql';
}

/** What the parts of the service count with. */
export interface Meters {
  requests: RequestMeter;
  caches: Caches;
  signIns: SignIns;
  store: StoreMeter;
  geocoder: GeocoderQuestions;
  webhooks: WebhookAttempts;
  backups: BackupMeter;
}

export interface ServiceMetrics {
  meters: Meters;
  /** Once the service listens. */
  watch(server: Server, store: Store): void;
  read(): Promise<Family[]>;
}

export function registerBuild({ version, engine }: BuildFacts, { register }: Readings): void {
  new Gauge({
    name: 'kalends_build_info',
    help: 'Version and database engine.',
    labelNames: ['version', 'engine'],
    aggregator: 'first',
    registers: [register],
  }).set({ version, engine }, 1);
}

export function createServiceMetrics(facts: BuildFacts, routes: RouteKindOptions): ServiceMetrics {
  const readings = createReadings();
  registerBuild(facts, readings);
  registerProcess(readings);
  const caches = createCaches(readings);
  return {
    meters: {
      requests: measureRequests(readings, createRouteKindReader(routes), caches.replies),
      caches,
      signIns: countSignIns(readings),
      store: measureStore(readings, facts.engine),
      geocoder: countGeocoderQuestions(readings),
      webhooks: countWebhookAttempts(readings),
      backups: measureBackups(readings),
    },
    watch(server, store) {
      watchConnections(server, readings);
      watchStore(store, readings);
    },
    read: () => readAll(readings),
  };
}
