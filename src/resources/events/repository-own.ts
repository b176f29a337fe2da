// Lists in the order of starts for those who see what everybody does and their own events whatever their status: asked for
// all at once, no index has them in order.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayCreate, mayEditOthers } from '../../core/roles.ts';
import { unindexed, unindexedAnywhere } from '../../store/hints.ts';
import type { Reader, Store } from '../../store/store.ts';
import { type Condition, conditionsBeside, type EventFilter, orderingOf } from './filters.ts';
import type { Part } from './repository-order.ts';
import { countInWindow, windowOf } from './repository-totals.ts';

/** What is own and not public: the index of starts tells whose an event is, and of few statuses is looked through for them. */
const ownStatuses = ['draft', 'pending', 'private'] as const;

/** Whether the viewer finds what everybody does, and own events of any status but the trash. */
export const isWithOwn = ({ viewer, statuses, onlyHidden }: EventFilter): boolean =>
  statuses === undefined && !onlyHidden && mayCreate(viewer) && !mayEditOthers(viewer);

/**
 * What is public, what has each other status, and what is own and scheduled: each is in order by itself. `met` is to be
 * met by all. `undefined` for all other lists.
 */
export function partsWithOwn(store: Store, filter: EventFilter, met: readonly Condition[]): Part[] | undefined {
  const { viewer, now } = filter;
  if (!isWithOwn(filter) || orderingOf(filter) !== 'start_date') return undefined;
  const besides = [...conditionsBeside(store, filter, 'starts'), ...met];
  const isOwn = isOf(viewer.userId);
  return [
    { conditions: [sql<SqlBool>`e.status = 'publish' and e.published_at <= ${now}`, ...besides] },
    ...ownStatuses.map((status) => ({
      conditions: [sql<SqlBool>`e.status = ${sql.lit(status)}`, isOwn, ...besides],
    })),
    { conditions: [scheduled(now), isOwn, ...conditionsBeside(store, filter, 'ids'), ...met], isFew: true },
  ];
}

/** The total of such a list, if nothing but dates chooses it. */
export async function countWithOwn(db: Reader, filter: EventFilter): Promise<number> {
  const published = await countInWindow(db, { ...filter, statuses: ['publish'] });
  const isOwn = isOf(filter.viewer.userId);
  const { rows } = await sql<{ total: number }>`select
    (select count(*) from events e where e.status in (${sql.join(ownStatuses.map((status) => sql.lit(status)))})
      and ${inWindow(filter, bare)} and ${isOwn})
    + (select count(*) from events e where ${scheduled(filter.now)} and ${inWindow(filter, unindexedAnywhere)} and ${isOwn})
    as total`.execute(db);
  return Number(published ?? 0) + Number(rows[0]?.total ?? 0);
}

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
