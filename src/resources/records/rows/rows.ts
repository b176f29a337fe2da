// Helpers for inserting and comparing rows.
import type { Insertable } from 'kysely';
import type { Database } from '../../../store/schema.ts';
import { statement } from '../../../store/statement.ts';
import type { Writer } from '../../../store/store.ts';

/** SQLite allows 32,766 parameters per statement, PostgreSQL 65,535. */
const maxParameters = 30_000;
/** Compiled statements are reused up to this number of rows; larger batches rarely have the same length twice. */
const maxReusedRows = 8;

/** Inserts any number of rows with the same columns into one table. */
export function rowInserter<T extends keyof Database>(table: T) {
  type Row = Insertable<Database[T]>;
  const insertCompiled = statement((db, { rows }: { rows: readonly Row[] }) => db.insertInto(table).values(rows));
  return async (db: Writer, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    if (rows.length <= maxReusedRows) return void (await insertCompiled(db, { rows }));
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

export const changesOf = <Row extends object>(before: Row, after: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Row]),
  ) as Partial<Row>;

const chunkSize = 500;

/** Splits a sequence into chunks, because statements take a limited number of parameters. */
export function* chunksOf<T>(items: Iterable<T>, size = chunkSize): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
