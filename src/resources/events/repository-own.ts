// A list that nothing but dates chooses, for those who see what everybody does and their own events whatever their status.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayCreate, mayEditOthers } from '../../core/roles.ts';
import { unindexed, unindexedAnywhere } from '../../store/hints.ts';
import type { Reader } from '../../store/store.ts';
import { after, type Order, orderTerms } from '../records/order.ts';
import type { Page } from '../records/paging.ts';
import { type EventFilter, orderingOf } from './filters.ts';
import { all, type Found } from './repository-order.ts';
import { countInWindow, hasDatesOnly, windowOf } from './repository-totals.ts';

const isWithOwn = (filter: EventFilter): boolean =>
  hasDatesOnly(filter) && filter.statuses === undefined && mayCreate(filter.viewer) && !mayEditOthers(filter.viewer);

/** What is own and not public: the index of starts tells whose an event is, and of few statuses is looked through for them. */
const ownStatuses = ['draft', 'pending', 'private'] as const;

/**
 * The page in the order of starts, and one more: merged of the first that are public, of each other status, and of the own
 * that are scheduled. Asked for at once, no index has them in order. `undefined` for all other lists.
 */
export async function idsWithOwn(db: Reader, filter: EventFilter, page: Page): Promise<Found[] | undefined> {
  const { now, viewer, dates, descending } = filter;
  if (!isWithOwn(filter) || orderingOf(filter) !== 'start_date' || dates.endFrom !== undefined) return undefined;
  const columns = [sql`e.start_utc`, sql`e.published_at`, sql`e.id`];
  const order: Order = { columns, descending };
  const next = filter.after ? sql`and ${after(order, filter.after)}` : sql``;
  const skip = filter.after ? 0 : page.offset;
  const most = skip + page.perPage + 1;
  const selected = sql`select e.id, e.start_utc as sort_key, e.published_at from events e`;
  const firstOf = (condition: RawBuilder<unknown>) => sql`select * from (${selected}
    where ${condition} and ${inWindow(filter, bare)} ${next} order by ${orderTerms(order)} limit ${most}) as m`;
  const parts = [
    firstOf(sql`e.status = 'publish' and e.published_at <= ${now}`),
    ...ownStatuses.map((status) => firstOf(sql`e.status = ${sql.lit(status)} and ${isOf(viewer.userId)}`)),
    // Few, and put in order with the rest: the limit keeps them a part of their own.
    sql`select * from (${selected} where ${scheduledOf(filter)} ${next} limit ${all}) as m`,
  ];
  const merged: Order = { columns: [sql`sort_key`, sql`published_at`, sql`id`], descending };
  const { rows } = await sql<Found>`select id, sort_key, published_at from (${sql.join(parts, sql` union all `)}) as m
    order by ${orderTerms(merged)} limit ${page.perPage + 1} offset ${skip}`.execute(db);
  return rows;
}

/** The total of such a list. */
export async function countWithOwn(db: Reader, filter: EventFilter): Promise<number> {
  const published = await countInWindow(db, { ...filter, statuses: ['publish'] });
  const { rows } = await sql<{ total: number }>`select
    (select count(*) from events e where e.status in (${sql.join(ownStatuses.map((status) => sql.lit(status)))})
      and ${inWindow(filter, bare)} and ${isOf(filter.viewer.userId)})
    + (select count(*) from events e where ${scheduledOf(filter)}) as total`.execute(db);
  return Number(published ?? 0) + Number(rows[0]?.total ?? 0);
}

const isOf = (userId: number): RawBuilder<SqlBool> => sql<SqlBool>`${unindexed(sql`e.author_id`)} = ${userId}`;

/** Led by their publication, as all scheduled events are few. */
const scheduledOf = (filter: EventFilter): RawBuilder<SqlBool> =>
  sql<SqlBool>`e.status = 'publish' and e.published_at > ${filter.now} and e.published_at < ${sql.lit(2 ** 42)}
    and ${inWindow(filter, unindexedAnywhere)} and ${isOf(filter.viewer.userId)}`;

const bare = (column: RawBuilder<unknown>): RawBuilder<unknown> => column;

function inWindow({ dates }: EventFilter, offered: typeof bare): RawBuilder<SqlBool> {
  const { from, before, endFrom, endBefore } = windowOf(dates);
  const [hidden, start, end] = [sql`e.hide_from_listings`, sql`e.start_utc`, sql`e.end_utc`].map(offered);
  return sql<SqlBool>`${hidden} = 0 and ${start} >= ${from} and ${start} < ${before}
    and ${end} >= ${endFrom} and ${end} < ${endBefore}`;
}
