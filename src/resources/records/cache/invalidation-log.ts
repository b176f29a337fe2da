// Which records changed lately, whichever process wrote them: read once for each version of the database.
import type { Store } from '../../../store/store.ts';
import { type CacheTag, changedSince, type InvalidationRow, type Invalidations } from './invalidation-rows.ts';

/** Positions compare within one log; after a gap, or where a restored database has another log, `log` differs. */
export interface LogPosition {
  log: number;
  seq: number;
}

export interface InvalidationLog {
  /**
   * Reads the log up to a version of the database, or, with `now`, what other machines have just written too. Rows read
   * afterwards are at least as new as the position it returns.
   */
  read(version: number | 'now'): Promise<LogPosition>;
  isCurrent(made: { dependencies: readonly CacheTag[]; since: LogPosition }): boolean;
  /** The records changed since, `undefined` if that is not known or too many changed. */
  changedSince(since: LogPosition): readonly CacheTag[] | undefined;
}

/** With more changed records than that, all entries are invalid. */
const mostChanged = 10_000;
/** Of so many last rows the order is known. */
const mostRecent = 1000;

export function createInvalidationLog(store: Store): InvalidationLog {
  let version: number | undefined;
  let log = 0;
  let end: InvalidationRow | undefined;
  let reading: Promise<void> = Promise.resolve();
  const changedAt = new Map<CacheTag, number>();
  let recent: InvalidationRow[] = [];
  /** The last row dropped from `recent`. */
  let forgotten = 0;
  const take = ({ rows, isComplete, newest }: Invalidations) => {
    end = newest;
    if (isComplete && changedAt.size <= mostChanged) {
      for (const { seq, record } of rows) changedAt.set(record, seq);
      recent.push(...rows);
      forgotten = recent.at(-mostRecent - 1)?.seq ?? forgotten;
      if (recent.length > mostRecent) recent = recent.slice(-mostRecent);
      return;
    }
    changedAt.clear();
    recent = [];
    forgotten = end?.seq ?? 0;
    // A restored database's log may be shorter, so that its numbers say nothing about older entries.
    log += 1;
  };
  const readOn = async (wanted: number | 'now') => {
    // Before the log is read: what is committed meanwhile counts as not yet read.
    const present = store.version();
    if (present === version && wanted !== 'now') return;
    take(await changedSince(store.reader, end));
    version = present;
  };
  return {
    async read(wanted) {
      if (wanted !== version) {
        reading = reading.catch(() => undefined).then(() => readOn(wanted));
        await reading;
      }
      return { log, seq: end?.seq ?? 0 };
    },
    isCurrent: ({ dependencies, since }) =>
      since.log === log && dependencies.every((record) => (changedAt.get(record) ?? 0) <= since.seq),
    changedSince(since) {
      if (since.log !== log || since.seq < forgotten) return undefined;
      const after = recent.findLastIndex(({ seq }) => seq <= since.seq) + 1;
      return [...new Set(recent.slice(after).map(({ record }) => record))];
    },
  };
}
