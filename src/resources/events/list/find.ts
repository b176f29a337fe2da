// A page of the list of events.
import type { Store } from '../../../store/store.ts';
import type { Page } from '../../records/list/paging.ts';
import { offloadDeepPage, offloadSearch } from '../../records/list/read-worker.ts';
import type { CountCached } from '../cache/total-cache.ts';
import { countWithOwn, partsInOrder, seesOwn } from './access-paths/by-author.ts';
import { scanWorth } from './access-paths/by-change.ts';
import { idsInWindow } from './access-paths/by-dates.ts';
import { countRelated, countUnplaced, partsOfRelation } from './access-paths/by-relation.ts';
import { conditionsOnAll, type Narrowed, narrow, offloadTotal } from './access-paths/result-set.ts';
import { type ScanBudget, scannedPage } from './access-paths/scan.ts';
import { conditionsOf, type EventFilter, hasDatesOnly } from './conditions.ts';
import type { AccessPath, IdSet } from './filter.ts';
import { conditionsOnEach, fewIds, hasAlone, isMember, setsOf } from './id-sets.ts';
import { count, type Found, idsInOrder, type PageQuery, type Scan, withOverlap } from './order.ts';
import { type EventOrdering, orderingOf, pagesBy } from './orders.ts';
import { countInWindow, countListed, overlapAtStart } from './totals.ts';

/**
 * A page in order and one more if there is one, and the total. Without an order asked for it is that of D64, or of
 * publication where single events are asked for (D38).
 */
export async function listEvents(
  store: Store,
  filter: EventFilter,
  page: Page,
  countCached?: CountCached,
): Promise<{ found: Found[]; total: number; plan: Plan }> {
  const chosen = await offloadDeepPage(store, page, () => choose(store, filter, page));
  const { found } = chosen;
  const plan = planOf(filter, chosen);
  const isAll = page.offset === 0 && !filter.after && found.length <= page.perPage;
  if (isAll) return { found, total: found.length, plan };
  const count = () => offloadTotal(store, filter, () => totalOf(store, filter, chosen));
  return { found, total: await (countCached ? countCached(filter, count) : count()), plan };
}

/** Ids of all events of the list, in its order; of more than `most` only one more. */
export async function listIds(store: Store, filter: EventFilter, most: number): Promise<{ ids: number[]; plan: Plan }> {
  const page = { page: 1, perPage: most, offset: 0 };
  const chosen = await offloadDeepPage(store, page, () => choose(store, filter, page));
  return { ids: chosen.found.map(({ id }) => id), plan: planOf(filter, chosen) };
}

/** What chose the events of the page, and their order: the log names slow lists by it. */
type Plan = `${Way} by ${EventOrdering}`;
type Way = 'window' | 'relation' | 'common words' | 'few' | 'scan' | AccessPath;

const planOf = (filter: EventFilter, { way }: Chosen): Plan => `${way} by ${orderingOf(filter)}`;

interface Chosen {
  found: Found[];
  way: Way;
  /** Where finding the page told it. */
  total?: number | undefined;
  narrowed?: Narrowed;
}

/**
 * The page's ids, by the first way that serves the list. The first three are for the order of starts, the first two of them
 * for readers who find what is published and due.
 *
 *   the events are chosen by       page                           by the index of
 *   dates                          `idsInWindow`                  starts
 *   and one relation               `partsOfRelation`              links or terms
 *   and common words               `scannedPage` if not far       starts, each event tested
 *   ids, or a filter with few      `chooseOfFew`                  ids
 *   anything else, in the order of `chooseOfMany`
 *     start or publication           in parts                     starts or publications
 *     title or change                `scannedPage` if not far     titles or changes, each event tested
 *     id, of many                    in one part                  ids
 *     distance                       sorted                       the filters
 *     anything else                  sorted                       starts
 */
async function choose(store: Store, filter: EventFilter, page: Page): Promise<Chosen> {
  const { reader: db, dialect } = store;
  const query = { db, dialect, filter, page };
  const inWindow = await idsInWindow(db, filter, page);
  if (inWindow) return { found: inWindow, way: 'window' };
  const related = await pageOfRelation(store, query);
  if (related) return { found: related, way: 'relation' };
  const withWords = await pageOfCommonWords(store, query);
  if (withWords) return { found: withWords, way: 'common words' };
  const narrowed = await narrow(store, filter);
  if (narrowed.few) {
    const parts = [{ conditions: await conditionsOnAll(store, filter, narrowed) }];
    return { ...(await chooseOfFew(narrowed.few.length, { ...query, parts })), narrowed };
  }
  const ofMany = () => chooseOfMany(store, query, narrowed.rest);
  return {
    ...(await (isFoundByIndex(filter) ? ofMany() : offloadSearch(store, filter.criteria.search, ofMany))),
    narrowed,
  };
}

async function pageOfRelation(store: Store, query: PageQuery): Promise<Found[] | undefined> {
  const parts = partsOfRelation(query.filter, query.page);
  return parts && pageOfParts(store, { ...query, parts }, setsOf(store, query.filter, 'ids'));
}

/**
 * Looking up all events with the words costs more the larger the calendar is: of the first events of the list enough have
 * them.
 */
async function pageOfCommonWords(store: Store, query: PageQuery): Promise<Found[] | undefined> {
  const { criteria, dates } = query.filter;
  const isByStart = orderingOf(query.filter) === 'start_date' && dates.endFrom === undefined;
  const isFar = !query.filter.after && query.page.offset > mostTested;
  if (criteria.search === undefined || criteria.include || criteria.hidden || !isByStart || isFar) return undefined;
  // Of a word that none of the first has, the index knows sooner where it is.
  const most = (found: number, tested: number) => (found === 0 && tested > 0 ? 0 : mostTested);
  return scannedPage(query, conditionsOnEach(store, query.filter), { most, sample: 64 });
}

/** A page of common words is sought among so many events. */
const mostTested = 400;

/** From an index where it has the total, else counted: of few that were found before, or of all. */
async function totalOf(store: Store, filter: EventFilter, { total, narrowed }: Chosen): Promise<number> {
  const known = total ?? (await indexedTotal(store, filter));
  return known ?? count(store.reader, await conditionsOnAll(store, filter, narrowed));
}

/** Reading each of them is most of the work, and gives the total as well. */
async function chooseOfFew(few: number, scan: Scan): Promise<Chosen> {
  const { filter, page } = scan;
  // A distance would be computed for each that is returned, not only for those of the page.
  if (filter.after || pagesBy(filter) === 'sort found') return { found: await idsInOrder(scan), way: 'few' };
  const every = await idsInOrder(scan, few + 1, 0);
  return { found: every.slice(page.offset, page.offset + page.perPage + 1), total: every.length, way: 'few' };
}

/** In order, each event tested: the page is full long before all matching events are found. */
async function chooseOfMany(store: Store, query: PageQuery, sets: readonly IdSet[]): Promise<Chosen> {
  const { filter } = query;
  const total = dependsOnTotal(filter) ? await indexedTotal(store, filter) : undefined;
  const scanned = await pageByScan(store, query, sets, total);
  if (scanned) return { found: scanned, total, way: 'scan' };
  const path = accessPathOf(filter, total);
  const tests = sets.map(path === 'ids' ? isMember : ({ has }) => has);
  const parts = partsInOrder(store, filter, path, tests) ?? [
    { conditions: [...conditionsOf(store, filter, path), ...tests] },
  ];
  return { found: await pageOfParts(store, { ...query, parts }, sets), total, way: path };
}

/** Of a window with a first end, what lies across it is a part as well. */
async function pageOfParts(store: Store, scan: Scan, sets: readonly IdSet[]): Promise<Found[]> {
  const overlap = overlapAtStart(scan.filter);
  if (!overlap) return idsInOrder(scan);
  const byIds = [...conditionsOf(store, scan.filter, 'ids'), ...sets.map(({ has }) => has)];
  return idsInOrder(await withOverlap(scan, overlap, byIds));
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
  return scannedPage(query, conditions, { most, sample: worth === undefined ? 1000 : Number.POSITIVE_INFINITY });
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

const prefersScan = (filter: EventFilter): boolean => pagesBy(filter) === 'scan';
