// The metrics of a process that serves.
import type { Server } from 'node:http';
import { Gauge } from 'prom-client';
import type { Store } from '../store/store.ts';
import type { Family } from './aggregate.ts';
import { createCaches, measureBackups, measureGeocoder, measureSignIns, measureWebhooks } from './counters.ts';
import { measureStore, watchStore } from './database.ts';
import { readAll, registerProcess } from './process.ts';
import { createReadings, type Readings } from './readings.ts';
import { measureRequests, watchConnections } from './requests.ts';
import { type RouteKindOptions, routeKindOf } from './route-kinds.ts';

export interface BuildFacts {
  version: string;
  engine: 'sqlite' | 'postgresql';
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

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>;
export type Meters = ServiceMetrics['meters'];

export function createServiceMetrics(facts: BuildFacts, routes: RouteKindOptions) {
  const readings = createReadings();
  registerBuild(facts, readings);
  registerProcess(readings);
  const caches = createCaches(readings);
  return {
    /** One for each part of the service. */
    meters: {
      requests: measureRequests(readings, (url) => routeKindOf(url, routes), caches.replies),
      caches,
      signIns: measureSignIns(readings),
      store: measureStore(readings, facts.engine),
      geocoder: measureGeocoder(readings),
      webhooks: measureWebhooks(readings),
      backups: measureBackups(readings),
    },
    /** Call when the app is built, before it listens. */
    watch(server: Server, store: Store): void {
      watchConnections(server, readings);
      watchStore(store, readings);
    },
    read: (): Promise<Family[]> => readAll(readings),
  };
}
