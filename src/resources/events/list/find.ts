// A page of the list of events.
import type { Store } from '../../../store/store.ts';
import type { Page } from '../../records/list/paging.ts';
import type { CountCached } from '../cache/total-cache.ts';
import { countWithOwn, partsInOrder, seesOwn } from './by-author.ts';
import { scanWorth } from './by-change.ts';
import { conditionsOnEach, idsAmongFirst, isTestable } from './by-common-words.ts';
import { idsInWindow } from './by-dates.ts';
import { atVenuesNear, countUnplaced } from './by-place.ts';
import { countRelated, idsRelated } from './by-relation.ts';
import { conditionsOf, type EventFilter, hasDatesOnly } from './conditions.ts';
import type { AccessPath, IdSet } from './filter.ts';
import { fewIds, hasAlone, isMember } from './id-sets.ts';
import { all, count, type Found, idsInOrder, idsWithOverlap, type PageQuery, type Scan } from './order.ts';
import { pagesBy } from './orders.ts';
import { offloadDeepPage, offloadSearch, offloadTotal } from './read-worker.ts';
import { conditionsOnAll, type Narrowed, narrow } from './result-set.ts';
import { type ScanBudget, scannedPage } from './scan.ts';
import { countInWindow, countListed, overlapAtStart } from './totals.ts';

/**
 * A page in order and one more if there is one, and the total. Without an order asked for it is that of D64, or of
 * publication where single events are asked for (D38).
 */
export async function listEvents(
  store: Store,
  requested: EventFilter,
  page: Page,
  countCached?: CountCached,
): Promise<{ found: Found[]; total: number }> {
  const filter = await atVenuesNear(store, requested);
  const chosen = await offloadDeepPage(store, page, () => choose(store, filter, page));
  const { found } = chosen;
  const isAll = page.offset === 0 && !filter.after && found.length <= page.perPage;
  if (isAll) return { found, total: found.length };
  const count = () => offloadTotal(store, filter, () => totalOf(store, filter, chosen));
  return { found, total: await (countCached ? countCached(filter, count) : count()) };
}

/** Ids of all events of the list, in its order; of more than `most` only one more. */
export async function listIds(store: Store, requested: EventFilter, most: number): Promise<number[]> {
  const filter = await atVenuesNear(store, requested);
  const page = { page: 1, perPage: most, offset: 0 };
  const { found } = await offloadDeepPage(store, page, () => choose(store, filter, page));
  return found.map(({ id }) => id);
}

interface Chosen {
  found: Found[];
  /** Where finding the page told it. */
  total?: number | undefined;
  narrowed?: Narrowed;
}

/**
 * The page's ids, by the first way that serves the list. The first three are for the order of starts, windows without a
 * first end (`endFrom`), and readers who find what is published and due.
 *
 *   the events are chosen by       page                           by the index of
 *   dates                          `idsInWindow`                  starts
 *   and one relation               `idsRelated`                   links or terms
 *   and common words               `idsAmongFirst`                starts, each event tested
 *   ids, or a filter with few      `chooseOfFew`                  ids
 *   anything else, in the order of `chooseOfMany`
 *     start, for authors             `idsInOrder`                 starts, part by part
 *     start, with a first end        `idsWithOverlap`             lengths, then starts
 *     title or change                `pageByScan` if not far      titles or changes
 *     publication or id, of many     `idsInOrder`                 publications, part by part, or ids
 *     distance                       `idsInOrder`, all sorted     the filters
 *     anything else                  `idsInOrder`, all sorted     starts
 */
async function choose(store: Store, filter: EventFilter, page: Page): Promise<Chosen> {
  const { reader: db, dialect } = store;
  const query = { db, dialect, filter, page };
  const found =
    (await idsInWindow(db, filter, page)) ??
    (await idsRelated(store, filter, page)) ??
    (await idsAmongFirst(store, filter, page, (some) => idsInOrder({ ...query, conditions: some }, all, 0)));
  if (found) return { found };
  const narrowed = await narrow(store, filter);
  if (narrowed.few) {
    const conditions = await conditionsOnAll(store, filter, narrowed);
    return { ...(await chooseOfFew(narrowed.few.length, { ...query, conditions })), narrowed };
  }
  const ofMany = () => chooseOfMany(store, filter, page, narrowed.rest);
  return { ...(await (isFoundByIndex(filter) ? ofMany() : offloadSearch(store, filter, ofMany))), narrowed };
}

/** From an index where it has the total, else counted: of few that were found before, or of all. */
async function totalOf(store: Store, filter: EventFilter, { total, narrowed }: Chosen): Promise<number> {
  const known = total ?? (await indexedTotal(store, filter));
  return known ?? count(store.reader, await conditionsOnAll(store, filter, narrowed));
}

/** Reading each of them is most of the work, and gives the total as well. */
async function chooseOfFew(few: number, scan: Scan): Promise<Chosen> {
  const { filter, page } = scan;
  // A distance would be computed for each that is returned, not only for those of the page.
  if (filter.after || pagesBy(filter) === 'sort found') return { found: await idsInOrder(scan) };
  const every = await idsInOrder(scan, few + 1, 0);
  return { found: every.slice(page.offset, page.offset + page.perPage + 1), total: every.length };
}

/** In order, each event tested: the page is full long before all matching events are found. */
async function chooseOfMany(store: Store, filter: EventFilter, page: Page, sets: readonly IdSet[]): Promise<Chosen> {
  const query = { db: store.reader, dialect: store.dialect, filter, page };
  const total = dependsOnTotal(filter) ? await indexedTotal(store, filter) : undefined;
  const path = accessPathOf(filter, total);
  const tests = sets.map(path === 'ids' ? isMember : ({ has }) => has);
  const conditions = [...conditionsOf(store, filter, path), ...tests];
  const scan = { ...query, conditions, parts: partsInOrder(store, filter, path, tests) };
  const overlap = overlapAtStart(filter);
  const found = overlap
    ? await idsWithOverlap(scan, overlap, [...conditionsOf(store, filter, 'ids'), ...tests])
    : ((await pageByScan(store, query, sets, total)) ?? (await idsInOrder(scan)));
  return { found, total };
}

/** Whether an index has the page soon, however many events there are: of those that filters test, few may match. */
const isFoundByIndex = (filter: EventFilter): boolean =>
  hasDatesOnly(filter) && ['starts', 'publications', 'ids'].includes(pagesBy(filter));

/** The index of the order is scanned where many events match, else those are sorted. */
function accessPathOf(filter: EventFilter, total: number | undefined): AccessPath {
  if (pagesBy(filter) === 'sort found') return 'ids';
  return hasOwnIndex(filter) && total !== undefined && total > fewIds ? 'order' : 'starts';
}

/** By an index that does not have the dates of events; `undefined` where sorting what matches costs less. */
async function pageByScan(
  store: Store,
  query: PageQuery,
  sets: readonly IdSet[],
  total: number | undefined,
): Promise<Found[] | undefined> {
  const { filter } = query;
  if (!prefersScan(filter) || (total !== undefined && total <= fewIds)) return undefined;
  // The index of words would look up all events that have them: each text is tested instead.
  const conditions =
    filter.criteria.search === undefined
      ? [...conditionsOf(store, filter, 'order'), ...sets.map(hasAlone)]
      : conditionsOnEach(store, filter);
  const worth = await scanWorth(store, filter, total);
  const sorted = worth ?? total ?? (await estimatedTotal(store, filter));
  const most = typeof sorted === 'number' ? () => sorted : sorted;
  return scannedPage({ ...query, conditions }, { most, toTheEnd: worth !== undefined });
}

/** How many events a search matches, by the share of those that were tested. */
async function estimatedTotal(
  { reader }: Store,
  { criteria: { search } }: EventFilter,
): Promise<number | ScanBudget['most']> {
  if (search === undefined) return fewIds;
  const listed = await countListed(reader);
  return (found, tested) => Math.max(fewIds, (listed * found) / Math.max(1, tested));
}

/** The total where counters or an index have it. */
const indexedTotal = async (store: Store, filter: EventFilter): Promise<number | undefined> =>
  hasDatesOnly(filter)
    ? (seesOwn(filter) ? countWithOwn : countInWindow)(store.reader, filter)
    : ((await countRelated(store, filter)) ?? countUnplaced(store, filter));

const hasOwnIndex = (filter: EventFilter): boolean => ['publications', 'ids'].includes(pagesBy(filter));

/** Whether the total, where an index has it, decides how the page is found. */
const dependsOnTotal = (filter: EventFilter): boolean => prefersScan(filter) || hasOwnIndex(filter);

const prefersScan = (filter: EventFilter): boolean =>
  pagesBy(filter) === 'scan' && (filter.criteria.search === undefined || isTestable(filter));
