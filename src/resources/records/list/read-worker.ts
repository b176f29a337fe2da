// Lists that are read aside, as the engine would hold up all other readers for as long as they take.
import { sql } from 'kysely';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';

/** From so many records on, reading something of each takes some 50 ms, */
export const manyRead = 10_000;
/** and whatever is found by looking at each, with what belongs to it, a tenth of a second and more. */
export const manyRecords = 200_000;
/** To walk past more than that takes some 20 ms, and in most orders much longer. */
export const deep = 5000;

type Read<T> = () => Promise<T>;

/** Reads aside, if the calendar has more records (by the newest id). */
export async function offloadFrom<T>(most: number, store: Store, read: Read<T>): Promise<T> {
  if (!store.aside) return read();
  const [newest] = await newestRecord(store.reader, {});
  return newest && newest.id > most ? store.aside(read) : read();
}

const newestRecord = statement((db, _none: object) =>
  db.selectFrom('record_ids').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
);
