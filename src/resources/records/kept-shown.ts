// What was made of records for everybody to read, kept in memory until a row that it was made of is touched.
import { LRUCache } from 'lru-cache';
import type { Store } from '../../store/store.ts';
import { type Touched, type TouchedRow, touchedSince } from './touched.ts';

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

/** More touched records than that are not remembered one by one: then all is made anew. */
const mostTouched = 10_000;
const overhead = 400;

export function createKeptShown<T extends object>(store: Store, maxBytes: number): KeptShown<T> {
  const kept = new LRUCache<string, Kept<T>>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes, madeOf }, key) => bytes + key.length + madeOf.length * 8 + overhead,
  });
  const log = createTouchLog(store);
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

/** Numbers are compared within one log, which ends where it has a gap, or where another is in its place. */
interface Reached {
  log: number;
  seq: number;
}

interface TouchLog {
  /** Brings it up to a version of the database; answers how far that is. */
  read(version: number): Promise<Reached>;
  isUntouched(made: { madeOf: readonly number[]; since: Reached }): boolean;
}

function createTouchLog(store: Store): TouchLog {
  let version: number | undefined;
  let log = 0;
  let end: TouchedRow | undefined;
  let reading: Promise<void> = Promise.resolve();
  const touchedAt = new Map<number, number>();
  const take = ({ rows, isWhole, newest }: Touched) => {
    end = newest;
    if (isWhole && touchedAt.size <= mostTouched) {
      for (const { seq, record } of rows) touchedAt.set(record, seq);
      return;
    }
    touchedAt.clear();
    // A restored calendar's log may be shorter: nothing made before is known to be right, whatever its number.
    log += 1;
  };
  const readOn = async () => {
    // Asked first: what is committed while the log is read counts as not yet known.
    const present = store.version();
    if (present === version) return;
    take(await touchedSince(store.reader, end));
    version = present;
  };
  return {
    async read(wanted) {
      if (wanted !== version) {
        reading = reading.catch(() => undefined).then(readOn);
        await reading;
      }
      return { log, seq: end?.seq ?? 0 };
    },
    isUntouched: ({ madeOf, since }) =>
      since.log === log && madeOf.every((record) => (touchedAt.get(record) ?? 0) <= since.seq),
  };
}
