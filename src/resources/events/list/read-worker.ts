// Which lists of events are read by the read worker, so that they do not hold up other readers.
import { searchTerms } from '../../../core/text/fold.ts';
import type { Store } from '../../../store/store.ts';
import type { Page } from '../../records/list/paging.ts';
import { deep, manyRead, manyRecords, offloadFrom } from '../../records/list/read-worker.ts';
import { type EventFilter, hasDatesOnly } from './conditions.ts';

/** A page that an index has: offloaded if it is far down. */
export const offloadDeepPage = <T>(store: Store, page: Page, read: () => Promise<T>): Promise<T> =>
  page.offset >= deep ? offloadFrom(deep, store, read) : read();

/** A page for which much may be sorted or looked up. */
export const offloadSearch = <T>(store: Store, filter: EventFilter, read: () => Promise<T>): Promise<T> =>
  offloadFrom(hasShortWord(filter) ? manyRead : manyRecords, store, read);

/** All matching events, for a total. */
export const offloadTotal = <T>(store: Store, filter: EventFilter, read: () => Promise<T>): Promise<T> =>
  hasDatesOnly(filter) ? read() : offloadSearch(store, filter, read);

/** Most texts contain most letters and many pairs of them. */
function hasShortWord({ criteria: { search } }: EventFilter): boolean {
  if (search === undefined) return false;
  const { include, exclude } = searchTerms(search);
  return [...include, ...exclude].some((word) => [...word].length < 3);
}
