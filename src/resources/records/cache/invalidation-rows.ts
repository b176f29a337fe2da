// The table `touched`: triggers of the database append each record that a write changes.
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';

/** A record as a cache dependency: the id of an event, venue, organizer or image, or the negative id of a term. */
export type CacheTag = number;

export const tagOfTerm = (id: number): CacheTag => -id;

export const isTermTag = (name: CacheTag): boolean => name < 0;

export const termOf = (name: CacheTag): number => -name;

export interface InvalidationRow {
  seq: number;
  record: CacheTag;
}

export interface Invalidations {
  rows: readonly InvalidationRow[];
  /** Whether the log still has every change since. */
  isComplete: boolean;
  /** Its last row, `undefined` where it is empty. */
  newest: InvalidationRow | undefined;
}

const most = 2000;

const rowsFrom = statement((db, { first, limit }: { first: number; limit: number }) =>
  db.selectFrom('touched').select(['seq', 'record']).where('seq', '>=', first).orderBy('seq').limit(limit),
);

const lastRow = statement((db) => db.selectFrom('touched').select(['seq', 'record']).orderBy('seq', 'desc').limit(1));

/** The changes after a row of the log. If that row is gone, the log was pruned or replaced and is not complete. */
export async function changedSince(db: Reader, last: InvalidationRow | undefined): Promise<Invalidations> {
  const [known, ...rows] = last ? await rowsFrom(db, { first: last.seq, limit: most }) : [];
  const isSame = known !== undefined && known.seq === last?.seq && known.record === last.record;
  if (isSame && rows.length < most - 1) return { rows, isComplete: true, newest: rows.at(-1) ?? known };
  return { rows: [], isComplete: false, newest: (await lastRow(db, {}))[0] };
}
