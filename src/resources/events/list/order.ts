// Ids of events in the order of a list.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../../store/dialect.ts';
import type { Reader } from '../../../store/store.ts';
import type { Position } from '../../records/list/cursor.ts';
import { after, type Order, orderTerms } from '../../records/list/order.ts';
import type { Page } from '../../records/list/paging.ts';
import type { EventFilter } from './conditions.ts';
import type { Condition } from './filter.ts';
import { idsIn } from './id-sets.ts';
import { orderOf, tableOf } from './orders.ts';
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

/** Events of a list that an index has in its order, or few. */
export interface Part {
  /** A table expression of `e`, if not all events of the calendar. */
  from?: RawBuilder<unknown>;
  conditions: readonly Condition[];
  /** Put in order with the rest, not found in order. */
  isFew?: boolean;
}

/** A list as parts that together have all its events: each is read in order, and they are merged. */
export interface Scan extends PageQuery {
  parts: readonly Part[];
}

/** As a limit. */
const all = Number.MAX_SAFE_INTEGER;

/** Only the page's ids, so that rows outside the page are not read whole; of each part the first that it may need. */
export async function idsInOrder(
  { db, filter, page, parts }: Scan,
  limit = page.perPage + 1,
  offset = page.offset,
): Promise<Found[]> {
  const order = orderOf(filter);
  const skip = filter.after ? 0 : offset;
  const next = filter.after ? [after(order, filter.after)] : [];
  const chosen = ({ from = tableOf(filter), conditions }: Part) => {
    const met = [...conditions, ...next];
    return sql`select ${keysOf(order)} from ${from} ${met.length > 0 ? sql`where ${sql.join(met, sql` and `)}` : sql``}`;
  };
  const [only, ...more] = parts;
  if (only && more.length === 0) {
    const { rows } = await sql<Found>`${chosen(only)} order by ${orderTerms(order)}
      limit ${limit} offset ${skip}`.execute(db);
    return rows;
  }
  const firstOfEach = parts.map((part) =>
    part.isFew
      ? // The limit keeps few a part of their own.
        sql`select * from (${chosen(part)} limit ${all}) as m`
      : sql`select * from (${chosen(part)} order by ${orderTerms(order)} limit ${skip + limit}) as m`,
  );
  const places = order.columns.map((_, at) => sql.lit(at + 1));
  const { rows } = await sql<Found>`select * from (${sql.join(firstOfEach, sql` union `)}) as m
    order by ${orderTerms({ ...order, columns: places })} limit ${limit} offset ${skip}`.execute(db);
  return rows;
}

/** The columns of an order, as `Found` has them. */
export const keysOf = ({ columns: [first, ...others] }: Order): RawBuilder<unknown> =>
  sql.join([sql`${first} as sort_key`, ...others]);

/**
 * Of a list of what ends after a moment: the few that lie across it, and all that start later. To find both in one scan, the
 * index of starts would be read from the beginning of the calendar.
 */
export async function withOverlap(scan: Scan, { moment, ids }: Overlap, byIds: readonly Condition[]): Promise<Scan> {
  // Found first: no planner guesses how few they are.
  const across = await idsIn(scan.db, ids);
  const isLater = sql<SqlBool>`e.start_utc >= ${moment}`;
  const later = scan.parts.map((part) => ({ ...part, conditions: [...part.conditions, isLater] }));
  if (across.length === 0) return { ...scan, parts: later };
  return { ...scan, parts: [{ conditions: [...byIds, scan.dialect.isAmong(sql`e.id`, across)] }, ...later] };
}

export async function count(db: Reader, conditions: readonly Condition[]): Promise<number> {
  const { total } = await db
    .selectFrom('events as e')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirstOrThrow();
  return total;
}

export const positionOf = ({ id, sort_key, published_at }: Found): Position =>
  published_at === undefined ? [sort_key, id] : [sort_key, published_at, id];
