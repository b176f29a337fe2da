// Which lists of events are read aside.
import type { Store } from '../../store/store.ts';
import { asideFrom, deep, manyRecords, manyTexts } from '../records/aside.ts';
import type { Page } from '../records/paging.ts';
import type { EventFilter } from './filters.ts';
import { hasUnindexedWord } from './filters-sets.ts';
import { hasDatesOnly } from './repository-totals.ts';

/** A page that an index leads to: aside if it is far down, or if words have to be looked for in each text. */
export async function pageAside<T>(store: Store, filter: EventFilter, page: Page, read: () => Promise<T>): Promise<T> {
  if (page.offset >= deep) return asideFrom(deep, store, read);
  return hasUnindexedWord(store, filter) ? asideFrom(manyTexts, store, read) : read();
}

/** All events of a list, to be counted or known one by one. */
export async function totalAside<T>(store: Store, filter: EventFilter, read: () => Promise<T>): Promise<T> {
  if (hasDatesOnly(filter)) return read();
  return asideFrom(hasUnindexedWord(store, filter) ? manyTexts : manyRecords, store, read);
}
