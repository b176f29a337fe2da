// A page of the event list, and its total: chooses the access path that reads the fewest rows.
import { mayRead } from '../../../core/roles.ts';
import type { Store } from '../../../store/store.ts';
import { offloadDeepPage, offloadSearch } from '../../records/list/offload.ts';
import type { KeysetRow } from '../../records/list/order.ts';
import type { Page } from '../../records/list/paging.ts';
import { ownedOf } from '../../records/status.ts';
import type { CachedTotal } from '../cache/total-cache.ts';
import { findEvents } from '../repository.ts';
import type { EventRecord } from '../types.ts';
import { countPublicAndOwn, partsByStatus } from './access-paths/by-author.ts';
import { changeScanBudget } from './access-paths/by-change.ts';
import { pageByDates } from './access-paths/by-dates.ts';
import { countByRelation, countWithoutCoordinates, partsByRelation } from './access-paths/by-relation.ts';
import { findCandidates, matchConditions, offloadResultSet } from './access-paths/result-set.ts';
import { pageByScan, type ScanBudget } from './access-paths/scan.ts';
import { conditionsOf, type EventFilter, filtersByDatesOnly, listsPublicAndOwn } from './conditions.ts';
import type { AccessPath, IdSet } from './filter.ts';
import { type Candidates, conditionsPerEvent, isInSet, isInSetCorrelated, maxCandidates } from './id-sets.ts';
import { type EventOrdering, eventOrders } from './orders.ts';
import { countMatching, type MergeQuery, type PageQuery, selectPage, selectPageWithOverlap } from './page-query.ts';
import { countInWindow, countListable } from './totals.ts';
import { earliest } from './window.ts';

/** The page in order, with one more event if there is one, and the total. */
export async function listEvents(
  store: Store,
  filter: EventFilter,
  page: Page,
  cachedTotal?: CachedTotal,
): Promise<{ found: KeysetRow[]; total: number; plan: Plan }> {
  const result = await offloadDeepPage(store, page, isIndexOnly(filter), () => findPage({ store, filter, page }));
  const { found } = result;
  const plan = planOf(filter, result);
  const isAll = page.offset === 0 && !page.after && found.length <= page.perPage;
  if (isAll) return { found, total: found.length, plan };
  const count = () => offloadResultSet(store, filter, () => totalOf(store, filter, result));
  return { found, total: await (cachedTotal ? cachedTotal(filter, count) : count()), plan };
}

/** Ids of all events of the list, in its order. If there are more than `max`, one more is read. */
export async function listIds(store: Store, filter: EventFilter, max: number): Promise<{ ids: number[]; plan: Plan }> {
  const page = { page: 1, perPage: max, offset: 0 };
  const result = await findPage({ store, filter, page });
  return { ids: result.found.map(({ id }) => id), plan: planOf(filter, result) };
}

/** Rows of the list by id, without events that have left it since their ids were selected. */
export async function findListed(
  { reader }: Store,
  ids: readonly number[],
  { caller, now, language, statuses, criteria }: EventFilter,
): Promise<EventRecord[]> {
  const rows = await findEvents(reader, ids, language);
  return rows.filter((row) => {
    const owned = ownedOf(row, now);
    const hasStatus = statuses ? statuses.includes(owned.status) : owned.status !== 'trash';
    return hasStatus && mayRead(caller, owned) && (row.hide_from_listings === 1) === (criteria.hidden ?? false);
  });
}

/** How the events were found, and their order, for the log of slow requests. */
type Plan = `${Strategy} by ${EventOrdering}`;
type Strategy = 'window' | 'relation' | 'common words' | 'few' | 'scan' | AccessPath;

const planOf = (filter: EventFilter, { strategy }: PageResult): Plan => `${strategy} by ${filter.orderBy}`;

interface PageResult {
  found: KeysetRow[];
  strategy: Strategy;
  /** If reading the page gave it. */
  total?: number | undefined;
  candidates?: Candidates;
}

/**
 * Strategies in the order in which they are tried. The first three are for the order of starts; the first two need a caller
 * who finds public events only.
 *
 *   filters                        strategy               index
 *   dates                          `pageByDates`          starts
 *   one relation                   `pageByRelation`       links or terms
 *   common words                   `pageOfCommonWords`    starts, testing each event
 *   ids, or one with few events    `pageOfCandidates`     ids
 *   any others                     `pageInOrder`          see `pagesBy` of the order
 */
async function findPage(query: PageQuery): Promise<PageResult> {
  const { store, filter } = query;
  const byDates = await pageByDates(query);
  if (byDates) return { found: byDates, strategy: 'window' };
  const byRelation = await pageByRelation(query);
  if (byRelation) return { found: byRelation, strategy: 'relation' };
  const ofCommonWords = await pageOfCommonWords(query);
  if (ofCommonWords) return { found: ofCommonWords, strategy: 'common words' };
  const candidates = await findCandidates(store, filter);
  if (candidates.ids) {
    const parts = [{ conditions: await matchConditions(store, filter, candidates) }];
    return { ...(await pageOfCandidates(candidates.ids.length, { ...query, parts })), candidates };
  }
  const read = () => pageInOrder(query, candidates.remaining);
  const result = await (isIndexOnly(filter) ? read() : offloadSearch(store, filter.criteria.search, read));
  return { ...result, candidates };
}

async function pageByRelation(query: PageQuery): Promise<KeysetRow[] | undefined> {
  const parts = partsByRelation(query.filter, query.page);
  return parts && selectPageWithOverlap({ ...query, parts });
}

/** A page of common words is looked for among this many events. */
const maxTested = 400;

/**
 * Looking up all events that have the words costs more the larger the calendar is, while enough of the first events of the
 * list have a common word. If none of the first batch has it, the word is rare, and the text index is faster.
 */
async function pageOfCommonWords(query: PageQuery): Promise<KeysetRow[] | undefined> {
  const { criteria, dates, orderBy } = query.filter;
  const isByStart = orderBy === 'start_date' && dates.endFrom === earliest;
  const isDeep = query.page.offset > maxTested;
  if (criteria.search === undefined || criteria.include || criteria.hidden || !isByStart || isDeep) return undefined;
  const limit = (found: number, scanned: number) => (found === 0 && scanned > 0 ? 0 : maxTested);
  return pageByScan(query, conditionsPerEvent(query.store, query.filter), { limit, sample: 64 });
}

/** Most of the work is to read each candidate, so the total comes with the page. */
async function pageOfCandidates(candidates: number, query: MergeQuery): Promise<PageResult> {
  const { filter, page } = query;
  // A distance is computed for each row that is returned, so only those of the page are.
  if (page.after || eventOrders[filter.orderBy].pagesBy === 'sort found')
    return { found: await selectPage(query), strategy: 'few' };
  const all = await selectPage({ ...query, page: { ...page, perPage: candidates, offset: 0 } });
  return { found: all.slice(page.offset, page.offset + page.perPage + 1), total: all.length, strategy: 'few' };
}

/** In the order of an index, each event being tested: the page is full long before all matching events are found. */
async function pageInOrder(query: PageQuery, sets: readonly IdSet[]): Promise<PageResult> {
  const { store, filter } = query;
  const { pagesBy } = eventOrders[filter.orderBy];
  const hasOwnIndex = pagesBy === 'own index' || pagesBy === 'scan';
  const total = hasOwnIndex ? await indexedTotal(store, filter) : undefined;
  if (pagesBy === 'scan' && !(total !== undefined && total <= maxCandidates)) {
    const found = await pageByOrderIndex(query, sets, total);
    if (found) return { found, total, strategy: 'scan' };
  }
  const hasMany = total !== undefined && total > maxCandidates;
  const path = pagesBy === 'sort found' ? 'ids' : pagesBy === 'own index' && hasMany ? 'order' : 'starts';
  const tests = sets.map(path === 'ids' ? isInSet : ({ has }) => has);
  const parts = partsByStatus(store, filter, path, tests) ?? [
    { conditions: [...conditionsOf(store, filter, path), ...tests] },
  ];
  return { found: await selectPageWithOverlap({ ...query, parts }), total, strategy: path };
}

/** Whether the page is read from an index that has all columns the list tests, however large the calendar is. */
const isIndexOnly = (filter: EventFilter): boolean =>
  filtersByDatesOnly(filter) && ['starts', 'own index'].includes(eventOrders[filter.orderBy].pagesBy);

/** By the index of titles or changes, which does not have dates; `undefined` if sorting the matching events costs less. */
async function pageByOrderIndex(
  query: PageQuery,
  sets: readonly IdSet[],
  total: number | undefined,
): Promise<KeysetRow[] | undefined> {
  const { store, filter } = query;
  // Words are tested in each text, because the text index would look up all events that have them.
  const conditions =
    filter.criteria.search === undefined
      ? [...conditionsOf(store, filter, 'order'), ...sets.map(isInSetCorrelated)]
      : conditionsPerEvent(store, filter);
  const budget = await changeScanBudget(store, filter, total);
  if (budget !== undefined)
    return pageByScan(query, conditions, { limit: () => budget, sample: Number.POSITIVE_INFINITY });
  const limit = total === undefined ? await estimatedTotal(store, filter) : () => total;
  return pageByScan(query, conditions, { limit, sample: 1000 });
}

/** The number of events that a search matches, extrapolated from the events that were scanned. */
async function estimatedTotal(store: Store, { criteria }: EventFilter): Promise<ScanBudget['limit']> {
  if (criteria.search === undefined) return () => maxCandidates;
  const listable = await countListable(store.reader);
  return (found, scanned) => Math.max(maxCandidates, (listable * found) / Math.max(1, scanned));
}

async function totalOf(store: Store, filter: EventFilter, { total, candidates }: PageResult): Promise<number> {
  const indexed = total ?? (await indexedTotal(store, filter));
  return indexed ?? countMatching(store.reader, await matchConditions(store, filter, candidates));
}

/** The total, if counters or an index have it. */
const indexedTotal = async (store: Store, filter: EventFilter): Promise<number | undefined> =>
  filtersByDatesOnly(filter)
    ? (listsPublicAndOwn(filter) ? countPublicAndOwn : countInWindow)(store.reader, filter)
    : ((await countByRelation(store, filter)) ?? countWithoutCoordinates(store, filter));
