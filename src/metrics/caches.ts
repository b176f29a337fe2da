import type { CacheTally } from '../cache/selective-cache.ts';
import type { Readings } from './readings.ts';

const cacheNames = ['replies', 'events', 'totals'] as const;
export type Caches = Readonly<Record<(typeof cacheNames)[number], CacheTally>>;

const createTally = (): CacheTally => ({ hits: 0, misses: 0, held: () => ({ entries: 0, bytes: 0 }) });

export function createCaches({ counter, gauge }: Readings): Caches {
  const caches: Caches = { replies: createTally(), events: createTally(), totals: createTally() };
  const labelNames = ['cache'];
  const each = (read: (tally: CacheTally) => number) => () =>
    cacheNames.map((cache) => ({ labels: { cache }, value: read(caches[cache]) }));
  const hits = each((tally) => tally.hits);
  const misses = each((tally) => tally.misses);
  const entries = each(({ held }) => held().entries);
  const bytes = each(({ held }) => held().bytes);
  counter('kalends_cache_hits_total', 'Cache hits.', hits, { labelNames });
  counter('kalends_cache_misses_total', 'Cache misses.', misses, { labelNames });
  gauge('kalends_cache_entries', 'Entries in the cache.', entries, { labelNames });
  gauge('kalends_cache_bytes', 'Estimated cache size in bytes.', bytes, { labelNames });
  return caches;
}
