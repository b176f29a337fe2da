// The log of touched rows, which the engine keeps (store/*/ddl-touched.ts).
import { statement } from '../../store/statement.ts';
import type { Reader } from '../../store/store.ts';

export interface Touched {
  rows: readonly { seq: number; record: number }[];
  /** Whether the log still has all that was touched since. */
  isWhole: boolean;
  /** The number of its last row, 0 where it is empty. */
  newest: number;
}

const most = 2000;

const rowsFrom = statement((db, { first, limit }: { first: number; limit: number }) =>
  db.selectFrom('touched').select(['seq', 'record']).where('seq', '>=', first).orderBy('seq').limit(limit),
);

const lastRow = statement((db) => db.selectFrom('touched').select('seq').orderBy('seq', 'desc').limit(1));

/** What was touched after the row `seq`, which has to be there still: another log, or one with gaps, is no help. */
export async function touchedSince(db: Reader, seq: number): Promise<Touched> {
  const [known, ...rows] = await rowsFrom(db, { first: seq, limit: most });
  if (known?.seq === seq && rows.length < most - 1) return { rows, isWhole: true, newest: rows.at(-1)?.seq ?? seq };
  return { rows: [], isWhole: false, newest: (await lastRow(db, {}))[0]?.seq ?? 0 };
}
