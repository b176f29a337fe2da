// Ids of events in the order of a list.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../../store/dialect.ts';
import type { Reader } from '../../../store/store.ts';
import type { Position } from '../../records/list/cursor.ts';
import { after, orderTerms } from '../../records/list/order.ts';
import type { Page } from '../../records/list/paging.ts';
import { eventsIn } from '../repository.ts';
import type { EventFilter } from './conditions.ts';
import type { Condition } from './filter.ts';
import { orderOf } from './orders.ts';
import type { Overlap } from './totals.ts';

/** An event of a page, with its position in the order. */
export interface Found {
  id: number;
  sort_key: string | number;
  /** Where the order takes it in. */
  published_at?: number;
}

/** What every way to a page needs. */
export interface PageQuery {
  db: Reader;
  dialect: Dialect;
  filter: EventFilter;
  page: Page;
}

/** A scan in the order of the list. */
export interface Scan extends PageQuery {
  conditions: readonly Condition[];
  /** All that meet them, in parts that an index each has in order where it has not all: merged in the order of the list. */
  parts?: readonly Part[] | undefined;
}

export interface Part {
  conditions: readonly Condition[];
  /** Put in order with the rest, not found in order. */
  isFew?: boolean;
}

/** As a limit. */
export const all = Number.MAX_SAFE_INTEGER;

/** Only the page's ids, so that rows outside the page are not read whole. */
export function idsInOrder(walk: Scan, limit = walk.page.perPage + 1, skip = walk.page.offset): Promise<Found[]> {
  const { db, filter, conditions, parts } = walk;
  if (parts) return idsOfParts(parts, walk, limit, filter.after ? 0 : skip);
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

/** Of each part the first that the page may need. */
async function idsOfParts(
  parts: readonly Part[],
  { db, filter }: PageQuery,
  limit: number,
  skip: number,
): Promise<Found[]> {
  const order = orderOf(filter);
  const next = filter.after ? [after(order, filter.after)] : [];
  const [first, ...others] = order.columns;
  const firstOfEach = parts.map(({ conditions, isFew }) => {
    const chosen = sql`select ${sql.join([sql`${first} as sort_key`, ...others])} from events e
      where ${sql.join([...conditions, ...next], sql` and `)}`;
    // The limit keeps few a part of their own.
    return isFew
      ? sql`select * from (${chosen} limit ${all}) as m`
      : sql`select * from (${chosen} order by ${orderTerms(order)} limit ${skip + limit}) as m`;
  });
  const places = order.columns.map((_, at) => sql.lit(at + 1));
  const { rows } = await sql<Found>`select * from (${sql.join(firstOfEach, sql` union all `)}) as m
    order by ${orderTerms({ ...order, columns: places })} limit ${limit} offset ${skip}`.execute(db);
  return rows;
}

/**
 * Of a list of what ends after a moment: the few that lie across it come before all that start later, in ascending
 * order. The index of starts would be walked through all the past to find them.
 */
export async function idsWithOverlap(
  walk: Scan,
  { moment, ids }: Overlap,
  byIds: readonly Condition[],
): Promise<Found[]> {
  const { db, filter, page } = walk;
  const limit = page.perPage + 1;
  const skip = filter.after ? 0 : page.offset;
  /** No more of them than the page can need: what runs now may be very much, and each is a row to hand over. */
  async function firstAcross(most: number): Promise<Found[]> {
    // Found first: no planner guesses how few they are.
    const { rows } = await sql<{ id: number }>`select id from ${ids} as ids`.execute(db);
    if (rows.length === 0) return [];
    const among = walk.dialect.isAmong(
      sql`e.id`,
      rows.map(({ id }) => id),
    );
    return idsInOrder({ ...walk, conditions: [...byIds, among], parts: undefined }, most, 0);
  }
  const isLater = sql<SqlBool>`e.start_utc >= ${moment}`;
  const later = {
    ...walk,
    conditions: [...walk.conditions, isLater],
    parts: walk.parts?.map((part) => ({ ...part, conditions: [...part.conditions, isLater] })),
  };
  if (!filter.descending) {
    const across = await firstAcross(skip + limit);
    const head = across.slice(skip, skip + limit);
    const rest = limit - head.length;
    return rest === 0 ? head : [...head, ...(await idsInOrder(later, rest, Math.max(0, skip - across.length)))];
  }
  const head = await idsInOrder(later);
  if (head.length === limit) return head;
  const passed = head.length > 0 || skip === 0 ? skip : await count(db, later.conditions);
  const last = skip - passed + limit - head.length;
  return [...head, ...(await firstAcross(last)).slice(skip - passed, last)];
}

export async function count(db: Reader, conditions: readonly Condition[]): Promise<number> {
  const { total } = await db
    .selectFrom('events as e')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirstOrThrow();
  return total;
}

/** Events to choose from; with their texts only where these decide the order. */
function candidates(db: Reader, { language, orderBy }: EventFilter) {
  if (orderBy === 'title') return eventsIn(db, language).clearSelect();
  return db.selectFrom('events as e') as unknown as ReturnType<ReturnType<typeof eventsIn>['clearSelect']>;
}

export const positionOf = ({ id, sort_key, published_at }: Found): Position =>
  published_at === undefined ? [sort_key, id] : [sort_key, published_at, id];
