// The SQL of a page: ids of events in the order of the list, after a cursor or at an offset.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader, Store } from '../../../store/store.ts';
import { after, type KeysetRow, type Order, orderTerms } from '../../records/list/order.ts';
import type { Page } from '../../records/list/paging.ts';
import { earliestStarts, overlapping } from './buckets.ts';
import { conditionsOf, type EventFilter, listsPublishedOnly, storedExceptTrash } from './conditions.ts';
import type { Condition } from './filter.ts';
import { idSetsOf, selectIds } from './id-sets.ts';
import { eventOrders, orderOf } from './orders.ts';
import { earliest } from './window.ts';

export interface PageQuery {
  store: Store;
  filter: EventFilter;
  page: Page;
}

/** Some events of the list, which an index has in its order or which are few. */
export interface Part {
  /** A table expression of `e`, unless all events of the calendar are searched. */
  from?: RawBuilder<unknown>;
  conditions: readonly Condition[];
  /** No index has them in the order of the list, but they are few enough to be sorted. */
  isSmall?: boolean;
}

/** A list in parts, whose union is the list. Each part is read in order, and the parts are merged. */
export interface MergeQuery extends PageQuery {
  parts: readonly Part[];
}

/** A limit that limits nothing. It keeps the planner from merging the subquery into the outer query. */
const everyRow = Number.MAX_SAFE_INTEGER;

/** Selects ids only, so that rows outside the page are never read whole. Each part is read as far as the page may need. */
export async function selectPage({ store, filter, page, parts }: MergeQuery): Promise<KeysetRow[]> {
  const order = orderOf(filter);
  const limit = page.perPage + 1;
  const next = page.after ? [after(order, page.after)] : [];
  const allEvents = eventOrders[filter.orderBy].from?.(filter) ?? sql`events e`;
  const select = ({ from = allEvents, conditions }: Part) => {
    const all = [...conditions, ...next];
    return sql`select ${keysetColumns(order)} from ${from} ${all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``}`;
  };
  const [only, ...more] = parts;
  if (only && more.length === 0) {
    const { rows } = await sql<KeysetRow>`${select(only)} order by ${orderTerms(order)}
      limit ${limit} offset ${page.offset}`.execute(store.reader);
    return rows;
  }
  const firstOfEach = parts.map((part) =>
    part.isSmall
      ? sql`select * from (${select(part)} limit ${everyRow}) as m`
      : sql`select * from (${select(part)} order by ${orderTerms(order)} limit ${page.offset + limit}) as m`,
  );
  const numbers = order.columns.map((_, at) => sql.lit(at + 1));
  const { rows } = await sql<KeysetRow>`select * from (${sql.join(firstOfEach, sql` union `)}) as m
    order by ${orderTerms({ ...order, columns: numbers })} limit ${limit} offset ${page.offset}`.execute(store.reader);
  return rows;
}

/** The columns of an order, named as in `KeysetRow`. */
export const keysetColumns = ({ columns: [first, ...others] }: Order): RawBuilder<unknown> =>
  others.length === 1 ? sql`${first} as sort_key, e.id` : sql`${first} as sort_key, ${others[0]} as second_key, e.id`;

export async function countMatching(db: Reader, conditions: readonly Condition[]): Promise<number> {
  const { total } = await db
    .selectFrom('events as e')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * The overlap of a list in the order of starts: its events start before `moment`, and end then or later. `ids` is a subquery
 * in brackets. `undefined` if the list has none or is not read by starts.
 */
export function overlapOf(filter: EventFilter) {
  const { from, before, endFrom: moment } = filter.dates;
  // Of other selections, callers find only some of the events with a status.
  const statuses = listsPublishedOnly(filter) ? ['publish' as const] : filter.statuses ? undefined : storedExceptTrash;
  if (moment === earliest || filter.orderBy !== 'start_date' || filter.criteria.hidden || !statuses) return undefined;
  const starts = earliestStarts(moment, from);
  const each = statuses.map((status) => overlapping(status, starts, moment, Math.min(moment, before)));
  return { moment, ids: sql`(${sql.join(each, sql` union all `)})` };
}

export async function selectPageWithOverlap(query: MergeQuery): Promise<KeysetRow[]> {
  const { store, filter } = query;
  const overlap = overlapOf(filter);
  if (!overlap) return selectPage(query);
  // Read first, because planners overestimate their number.
  const ids = await selectIds(store.reader, overlap.ids);
  const isLater = sql<SqlBool>`e.start_utc >= ${overlap.moment}`;
  const later = query.parts.map((part) => ({ ...part, conditions: [...part.conditions, isLater] }));
  if (ids.length === 0) return selectPage({ ...query, parts: later });
  const isOverlapping = store.dialect.isAmong(sql`e.id`, ids);
  const inSets = idSetsOf(store, filter, 'ids').map(({ has }) => has);
  const conditions = [...conditionsOf(store, filter, 'ids'), ...inSets, isOverlapping];
  return selectPage({ ...query, parts: [{ conditions }, ...later] });
}
