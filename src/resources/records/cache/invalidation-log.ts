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
  /** The records that changed since; `undefined` if too many changed, or the log does not reach back that far. */
  changedSince(since: LogPosition): readonly CacheTag[] | undefined;
}

/** Beyond this number of changed records, all cache entries become invalid. */
const maxChanged = 10_000;
/** Rows that are kept in order, for `changedSince`. */
const maxRecent = 1000;

export function createInvalidationLog(store: Store): InvalidationLog {
  let version: number | undefined;
  let log = 0;
  let end: InvalidationRow | undefined;
  let reading: Promise<void> = Promise.resolve();
  const changedAt = new Map<CacheTag, number>();
  let recent: InvalidationRow[] = [];
  /** Number of the last row dropped from `recent`. */
  let dropped = 0;
  const take = ({ rows, isComplete, newest }: Invalidations) => {
    end = newest;
    if (isComplete && changedAt.size <= maxChanged) {
      for (const { seq, record } of rows) changedAt.set(record, seq);
      recent.push(...rows);
      dropped = recent.at(-maxRecent - 1)?.seq ?? dropped;
      if (recent.length > maxRecent) recent = recent.slice(-maxRecent);
      return;
    }
    changedAt.clear();
    recent = [];
    dropped = end?.seq ?? 0;
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
    changedSince(since) {
      if (since.log !== log || since.seq < dropped) return undefined;
      const after = recent.findLastIndex(({ seq }) => seq <= since.seq) + 1;
      return [...new Set(recent.slice(after).map(({ record }) => record))];
    },
  };
}
