// Decides which lists are read by the read worker, because they would block the event loop for too long.
import { sql } from 'kysely';
import { searchTerms } from '../../../core/text/fold.ts';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';
import type { Page } from './paging.ts';

/** Reading a row of each of this many records takes about 50 ms. */
export const manyRead = 10_000;
/** Testing the relations of a part of this many records takes 100 ms and more. */
const manyRecords = 200_000;
/** Skipping this many rows of an index takes about 20 ms. */
const deepOffset = 5000;
/** The same if each row has to be looked up or sorted. */
const deepSearchOffset = 500;

type Read<T> = () => Promise<T>;

/** For lists whose first pages are fast. `isIndexOnly`: an index has all that the list tests. */
export const offloadDeepPage = <T>(store: Store, { offset }: Page, isIndexOnly: boolean, read: Read<T>): Promise<T> =>
  offset >= (isIndexOnly ? deepOffset : deepSearchOffset) ? offloadFrom(deepOffset, store, read) : read();

/** For lists that may sort or look up many records. Words of one or two letters match most texts. */
export function offloadSearch<T>(store: Store, search: string | undefined, read: Read<T>): Promise<T> {
  const { include, exclude } = searchTerms(search ?? '');
  const hasShortWord = [...include, ...exclude].some((word) => [...word].length < 3);
  return offloadFrom(hasShortWord ? manyRead : manyRecords, store, read);
}

/** Offloads the query if the calendar has more than `threshold` records, judging by the highest id. */
export async function offloadFrom<T>(threshold: number, store: Store, read: Read<T>): Promise<T> {
  if (!store.onReadWorker) return read();
  const [newest] = await newestRecord(store.reader, {});
  return newest && newest.id > threshold ? store.onReadWorker(read) : read();
}

const newestRecord = statement((db) =>
  db.selectFrom('record_ids').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
);
