import type { CacheTally } from '../cache/selective-cache.ts';
import { counter, type Family, gauge } from './family.ts';

const cacheNames = ['replies', 'events', 'totals'] as const;
export type Caches = Readonly<Record<(typeof cacheNames)[number], CacheTally>>;

const createTally = (): CacheTally => ({ hits: 0, misses: 0, held: () => ({ entries: 0, bytes: 0 }) });

export const createCaches = (): Caches => ({
  replies: createTally(),
  events: createTally(),
  totals: createTally(),
});

export function cacheFamilies(caches: Caches): Family[] {
  const each = (read: (tally: CacheTally) => number) =>
    cacheNames.map((cache) => ({ labels: { cache }, value: read(caches[cache]) }));
  return [
    counter(
      'kalends_cache_hits_total',
      'Cache hits.',
      each(({ hits }) => hits),
    ),
    counter(
      'kalends_cache_misses_total',
      'Cache misses.',
      each(({ misses }) => misses),
    ),
    gauge(
      'kalends_cache_entries',
      'Entries in the cache.',
      each(({ held }) => held().entries),
    ),
    gauge(
      'kalends_cache_bytes',
      'Estimated cache size in bytes.',
      each(({ held }) => held().bytes),
    ),
  ];
}
