// A cache whose entries name the records that they depend on, and are valid until one of these changes.
import { type CacheTally, createSelectiveCache } from '../../../cache/selective-cache.ts';
import type { CacheTag, InvalidationLog, LogPosition } from './invalidation-log.ts';

export interface CacheSnapshot {
  /** Keys say which type their value has. */
  get<T extends object>(key: string): T | undefined;
  /** `dependencies` are all records from which the value is built. Their rows must be read after the snapshot. */
  put(key: string, value: object, dependencies: readonly CacheTag[], bytes: number): void;
}

interface Entry {
  value: object;
  dependencies: readonly CacheTag[];
  bytes: number;
  /** Position of the log before the rows were read. */
  since: LogPosition;
  madeAt: number;
}

const overhead = 400;

export type TaggedCache = ReturnType<typeof createTaggedCache>;

export function createTaggedCache(log: InvalidationLog, maxBytes: number, tally?: CacheTally) {
  const entries = createSelectiveCache<Entry>(
    maxBytes,
    ({ bytes, dependencies }, key) => bytes + key.length + dependencies.length * 8 + overhead,
  );
  if (tally) tally.size = entries.size;
  const find = (key: string, now: number): Entry | undefined => {
    const found = entries.get(key);
    if (!found || found.madeAt > now) return undefined;
    if (log.isCurrent(found)) return found;
    entries.delete(key);
    return undefined;
  };
  return {
    /**
     * The entries that are valid at this version of the calendar or a later one. `now` is in UTC seconds: entries that
     * were built later are not used, because after the clock was set back they may show events that are not due yet.
     */
    async snapshot(version: number, now: number): Promise<CacheSnapshot> {
      const since = await log.read(version);
      return {
        get<T extends object>(key: string) {
          const found = find(key, now);
          if (tally) tally[found ? 'hits' : 'misses'] += 1;
          return found?.value as T | undefined;
        },
        put: (key, value, dependencies, bytes) => entries.set(key, { value, dependencies, bytes, since, madeAt: now }),
      };
    },
  };
}
