// What was made of records for everybody to read, kept in memory until a row that it was made of is touched.
import { createSelectiveCache } from '../../core/selective-cache.ts';
import type { Reached, TouchLog } from './touch-log.ts';

export interface KeptShown<T> {
  /** What is kept, as of a version of the calendar or a later one: without what a write since has touched, by whichever process. */
  look(version: number): Promise<Look<T>>;
}

export interface Look<T> {
  get(key: string): T | undefined;
  /** `madeOf`: numbers of all records whose rows are in it, of terms with a minus; all of them read after the look. */
  keep(key: string, value: T, madeOf: readonly number[], bytes: number): void;
}

interface Kept<T> {
  value: T;
  madeOf: readonly number[];
  bytes: number;
  /** The log had come so far when its rows began to be read. */
  since: Reached;
}

const overhead = 400;

export function createKeptShown<T extends object>(log: TouchLog, maxBytes: number): KeptShown<T> {
  const kept = createSelectiveCache<Kept<T>>({
    maxBytes,
    bytesOf: ({ bytes, madeOf }, key) => bytes + key.length + madeOf.length * 8 + overhead,
  });
  const look = async (version: number): Promise<Look<T>> => {
    const since = await log.read(version);
    return {
      get(key) {
        const found = kept.get(key);
        if (!found) return undefined;
        if (log.isUntouched(found)) return found.value;
        kept.delete(key);
        return undefined;
      },
      keep(key, value, madeOf, bytes) {
        kept.set(key, { value, madeOf, bytes, since });
      },
    };
  };
  return maxBytes > 0 ? { look } : { look: async () => nothing };
}

const nothing = { get: () => undefined, keep: () => undefined };
