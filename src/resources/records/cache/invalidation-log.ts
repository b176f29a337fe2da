// The invalidation log in memory: which records changed lately, by whichever process. Caches check their entries against it.
import type { Store } from '../../../store/store.ts';
import { type CacheTag, changedSince, type InvalidationRow, type Invalidations } from './invalidation-rows.ts';

/** Positions are comparable within one `log` only. It changes after a gap, or when a restored database has another log. */
export interface LogPosition {
  log: number;
  seq: number;
}

export interface InvalidationLog {
  /**
   * Reads the log up to a version of the database; with `now`, also what other machines have just written. Rows that are
   * read afterwards are at least as new as the returned position.
   */
  read(version: number | 'now'): Promise<LogPosition>;
  isCurrent(made: { dependencies: readonly CacheTag[]; since: LogPosition }): boolean;
  /** The records that changed since; `undefined` if the position belongs to another log. */
  changedSince(since: LogPosition): readonly CacheTag[] | undefined;
}

/** Beyond this number of changed records, all cache entries become invalid. */
const maxChanged = 10_000;

export function createInvalidationLog(store: Store): InvalidationLog {
  let version: number | undefined;
  let log = 0;
  let end: InvalidationRow | undefined;
  let reading: Promise<void> = Promise.resolve();
  const changedAt = new Map<CacheTag, number>();
  const take = ({ rows, isComplete, newest }: Invalidations) => {
    end = newest;
    if (isComplete && changedAt.size <= maxChanged) {
      for (const { seq, record } of rows) changedAt.set(record, seq);
      return;
    }
    changedAt.clear();
    // The log of a restored database may be shorter, so its numbers cannot be compared with those of cached entries.
    log += 1;
  };
  const readOn = async (target: number | 'now') => {
    // Taken before the log is read: rows that are committed meanwhile are read again next time.
    const current = store.version();
    if (current === version && target !== 'now') return;
    take(await changedSince(store.reader, end));
    version = current;
  };
  return {
    async read(target) {
      if (target !== version) {
        reading = reading.catch(() => undefined).then(() => readOn(target));
        await reading;
      }
      return { log, seq: end?.seq ?? 0 };
    },
    isCurrent: ({ dependencies, since }) =>
      since.log === log && dependencies.every((record) => (changedAt.get(record) ?? 0) <= since.seq),
    changedSince: (since) =>
      since.log === log ? [...changedAt].flatMap(([record, seq]) => (seq > since.seq ? [record] : [])) : undefined,
  };
}
