// The invalidation log: triggers append the id of every record whose rows change to the table `touched`, by whichever process.
// Caches check their entries against a copy in memory.
import { statement } from '../../../store/statement.ts';
import type { Reader, Store } from '../../../store/store.ts';

/**
 * A record that cache entries depend on: the id of an event, venue, organizer or image, or the negated id of a term.
 */
export type CacheTag = number;

export const tagOfTerm = (id: number): CacheTag => -id;

export const isTermTag = (tag: CacheTag): boolean => tag < 0;

/**
 * Positions are comparable within one `log` only. It changes after a gap, or when a restored database has another log.
 */
export interface LogPosition {
  log: number;
  seq: number;
}

/** Beyond this number of changed records, all cache entries become invalid. */
const maxChanged = 10_000;

export type InvalidationLog = ReturnType<typeof createInvalidationLog>;

export function createInvalidationLog(store: Store) {
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
    take(await changesAfter(store.reader, end));
    version = current;
  };
  return {
    /**
     * Reads the log up to a version of the database; with `now`, also what other machines have just written. Rows that
     * are read afterwards are at least as new as the returned position.
     */
    async read(target: number | 'now'): Promise<LogPosition> {
      if (target !== version) {
        reading = reading.catch(() => undefined).then(() => readOn(target));
        await reading;
      }
      return { log, seq: end?.seq ?? 0 };
    },
    isCurrent: ({ dependencies, since }: { dependencies: readonly CacheTag[]; since: LogPosition }): boolean =>
      since.log === log && dependencies.every((record) => (changedAt.get(record) ?? 0) <= since.seq),
    /** The records that changed since; `undefined` if the position belongs to another log. */
    changedSince: (since: LogPosition): readonly CacheTag[] | undefined =>
      since.log === log ? [...changedAt].flatMap(([record, seq]) => (seq > since.seq ? [record] : [])) : undefined,
  };
}

interface InvalidationRow {
  seq: number;
  record: CacheTag;
}

interface Invalidations {
  rows: readonly InvalidationRow[];
  /** Whether the log still has every change since the given row. */
  isComplete: boolean;
  /** The last row, `undefined` if the log is empty. */
  newest: InvalidationRow | undefined;
}

const maxRows = 2000;

const rowsFrom = statement((db, { first, limit }: { first: number; limit: number }) =>
  db.selectFrom('touched').select(['seq', 'record']).where('seq', '>=', first).orderBy('seq').limit(limit),
);

const lastRow = statement((db) => db.selectFrom('touched').select(['seq', 'record']).orderBy('seq', 'desc').limit(1));

/** The changes after a row of the log. If that row is gone, the log was pruned or replaced, and is not complete. */
async function changesAfter(db: Reader, last: InvalidationRow | undefined): Promise<Invalidations> {
  const [previous, ...rows] = last ? await rowsFrom(db, { first: last.seq, limit: maxRows }) : [];
  const isSame = previous !== undefined && previous.seq === last?.seq && previous.record === last.record;
  if (isSame && rows.length < maxRows - 1) return { rows, isComplete: true, newest: rows.at(-1) ?? previous };
  return { rows: [], isComplete: false, newest: (await lastRow(db, {}))[0] };
}
