// The SQL of a page: ids of events in the order of the list, after a cursor or at an offset.
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../../store/dialect.ts';
import type { Reader } from '../../../store/store.ts';
import { after, type KeysetRow, type Order, orderTerms } from '../../records/list/order.ts';
import type { Page } from '../../records/list/paging.ts';
import type { EventFilter } from './conditions.ts';
import type { Condition } from './filter.ts';
import { fromClause, orderOf } from './orders.ts';

export interface PageQuery {
  db: Reader;
  dialect: Dialect;
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
const unlimited = Number.MAX_SAFE_INTEGER;

/** Selects ids only, so that rows outside the page are never read whole. Each part is read as far as the page may need. */
export async function selectPage(
  { db, filter, page, parts }: MergeQuery,
  limit = page.perPage + 1,
  offset = page.offset,
): Promise<KeysetRow[]> {
  const order = orderOf(filter);
  const skip = filter.after ? 0 : offset;
  const next = filter.after ? [after(order, filter.after)] : [];
  const select = ({ from = fromClause(filter), conditions }: Part) => {
    const all = [...conditions, ...next];
    return sql`select ${keysetColumns(order)} from ${from} ${all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``}`;
  };
  const [only, ...more] = parts;
  if (only && more.length === 0) {
    const { rows } = await sql<KeysetRow>`${select(only)} order by ${orderTerms(order)}
      limit ${limit} offset ${skip}`.execute(db);
    return rows;
  }
  const firstOfEach = parts.map((part) =>
    part.isSmall
      ? sql`select * from (${select(part)} limit ${unlimited}) as m`
      : sql`select * from (${select(part)} order by ${orderTerms(order)} limit ${skip + limit}) as m`,
  );
  const numbers = order.columns.map((_, at) => sql.lit(at + 1));
  const { rows } = await sql<KeysetRow>`select * from (${sql.join(firstOfEach, sql` union `)}) as m
    order by ${orderTerms({ ...order, columns: numbers })} limit ${limit} offset ${skip}`.execute(db);
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
