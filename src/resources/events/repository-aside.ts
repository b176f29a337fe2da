// Which lists are read aside, where the engine would hold up all other readers for as long as they take.
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Store } from '../../store/store.ts';
import type { Page } from '../records/paging.ts';
import type { EventFilter } from './filters.ts';
import { hasUnindexedWord } from './filters-sets.ts';
import { hasDatesOnly } from './repository-totals.ts';

type Read<T> = () => Promise<T>;

/** To walk past more than that takes some 20 ms, and in most orders much longer. */
const deep = 5000;
/** In so large calendars (by the newest id) words that no index finds take some 50 ms, */
const manyTexts = 10_000;
/** and what is counted event by event a tenth of a second and more. */
const manyEvents = 200_000;

/** A page of a list. */
export async function pageAside<T>(store: Store, filter: EventFilter, page: Page, read: Read<T>): Promise<T> {
  const isLong = page.offset >= deep || (hasUnindexedWord(store, filter) && (await isLarge(store, manyTexts)));
  return isLong && store.aside ? store.aside(read) : read();
}

/** All events of a list, to be counted or known one by one. */
export async function totalAside<T>(store: Store, filter: EventFilter, read: Read<T>): Promise<T> {
  const most = hasUnindexedWord(store, filter) ? manyTexts : manyEvents;
  const isLong = !hasDatesOnly(filter) && (await isLarge(store, most));
  return isLong && store.aside ? store.aside(read) : read();
}

async function isLarge({ aside, reader }: Store, ids: number): Promise<boolean> {
  if (!aside) return false;
  const [newest] = await newestEvent(reader, {});
  return newest !== undefined && newest.id > ids;
}

const newestEvent = statement((db, _none: object) =>
  db.selectFrom('events').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
);
