// A page of a search for common words. Looking up all events that have them costs more the larger the calendar is; of the
// first events of the list enough have them.
import { sql } from 'kysely';
import type { Store } from '../../../store/store.ts';
import type { Page } from '../../records/list/paging.ts';
import { partsInOrder } from './by-author.ts';
import { firstInWindow } from './by-dates.ts';
import { conditionsOf, type EventFilter } from './conditions.ts';
import type { Condition } from './filter.ts';
import { usedFilters } from './filters.ts';
import { hasAlone, setsOf } from './id-sets.ts';
import { type Found, idsInOrder } from './order.ts';
import { orderingOf } from './orders.ts';
import { seesPublished } from './totals.ts';

/** So many events are tested to learn how common the words are, */
const sample = 64;
/** and at most so many to fill the page. */
const most = 768;

/** Whether all filters can be tested on one event: for none of them venues have to be found first. */
export const isTestable = ({ criteria }: EventFilter): boolean =>
  usedFilters(criteria).every(([{ findVenues }]) => findVenues === undefined);

/** All filters, as conditions on each event. */
export const conditionsOnEach = (store: Store, filter: EventFilter): Condition[] => [
  ...conditionsOf(store, filter, 'some'),
  ...setsOf(store, filter, 'some').map(hasAlone),
];

/** The same for given events. */
export const conditionsOnSome = (store: Store, filter: EventFilter, ids: readonly number[]): Condition[] => [
  store.dialect.isAmong(sql`e.id`, ids),
  ...conditionsOnEach(store, filter),
];

/**
 * Ids of a page and one more, or `undefined` where the first events of the window do not fill it, and for lists that are
 * not searched. `meet` answers which of some events meet all conditions.
 */
export async function idsAmongFirst(
  store: Store,
  filter: EventFilter,
  page: Page,
  meet: (conditions: Condition[]) => Promise<Found[]>,
): Promise<Found[] | undefined> {
  if (filter.after || filter.criteria.search === undefined || !isTestable(filter)) return undefined;
  const wanted = page.offset + page.perPage + 1;
  let found: Found[] = [];
  for (let looked = 0, count = Math.max(sample, wanted); looked + count <= most; ) {
    const first = await firstOfDates(store, filter, count, looked);
    if (!first) return undefined;
    const ids = first.map(({ id }) => id);
    found = [...found, ...(await meet(conditionsOnSome(store, filter, ids)))];
    looked += count;
    if (found.length >= wanted || first.length < count) return found.slice(page.offset, wanted);
    if (found.length === 0) return undefined;
    // As many as probably hold the rest, and some more.
    count = Math.ceil(((wanted - found.length) * looked * 1.5) / found.length);
  }
  return undefined;
}

/** What the list would have if only its dates chose; `undefined` for orders in which that is not soon found. */
async function firstOfDates(
  store: Store,
  filter: EventFilter,
  limit: number,
  skip: number,
): Promise<Found[] | undefined> {
  const { reader: db, dialect } = store;
  if (seesPublished(filter)) return firstInWindow(db, filter, limit, skip);
  const isByStart =
    orderingOf(filter) === 'start_date' && filter.dates.endFrom === undefined && !filter.criteria.hidden;
  if (!isByStart) return undefined;
  const { caller, now, statuses, dates, descending, language, someProtected } = filter;
  const dated: EventFilter = {
    ...{ caller, now, statuses, dates, descending, language, someProtected },
    ...{ orderBy: 'start_date', criteria: {} },
  };
  const page = { page: 1, perPage: limit - 1, offset: skip };
  const parts = partsInOrder(store, dated, 'starts', []);
  return idsInOrder({ db, dialect, filter: dated, page, conditions: conditionsOf(store, dated, 'starts'), parts });
}
