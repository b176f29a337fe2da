// A page of the list of events.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader, Store } from '../../store/store.ts';
import type { Position } from '../records/cursor.ts';
import { after, type Order, orderTerms } from '../records/order.ts';
import { firstOf, type Ordering } from '../records/order-fields.ts';
import type { Page } from '../records/paging.ts';
import { haversineTo } from '../records/places.ts';
import { visible } from '../records/visibility.ts';
import { type Condition, conditionsOf, type EventFilter, orderingOf } from './filters.ts';
import { fewIds, firstFew, idSetsOf, isMember } from './filters-sets.ts';
import type { Totals } from './kept-totals.ts';
import { eventsIn } from './repository.ts';
import { conditionsOnEach, idsAmongFirst, isMetByOwnRows } from './repository-common-words.ts';
import { conditionsOnAll } from './repository-members.ts';
import { conditionsOnMany, mostWalked } from './repository-modified.ts';
import { atVenuesNear, countUnplaced } from './repository-places.ts';
import { countRelated, idsRelated } from './repository-related.ts';
import { type Across, acrossFirstEnd, countInWindow, hasDatesOnly } from './repository-totals.ts';
import { idsOnWalk, type Walk } from './repository-walk.ts';
import { idsInWindow } from './repository-window.ts';

/** An event of a page, by what its place in the order is told from. */
export interface Found {
  id: number;
  sort_key: string | number;
  /** Where the order takes it in. */
  published_at?: number;
}

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
  const { found, total } = await choose(store, filter, page);
  const isAll = page.offset === 0 && !filter.after && found.length <= page.perPage;
  return { found, total: isAll ? found.length : await (totals ? totals(filter, total) : total()) };
}

/** Ids of all events of the list, in its order; of more than `most` only one more. */
export async function listIds(store: Store, asked: EventFilter, most: number): Promise<number[]> {
  const filter = await atVenuesNear(store, asked);
  const { found } = await choose(store, filter, { page: 1, perPage: most, offset: 0 });
  return found.map(({ id }) => id);
}

interface Chosen {
  found: Found[];
  /** May cost more than the page. */
  total: () => Promise<number>;
}

/** The page's ids, and how the total is found out: by the first way that serves such a list. */
async function choose(store: Store, filter: EventFilter, page: Page): Promise<Chosen> {
  const db = store.reader;
  const dated = await idsInWindow(store.reader, filter, page);
  if (dated) return { found: dated, total: async () => (await countInWindow(store.reader, filter)) ?? 0 };
  const related = await idsRelated(store, filter, page);
  if (related) return { found: related, total: async () => (await countRelated(store, filter)) ?? 0 };
  const walkOver = (conditions: readonly Condition[]) => ({ db, dialect: store.dialect, filter, page, conditions });
  const early = await idsAmongFirst(store, filter, page, (some) => idsInOrder(walkOver(some), all, 0));
  if (early) return { found: early, total: async () => count(db, await conditionsOnAll(store, filter)) };
  const sets = await idSetsOf(store, filter);
  const { few, rest } = filter.include ? { few: filter.include, rest: sets } : await firstFew(db, sets);
  if (few) {
    const among = sql<SqlBool>`e.id in ${store.dialect.among(few)}`;
    return chooseAmong(few.length, walkOver([...conditionsOf(store, filter, 'ids'), among, ...rest.map(isMember)]));
  }
  const isWalked = isWalkedFirst(filter);
  const isLedByTotal = isWalked || hasOwnIndex(filter);
  const known = isLedByTotal ? await knownTotal(store, filter) : undefined;
  // All distances have to be known: of what is found near only.
  const isMeasured = filter.orderBy === 'distance';
  const lead = isMeasured ? 'ids' : !isWalked && known !== undefined && known > fewIds ? 'order' : 'starts';
  // In order, the page is full long before all members are known; the total has to know them all.
  const met = isMeasured ? rest.map(isMember) : rest.map(({ has }) => has);
  const across = acrossFirstEnd(filter);
  const walk = walkOver([...conditionsOf(store, filter, lead), ...met]);
  // On the way each text is looked at: the index of words would look up all that have them.
  const onTheWay =
    filter.search === undefined ? [...conditionsOf(store, filter, 'order'), ...met] : conditionsOnEach(store, filter);
  const toTheEnd = await mostWalked(store, filter, known);
  const walked =
    isWalked && (known === undefined || known > fewIds)
      ? await idsOnWalk({ ...walk, conditions: onTheWay }, toTheEnd ?? known ?? fewIds, toTheEnd !== undefined)
      : undefined;
  const found = across
    ? await idsFromAcross(walk, across, [...conditionsOf(store, filter, 'ids'), ...met])
    : (walked ?? (await idsInOrder(walk)));
  const toCount = async () =>
    lead === 'starts'
      ? conditionsOnMany(store, filter, rest)
      : [...conditionsOf(store, filter, lead), ...rest.map(isMember)];
  const total = async () =>
    (isLedByTotal ? known : await knownTotal(store, filter)) ?? (await count(db, await toCount()));
  return { found, total };
}

/** Of a few events, each of which is looked up: most of the work, and it tells the page and the total. */
async function chooseAmong(few: number, walk: Walk): Promise<Chosen> {
  const { db, filter, page, conditions } = walk;
  // A distance would be worked out once more for each that is told, not only for those of the page.
  if (filter.after || filter.orderBy === 'distance')
    return { found: await idsInOrder(walk), total: () => count(db, conditions) };
  const every = await idsInOrder(walk, few + 1, 0);
  const found = every.slice(page.offset, page.offset + page.perPage + 1);
  return { found, total: async () => every.length };
}

/** As a limit. */
const all = Number.MAX_SAFE_INTEGER;

/** The page's ids only, so that nothing is read of rows that are only sorted past. */
function idsInOrder(
  { db, filter, page, conditions }: Walk,
  limit = page.perPage + 1,
  skip = page.offset,
): Promise<Found[]> {
  const order = orderOf(filter);
  return candidates(db, filter)
    .select(['e.id', (order.columns[0] as RawBuilder<string | number>).as('sort_key')])
    .$if(order.columns.length === 3, (query) => query.select('e.published_at'))
    .where((eb) => eb.and([...conditions, ...(filter.after ? [after(order, filter.after)] : [])]))
    .orderBy(orderTerms(order))
    .limit(limit)
    .offset(filter.after ? 0 : skip)
    .execute();
}

/**
 * Of a list of what ends after a moment: the few that lie across it come before all that start later, in ascending
 * order. The index of starts would be walked through all the past to find them.
 */
async function idsFromAcross(walk: Walk, { moment, ids }: Across, byIds: readonly Condition[]): Promise<Found[]> {
  const { db, filter, page } = walk;
  const limit = page.perPage + 1;
  const skip = filter.after ? 0 : page.offset;
  // Found first: no planner guesses how few they are.
  const { rows } = await sql<{ id: number }>`select id from ${ids} as ids`.execute(db);
  const among = sql<SqlBool>`e.id in ${walk.dialect.among(rows.map(({ id }) => id))}`;
  const across = rows.length > 0 ? await idsInOrder({ ...walk, conditions: [...byIds, among] }, all, 0) : [];
  const later = { ...walk, conditions: [...walk.conditions, sql<SqlBool>`e.start_utc >= ${moment}`] };
  if (!filter.descending) {
    const head = across.slice(skip, skip + limit);
    const rest = limit - head.length;
    return rest === 0 ? head : [...head, ...(await idsInOrder(later, rest, Math.max(0, skip - across.length)))];
  }
  const head = await idsInOrder(later);
  const passed = head.length > 0 || skip === 0 ? skip : await count(db, later.conditions);
  return [...head, ...across.slice(skip - passed, skip - passed + limit - head.length)];
}

const knownTotal = async (store: Store, filter: EventFilter): Promise<number | undefined> =>
  hasDatesOnly(filter)
    ? countInWindow(store.reader, filter)
    : ((await countRelated(store, filter)) ?? countUnplaced(store, filter));

async function count(db: Reader, conditions: readonly Condition[]): Promise<number> {
  const { total } = await db
    .selectFrom('events as e')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirstOrThrow();
  return total;
}

/** Events in another order are walked in that order if it is known that many are met, else sorted. */
const hasOwnIndex = ({ orderBy }: EventFilter): boolean => orderBy === 'date' || orderBy === 'id';

/** Orders whose index says nothing of the window: how far the page is in them shows on the way. */
const isWalkedFirst = (filter: EventFilter): boolean =>
  (filter.orderBy === 'title' || filter.orderBy === 'modified') &&
  (filter.search === undefined || isMetByOwnRows(filter));

/** Events to choose from; with their texts only where these decide the order. */
function candidates(db: Reader, { language, orderBy }: EventFilter) {
  if (orderBy === 'title') return eventsIn(db, language).clearSelect();
  return db.selectFrom('events as e') as unknown as ReturnType<ReturnType<typeof eventsIn>['clearSelect']>;
}

export const positionOf = ({ id, sort_key, published_at }: Found): Position =>
  published_at === undefined ? [sort_key, id] : [sort_key, published_at, id];

/** Columns in the order of an index where the start leads. */
function orderOf(filter: EventFilter): Order {
  const { descending } = filter;
  const by = orderingOf(filter);
  if (by === 'start_date') return { columns: [sql`e.start_utc`, sql`e.published_at`, sql`e.id`], descending };
  const keys: Record<Exclude<Ordering, 'start_date'>, RawBuilder<unknown>> = {
    date: sql`e.published_at`,
    modified: sql`e.modified_at`,
    title: sql`coalesce(nullif(l.title_folded, ''), o.title_folded)`,
    id: sql`e.id`,
    distance: nearest(filter),
  };
  return { columns: [keys[by], sql`e.id`], ...firstOf(by), descending };
}

/** The haversine to the nearest of the event's venues that the viewer may read; of none it is beyond all others. */
const nearest = ({ place: { around }, viewer, now }: EventFilter): RawBuilder<unknown> =>
  around
    ? sql`coalesce((select min(${haversineTo('v', around.point)}) from event_links el cross join linked_records v
        where el.event_id = e.id and v.id = el.record_id and (v.kind || '') = 'venue' and v.geo_lat is not null
          and ${visible('v', viewer, now, undefined, false)}), 2)`
    : sql`e.id`;
