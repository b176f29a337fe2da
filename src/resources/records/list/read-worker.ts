// Lists that the read worker reads: on the event loop they would hold up all other readers.
import { sql } from 'kysely';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';

/** From so many records on, reading a row of each takes about 50 ms, */
export const manyRead = 10_000;
/** and testing each with its relations takes 100 ms and more. */
export const manyRecords = 200_000;
/** To skip more rows than that takes about 20 ms, and in most orders much longer. */
export const deep = 5000;

type Read<T> = () => Promise<T>;

/** By the read worker, if the calendar has more records (by the newest id). */
export async function offloadFrom<T>(most: number, store: Store, read: Read<T>): Promise<T> {
  if (!store.aside) return read();
  const [newest] = await newestRecord(store.reader, {});
  return newest && newest.id > most ? store.aside(read) : read();
}

const newestRecord = statement((db, _none: object) =>
  db.selectFrom('record_ids').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
);
