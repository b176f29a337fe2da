// Serialised records for anonymous readers, in memory until a row that they depend on changes.
import type { CacheTally } from '../../../cache/selective-cache.ts';
import { createSelectiveCache } from '../../../cache/selective-cache.ts';
import type { InvalidationLog, LogPosition } from './invalidation-log.ts';
import type { CacheTag } from './invalidation-rows.ts';

export interface TaggedCache<T> {
  /**
   * Its entries that are valid at a version of the calendar or a later one, whichever process wrote since. `now` is the
   * reader's clock in UTC seconds: if it was set back, what has been published already may not be due for this reader.
   */
  snapshot(version: number, now: number): Promise<CacheSnapshot<T>>;
}

export interface CacheSnapshot<T> {
  get(key: string): T | undefined;
  /** `dependencies` are all records whose rows are in the value; they have to be read after the snapshot. */
  put(key: string, value: T, dependencies: readonly CacheTag[], bytes: number): void;
}

interface Entry {
  value: object;
  dependencies: readonly CacheTag[];
  bytes: number;
  /** The log's position when its rows began to be read. */
  since: LogPosition;
  madeAt: number;
}

const overhead = 400;

/** Caches for several kinds of values in one budget: the kind that is read most gets most of it. */
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
