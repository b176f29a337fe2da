// All that a process that serves has to tell in numbers. Counting goes on all the time, into plain numbers; what is told is
// made of them when somebody asks.
import type { Server } from 'node:http';
import type { Store } from '../store/store.ts';
import { type Caches, cacheFamilies, createCaches } from './caches.ts';
import { createConnections } from './connections.ts';
import { createDatabaseWork, type DatabaseWork, stateFamilies } from './database.ts';
import { type Family, gauge } from './family.ts';
import { createGeocoderQuestions, type GeocoderQuestions } from './geocoder.ts';
import { createProcessReader } from './process.ts';
import { createRequests, type Requests } from './requests.ts';
import { createRouteKindReader, type RouteKindOptions } from './route-kinds.ts';
import { createSignIns, type SignIns } from './sign-ins.ts';

export interface BuildFacts {
  version: string;
  engine: 'sqlite' | 'postgresql';
}

/** What the parts of the service count with. */
export interface Meters {
  requests: Requests['meter'];
  caches: Caches;
  signIns: SignIns;
  store: DatabaseWork['meter'];
  geocoder: GeocoderQuestions;
}

export interface ServiceMetrics {
  meters: Meters;
  /** The service is there. */
  watch(server: Server, store: Store): void;
  read(): Promise<Family[]>;
}

export const buildFamily = ({ version, engine }: BuildFacts): Family =>
  gauge('kalends_build_info', 'Version and database engine.', [{ labels: { version, engine }, value: 1 }], 'first');

export function createServiceMetrics(facts: BuildFacts, routes: RouteKindOptions): ServiceMetrics {
  const readProcess = createProcessReader();
  const caches = createCaches();
  const requests = createRequests(createRouteKindReader(routes), caches.replies);
  const connections = createConnections();
  const signIns = createSignIns();
  const database = createDatabaseWork();
  const geocoder = createGeocoderQuestions();
  let watched: Store | undefined;
  return {
    meters: { requests: requests.meter, caches, signIns, store: database.meter, geocoder },
    watch(server, store) {
      connections.watch(server);
      watched = store;
    },
    read: async () => [
      buildFamily(facts),
      ...requests.families(),
      ...connections.families(),
      ...signIns.families(),
      ...cacheFamilies(caches),
      ...database.families(facts.engine),
      ...(watched ? stateFamilies(watched.state()) : []),
      ...geocoder.families(),
      ...(await readProcess()),
    ],
  };
}
