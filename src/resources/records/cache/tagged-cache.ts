// A cache whose entries name the records that they depend on, and are valid until one of these changes.
import { type CacheTally, createSelectiveCache } from '../../../cache/selective-cache.ts';
import type { InvalidationLog, LogPosition } from './invalidation-log.ts';
import type { CacheTag } from './invalidation-rows.ts';

export interface TaggedCache<T> {
  /**
   * The entries that are valid at this version of the calendar or a later one. `now` is in UTC seconds: entries that were made
   * later are not used, because after the clock was set back they may show events that are not due yet.
   */
  snapshot(version: number, now: number): Promise<CacheSnapshot<T>>;
}

export interface CacheSnapshot<T> {
  get(key: string): T | undefined;
  /** `dependencies` are all records that the value is made from. Their rows must be read after the snapshot. */
  put(key: string, value: T, dependencies: readonly CacheTag[], bytes: number): void;
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

/** Caches for several kinds of values within one budget, which goes to the entries that are read most. */
export function createTaggedCaches(
  log: InvalidationLog,
  maxBytes: number,
  tally?: CacheTally,
): <T extends object>(kind: string) => TaggedCache<T> {
  const entries = createSelectiveCache<Entry>({
    maxBytes,
    bytesOf: ({ bytes, dependencies }, key) => bytes + key.length + dependencies.length * 8 + overhead,
  });
  if (tally) tally.held = entries.held;
  const find = (key: string, now: number): Entry | undefined => {
    const found = entries.get(key);
    if (!found || found.madeAt > now) return undefined;
    if (log.isCurrent(found)) return found;
    entries.delete(key);
    return undefined;
  };
  return <T extends object>(kind: string): TaggedCache<T> => ({
    async snapshot(version, now) {
      const since = await log.read(version);
      return {
        get(key) {
          const found = find(`${kind} ${key}`, now);
          if (tally) tally[found ? 'hits' : 'misses'] += 1;
          // Keys begin with the kind, so the value has this kind's type.
          return found?.value as T | undefined;
        },
        put(key, value, dependencies, bytes) {
          entries.set(`${kind} ${key}`, { value, dependencies, bytes, since, madeAt: now });
        },
      };
    },
  });
}
