// Lists that the read worker reads: on the event loop they would hold up all other readers.
import { sql } from 'kysely';
import { searchTerms } from '../../../core/text/fold.ts';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';
import type { Page } from './paging.ts';

/** From so many records on, reading a row of each takes about 50 ms, */
export const manyRead = 10_000;
/** and testing each with its relations takes 100 ms and more. */
const manyRecords = 200_000;
/** To skip more rows than that takes about 20 ms, and in most orders much longer. */
const deep = 5000;

type Read<T> = () => Promise<T>;

/** A page that an index has: offloaded if it is far down. */
export const offloadDeepPage = <T>(store: Store, { offset }: Page, read: Read<T>): Promise<T> =>
  offset >= deep ? offloadFrom(deep, store, read) : read();

/** A list for which much may be sorted or looked up. Most texts contain most letters and many pairs of them. */
export function offloadSearch<T>(store: Store, search: string | undefined, read: Read<T>): Promise<T> {
  const { include, exclude } = searchTerms(search ?? '');
  const hasShortWord = [...include, ...exclude].some((word) => [...word].length < 3);
  return offloadFrom(hasShortWord ? manyRead : manyRecords, store, read);
}

/** By the read worker, if the calendar has more records (by the newest id). */
export async function offloadFrom<T>(most: number, store: Store, read: Read<T>): Promise<T> {
  if (!store.onReadWorker) return read();
  const [newest] = await newestRecord(store.reader, {});
  return newest && newest.id > most ? store.onReadWorker(read) : read();
}

const newestRecord = statement((db, _none: object) =>
  db.selectFrom('record_ids').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
);
