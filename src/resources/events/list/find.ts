// A page of the list of events.
import { sql } from 'kysely';
import type { Store } from '../../../store/store.ts';
import type { Page } from '../../records/list/paging.ts';
import type { Totals } from '../cache/total-cache.ts';
import { countWithOwn, isWithOwn, partsInOrder } from './by-author.ts';
import { conditionsOnMany, mostWalked } from './by-change.ts';
import { conditionsOnEach, idsAmongFirst, isTestable } from './by-common-words.ts';
import { idsInWindow } from './by-dates.ts';
import { atVenuesNear, countUnplaced } from './by-place.ts';
import { countRelated, idsRelated } from './by-relation.ts';
import { conditionsOf, type EventFilter, hasDatesOnly } from './conditions.ts';
import type { AccessPath, IdSet } from './filter.ts';
import { fewIds, firstFew, hasAlone, hasEach, idSetsOf, isMember } from './id-sets.ts';
import { all, type Course, count, type Found, idsFromAcross, idsInOrder, type Walk } from './order.ts';
import { pagesBy } from './orders.ts';
import { pageAside, searchAside, totalAside } from './read-worker.ts';
import { conditionsOnAll } from './result-set.ts';
import { idsOnWalk, type Way } from './scan.ts';
import { acrossFirstEnd, countInWindow, countListed } from './totals.ts';

/**
 * A page in order and one more if there is one, and the total. Without an order asked for it is that of D64, or of
 * publication where single events are asked for (D38).
 */
export async function listEvents(
  store: Store,
  asked: EventFilter,
  page: Page,
  totals?: Totals,
): Promise<{ found: Found[]; total: number }> {
  const filter = await atVenuesNear(store, asked);
  const { found, total } = await pageAside(store, page, () => choose(store, filter, page));
  const isAll = page.offset === 0 && !filter.after && found.length <= page.perPage;
  if (isAll) return { found, total: found.length };
  const count = () => totalAside(store, filter, total);
  return { found, total: await (totals ? totals(filter, count) : count()) };
}

/** Ids of all events of the list, in its order; of more than `most` only one more. */
export async function listIds(store: Store, asked: EventFilter, most: number): Promise<number[]> {
  const filter = await atVenuesNear(store, asked);
  const page = { page: 1, perPage: most, offset: 0 };
  const { found } = await pageAside(store, page, () => choose(store, filter, page));
  return found.map(({ id }) => id);
}

interface Chosen {
  found: Found[];
  /** May cost more than the page. */
  total: () => Promise<number>;
}

/**
 * The page's ids, and how the total is found out: by the first way that serves such a list. The first three are in the
 * order of starts, without a first end (`endFrom`), and for readers who find what is published and due.
 *
 *   chosen by                      page                           led by the index of        total
 *   dates                          `idsInWindow`                  starts                     counters
 *   and one relation               `idsRelated`                   links or terms             by the same index
 *   and common words               `idsAmongFirst`                starts, each event asked   counted
 *   ids, or a set that has few     `chooseOfFew`                  ids                        of the same ids
 *   anything else, by              `chooseOfMany`                                            counters or links if these
 *     start, for authors             `idsInOrder`                 starts, part by part       can tell, else counted
 *     start, with a first end        `idsFromAcross`              lengths, then starts
 *     title or change                `idsOnTheWay` if not far     titles or changes
 *     publication or id, of many     `idsInOrder`                 publications, part by part, or ids
 *     distance                       `idsInOrder`, all sorted     the sets
 *     any order                      `idsInOrder`                 starts, sorted if need be
 */
async function choose(store: Store, filter: EventFilter, page: Page): Promise<Chosen> {
  const { reader: db, dialect } = store;
  const dated = await idsInWindow(db, filter, page);
  if (dated) return { found: dated, total: async () => (await countInWindow(db, filter)) ?? 0 };
  const course = { db, dialect, filter, page };
  const related = await idsRelated(store, filter, page);
  if (related) return { found: related, total: async () => (await countRelated(store, filter)) ?? 0 };
  const early = await idsAmongFirst(store, filter, page, (some) => idsInOrder({ ...course, conditions: some }, all, 0));
  if (early) return { found: early, total: async () => count(store.reader, await conditionsOnAll(store, filter)) };
  const sets = await idSetsOf(store, filter);
  const { few, rest } = filter.criteria.include
    ? { few: filter.criteria.include, rest: sets }
    : await firstFew(db, sets);
  if (!few)
    return isQuick(filter)
      ? chooseOfMany(store, filter, page, rest)
      : searchAside(store, filter, () => chooseOfMany(store, filter, page, rest));
  const among = dialect.isAmong(sql`e.id`, few);
  const conditions = [...conditionsOf(store, filter, 'ids'), among, ...rest.map(hasEach)];
  return chooseOfFew(few.length, { ...course, conditions });
}

/** Each of them is looked up: most of the work, and it tells the page and the total. */
async function chooseOfFew(few: number, walk: Walk): Promise<Chosen> {
  const { db, filter, page, conditions } = walk;
  // A distance would be worked out once more for each that is told, not only for those of the page.
  if (filter.after || pagesBy(filter) === 'sort found')
    return { found: await idsInOrder(walk), total: () => count(db, conditions) };
  const every = await idsInOrder(walk, few + 1, 0);
  const found = every.slice(page.offset, page.offset + page.perPage + 1);
  return { found, total: async () => every.length };
}

/** In order, each asked whether it is met: the page is full long before all that are met are known. */
async function chooseOfMany(store: Store, filter: EventFilter, page: Page, sets: readonly IdSet[]): Promise<Chosen> {
  const course = { db: store.reader, dialect: store.dialect, filter, page };
  const known = isLedByTotal(filter) ? await knownTotal(store, filter) : undefined;
  const lead = leadOf(filter, known);
  const met = sets.map(lead === 'ids' ? isMember : ({ has }) => has);
  const conditions = [...conditionsOf(store, filter, lead), ...met];
  const walk = { ...course, conditions, parts: partsInOrder(store, filter, lead, met) };
  const across = acrossFirstEnd(filter);
  const found = across
    ? await idsFromAcross(walk, across, [...conditionsOf(store, filter, 'ids'), ...met])
    : ((await idsOnTheWay(store, course, sets, known)) ?? (await idsInOrder(walk)));
  const total = async () => {
    const told = isLedByTotal(filter) ? known : await knownTotal(store, filter);
    if (told !== undefined) return told;
    const members = [...conditionsOf(store, filter, lead), ...sets.map(isMember)];
    return count(store.reader, lead === 'starts' ? await conditionsOnMany(store, filter, sets) : members);
  };
  return { found, total };
}

/** Whether the index of the order has the page soon, however many events there are: few of them may meet anything else. */
const isQuick = (filter: EventFilter): boolean =>
  hasDatesOnly(filter) && ['starts', 'publications', 'ids'].includes(pagesBy(filter));

/** All distances have to be known: of what is found near only. An order's own index leads where many are met. */
function leadOf(filter: EventFilter, known: number | undefined): AccessPath {
  if (pagesBy(filter) === 'sort found') return 'ids';
  return hasOwnIndex(filter) && known !== undefined && known > fewIds ? 'order' : 'starts';
}

/** By the index of an order that says nothing of the window; `undefined` where less is to be sorted than walked past. */
async function idsOnTheWay(
  store: Store,
  course: Course,
  sets: readonly IdSet[],
  known: number | undefined,
): Promise<Found[] | undefined> {
  const { filter } = course;
  if (!isWalkedFirst(filter) || (known !== undefined && known <= fewIds)) return undefined;
  // Each text is looked at: the index of words would look up all that have them.
  const conditions =
    filter.criteria.search === undefined
      ? [...conditionsOf(store, filter, 'order'), ...sets.map(hasAlone)]
      : conditionsOnEach(store, filter);
  const worth = await mostWalked(store, filter, known);
  const sorted = worth ?? known ?? (await likelyMet(store, filter));
  const most = typeof sorted === 'number' ? () => sorted : sorted;
  return idsOnWalk({ ...course, conditions }, { most, toTheEnd: worth !== undefined });
}

/** How many of all events a search finds, told by the share of those that were looked at. */
async function likelyMet({ reader }: Store, { criteria: { search } }: EventFilter): Promise<number | Way['most']> {
  if (search === undefined) return fewIds;
  const all = await countListed(reader);
  return (found, passed) => Math.max(fewIds, (all * found) / Math.max(1, passed));
}

const knownTotal = async (store: Store, filter: EventFilter): Promise<number | undefined> =>
  hasDatesOnly(filter)
    ? (isWithOwn(filter) ? countWithOwn : countInWindow)(store.reader, filter)
    : ((await countRelated(store, filter)) ?? countUnplaced(store, filter));

/** Events in another order are walked in that order if it is known that many are met, else sorted. */
const hasOwnIndex = (filter: EventFilter): boolean => ['publications', 'ids'].includes(pagesBy(filter));

/** Whether a total that is known at once decides how the page is found. */
const isLedByTotal = (filter: EventFilter): boolean => isWalkedFirst(filter) || hasOwnIndex(filter);

/** Orders whose index says nothing of the window: how far the page is in them shows on the way. */
const isWalkedFirst = (filter: EventFilter): boolean =>
  pagesBy(filter) === 'scan' && (filter.criteria.search === undefined || isTestable(filter));
