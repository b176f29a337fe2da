// The table of the invalidation log, `touched`: triggers append the id of every record whose rows change.
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';

/** A record that cache entries depend on: the id of an event, venue, organizer or image, or the negated id of a term. */
export type CacheTag = number;

export const tagOfTerm = (id: number): CacheTag => -id;

export const isTermTag = (tag: CacheTag): boolean => tag < 0;

export interface InvalidationRow {
  seq: number;
  record: CacheTag;
}

export interface Invalidations {
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
export async function changedSince(db: Reader, last: InvalidationRow | undefined): Promise<Invalidations> {
  const [previous, ...rows] = last ? await rowsFrom(db, { first: last.seq, limit: maxRows }) : [];
  const isSame = previous !== undefined && previous.seq === last?.seq && previous.record === last.record;
  if (isSame && rows.length < maxRows - 1) return { rows, isComplete: true, newest: rows.at(-1) ?? previous };
  return { rows: [], isComplete: false, newest: (await lastRow(db, {}))[0] };
}
