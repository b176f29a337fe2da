// The invalidation log, which triggers fill (table `touched` of the schema).
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';

/**
 * A record as the log names it: events, venues, organizers and images by their ids, which are of one sequence; terms,
 * whose ids are of their own, by these with a minus.
 */
export type LogName = number;

export const logNameOfTerm = (id: number): LogName => -id;

export const isOfTerm = (name: LogName): boolean => name < 0;

/** The id of the term that such a name is of. */
export const termOf = (name: LogName): number => -name;

export interface TouchedRow {
  seq: number;
  record: LogName;
}

export interface Touched {
  rows: readonly TouchedRow[];
  /** Whether the log still has all that was touched since. */
  isWhole: boolean;
  /** Its last row, `undefined` where it is empty. */
  newest: TouchedRow | undefined;
}

const most = 2000;

const rowsFrom = statement((db, { first, limit }: { first: number; limit: number }) =>
  db.selectFrom('touched').select(['seq', 'record']).where('seq', '>=', first).orderBy('seq').limit(limit),
);

const lastRow = statement((db) => db.selectFrom('touched').select(['seq', 'record']).orderBy('seq', 'desc').limit(1));

/** What was touched after a row, which has to be there still: another log, or one with gaps, is no help. */
export async function touchedSince(db: Reader, last: TouchedRow | undefined): Promise<Touched> {
  const [known, ...rows] = last ? await rowsFrom(db, { first: last.seq, limit: most }) : [];
  const isSame = known !== undefined && known.seq === last?.seq && known.record === last.record;
  if (isSame && rows.length < most - 1) return { rows, isWhole: true, newest: rows.at(-1) ?? known };
  return { rows: [], isWhole: false, newest: (await lastRow(db, {}))[0] };
}
