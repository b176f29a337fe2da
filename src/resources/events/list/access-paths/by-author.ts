// Lists in the order of starts or of publication for those who see more than what is public: asked for all at once, no
// index has them in order.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoredStatus } from '../../../../core/kinds.ts';
import { mayCreate, mayEditOthers } from '../../../../core/roles.ts';
import { unindexed, unindexedAnywhere } from '../../../../store/hints.ts';
import type { Reader, Store } from '../../../../store/store.ts';
import { conditionsBeside, type EventFilter } from '../conditions.ts';
import type { AccessPath, Condition } from '../filter.ts';
import type { Part } from '../order.ts';
import { orderingOf } from '../orders.ts';
import { countInWindow, notInTrash, windowOf } from '../totals.ts';

/** What is own and not public: the index of starts tells whose an event is, and of few statuses is looked through for them. */
const ownStatuses = ['draft', 'pending', 'private'] as const;

/** Whether the caller finds what anyone does, and own events of any status but the trash. */
export const seesOwn = ({ caller, statuses, criteria }: EventFilter): boolean =>
  statuses === undefined && !criteria.hidden && mayCreate(caller) && !mayEditOthers(caller);

/** Whether the caller finds all but the trash. */
const seesAll = ({ caller, statuses }: EventFilter): boolean => statuses === undefined && mayEditOthers(caller);

/**
 * What has each status, or for authors what is public, and what is own and is not: each in order by itself, or few. `met` is
 * to be met by all. `undefined` for all other lists, and for orders that an index has all in.
 */
export function partsInOrder(
  store: Store,
  filter: EventFilter,
  path: AccessPath,
  met: readonly Condition[],
): Part[] | undefined {
  const isByStart = path === 'starts' && orderingOf(filter) === 'start_date';
  const isByPublication = path === 'order' && filter.orderBy === 'date';
  const isOfStatuses = isByPublication && seesAll(filter);
  if (!isOfStatuses && !(seesOwn(filter) && (isByStart || isByPublication))) return undefined;
  const inOrder = [...conditionsBeside(store, filter, path), ...met];
  if (isOfStatuses) return notInTrash.map((status) => ({ conditions: [has(status), ...inOrder] }));
  const { caller, now } = filter;
  const byIds = [...conditionsBeside(store, filter, 'ids'), ...met];
  const isOwn = isOf(caller.userId);
  // The index of publications does not tell whose an event is.
  const unpublished = isByStart
    ? ownStatuses.map((status) => ({ conditions: [has(status), isOwn, ...inOrder] }))
    : [{ conditions: [sql<SqlBool>`e.author_id = ${caller.userId} and ${isUnpublished}`, ...byIds], isFew: true }];
  return [
    { conditions: [sql<SqlBool>`${has('publish')} and e.published_at <= ${now}`, ...inOrder] },
    ...unpublished,
    { conditions: [scheduled(now), isOwn, ...byIds], isFew: true },
  ];
}

/** The total of a list with what is own, if nothing but dates chooses it. */
export async function countWithOwn(db: Reader, filter: EventFilter): Promise<number> {
  const published = await countInWindow(db, { ...filter, statuses: ['publish'] });
  const isOwn = isOf(filter.caller.userId);
  const { rows } = await sql<{ total: number }>`select
    (select count(*) from events e where ${isUnpublished} and ${inWindow(filter, bare)} and ${isOwn})
    + (select count(*) from events e where ${scheduled(filter.now)} and ${inWindow(filter, unindexedAnywhere)} and ${isOwn})
    as total`.execute(db);
  return Number(published ?? 0) + Number(rows[0]?.total ?? 0);
}

const has = (status: StoredStatus): RawBuilder<SqlBool> => sql<SqlBool>`e.status = ${sql.lit(status)}`;

const isUnpublished = sql<SqlBool>`e.status in (${sql.join(ownStatuses.map((status) => sql.lit(status)))})`;

const isOf = (userId: number): RawBuilder<SqlBool> => sql<SqlBool>`${unindexed(sql`e.author_id`)} = ${userId}`;

/** Led by their publication, as all scheduled events are few: a range with two ends passes for a small one. */
const scheduled = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`e.status = 'publish' and e.published_at > ${now} and e.published_at < ${sql.lit(2 ** 42)}`;

const bare = (column: RawBuilder<unknown>): RawBuilder<unknown> => column;

function inWindow({ dates }: EventFilter, offered: typeof bare): RawBuilder<SqlBool> {
  const { from, before, endFrom, endBefore } = windowOf(dates);
  const [hidden, start, end] = [sql`e.hide_from_listings`, sql`e.start_utc`, sql`e.end_utc`].map(offered);
  return sql<SqlBool>`${hidden} = 0 and ${start} >= ${from} and ${start} < ${before}
    and ${end} >= ${endFrom} and ${end} < ${endBefore}`;
}
