// Which lists of events are read aside.
import type { Store } from '../../store/store.ts';
import { asideFrom, deep, manyRecords } from '../records/aside.ts';
import type { Page } from '../records/paging.ts';
import type { EventFilter } from './filters.ts';
import { hasDatesOnly } from './repository-totals.ts';

/** A page that an index leads to: aside if it is far down. */
export const pageAside = <T>(store: Store, page: Page, read: () => Promise<T>): Promise<T> =>
  page.offset >= deep ? asideFrom(deep, store, read) : read();

/** All events of a list, to be counted or known one by one. */
export const totalAside = <T>(store: Store, filter: EventFilter, read: () => Promise<T>): Promise<T> =>
  hasDatesOnly(filter) ? read() : asideFrom(manyRecords, store, read);
