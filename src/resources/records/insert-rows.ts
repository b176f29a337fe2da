import type { Insertable } from 'kysely';
import type { Database } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Writer } from '../../store/store.ts';

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
