// What was made of records for everybody to read, kept in memory until a row that it was made of is touched.
import type { CacheTally } from '../../../cache/cache-tally.ts';
import { createSelectiveCache } from '../../../cache/selective-cache.ts';
import type { Reached, TouchLog } from './invalidation-log.ts';
import type { LogName } from './invalidation-rows.ts';

/** What is kept of one kind. */
export interface KeptShown<T> {
  /**
   * What is kept, as of a version of the calendar or a later one: without what a write since has touched, by whichever process.
   * `now` is that of the reader, in UTC seconds: with a clock that was set back, what is due already may not have been.
   */
  look(version: number, now: number): Promise<Look<T>>;
}

export interface Look<T> {
  get(key: string): T | undefined;
  /** `madeOf`: all records whose rows are in it; all of them read after the look. */
  keep(key: string, value: T, madeOf: readonly LogName[], bytes: number): void;
}

interface Kept {
  value: object;
  madeOf: readonly LogName[];
  bytes: number;
  /** The log had come so far when its rows began to be read. */
  since: Reached;
  madeAt: number;
}

const overhead = 400;

/** One store for all kinds, each under a name of its own: what is asked for most has most of it. */
export function createKeptShown(
  log: TouchLog,
  maxBytes: number,
  tally?: CacheTally,
): <T extends object>(kind: string) => KeptShown<T> {
  const kept = createSelectiveCache<Kept>({
    maxBytes,
    bytesOf: ({ bytes, madeOf }, key) => bytes + key.length + madeOf.length * 8 + overhead,
  });
  if (tally) tally.held = kept.held;
  const find = (key: string, now: number): Kept | undefined => {
    const found = kept.get(key);
    if (!found || found.madeAt > now) return undefined;
    if (log.isUntouched(found)) return found;
    kept.delete(key);
    return undefined;
  };
  return <T extends object>(kind: string): KeptShown<T> => ({
    async look(version, now) {
      const since = await log.read(version);
      return {
        get(key) {
          const found = find(`${kind} ${key}`, now);
          if (tally) tally[found ? 'hits' : 'misses'] += 1;
          // Only this kind keeps anything under its name.
          return found?.value as T | undefined;
        },
        keep(key, value, madeOf, bytes) {
          kept.set(`${kind} ${key}`, { value, madeOf, bytes, since, madeAt: now });
        },
      };
    },
  });
}
