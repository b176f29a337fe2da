import type { Insertable } from 'kysely';
import type { Database } from '../../../store/schema.ts';
import { statement } from '../../../store/statement.ts';
import type { Writer } from '../../../store/store.ts';

/** Engines limit the parameters of a statement: SQLite to 32766, PostgreSQL to 65535. */
const maxParameters = 30_000;
/** Longer lists are rarely of the same length again, so their statements are not reused. */
const mostReused = 8;

/** Inserts rows of one table, however many. All have the same columns. */
export function rowInserter<T extends keyof Database>(table: T) {
  type Row = Insertable<Database[T]>;
  const insertFew = statement((db, { rows }: { rows: readonly Row[] }) => db.insertInto(table).values(rows));
  return async (db: Writer, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    if (rows.length <= mostReused) return void (await insertFew(db, { rows }));
    const columns = Object.keys(rows[0] as Row).length;
    const size = Math.floor(maxParameters / columns);
    for (let from = 0; from < rows.length; from += size) {
      await db
        .insertInto(table)
        .values(rows.slice(from, from + size))
        .execute();
    }
  };
}

/** The columns of a row that are other than before. */
export const changesOf = <Row extends object>(before: Row, after: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Row]),
  ) as Partial<Row>;

const chunkSize = 500;

/** Lists in pieces: statements take a limited number of parameters. */
export const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, at) =>
    items.slice(at * chunkSize, (at + 1) * chunkSize),
  );
