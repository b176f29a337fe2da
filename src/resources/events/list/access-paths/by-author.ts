// Lists for callers who see more than public events, in the order of starts or publications. No index has all of their
// events in that order, so each status is a part of its own, and the parts are merged.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoredStatus } from '../../../../core/kinds.ts';
import { unindexed, unindexedAnywhere } from '../../../../store/hints.ts';
import type { Reader, Store } from '../../../../store/store.ts';
import {
  conditionsExceptVisibility,
  type EventFilter,
  listsAllButTrash,
  listsPublicAndOwn,
  storedExceptTrash,
} from '../conditions.ts';
import type { AccessPath, Condition } from '../filter.ts';
import type { Part } from '../page-query.ts';
import { countInWindow } from '../totals.ts';
import { isInWindow, isPublishedAfter } from '../window.ts';

const unpublished = ['draft', 'pending', 'private'] as const;

/** `tests` are further conditions on every part. `undefined` for orders that have an index with all of the list's events. */
export function partsByStatus(
  store: Store,
  filter: EventFilter,
  path: AccessPath,
  tests: readonly Condition[],
): Part[] | undefined {
  const isByStart = path === 'starts' && filter.orderBy === 'start_date';
  const isByPublication = path === 'order' && filter.orderBy === 'date';
  const needsAllStatuses = isByPublication && listsAllButTrash(filter);
  if (!needsAllStatuses && !(listsPublicAndOwn(filter) && (isByStart || isByPublication))) return undefined;
  const inOrder = [...conditionsExceptVisibility(store, filter, path), ...tests];
  if (needsAllStatuses) return storedExceptTrash.map((status) => ({ conditions: [hasStatus(status), ...inOrder] }));
  const { caller, now } = filter;
  const byIds = [...conditionsExceptVisibility(store, filter, 'ids'), ...tests];
  const isOwn = isBy(caller.userId);
  // The index of starts has the author; the index of publications does not.
  const own = isByStart
    ? unpublished.map((status) => ({ conditions: [hasStatus(status), isOwn, ...inOrder] }))
    : [{ conditions: [sql<SqlBool>`e.author_id = ${caller.userId} and ${isUnpublished}`, ...byIds], isSmall: true }];
  return [
    { conditions: [sql<SqlBool>`${hasStatus('publish')} and e.published_at <= ${now}`, ...inOrder] },
    ...own,
    { conditions: [isScheduled(now), isOwn, ...byIds], isSmall: true },
  ];
}

/** The total of `listsPublicAndOwn` for lists without filters other than dates. */
export async function countPublicAndOwn(db: Reader, filter: EventFilter): Promise<number> {
  const published = await countInWindow(db, { ...filter, statuses: ['publish'] });
  const isOwn = isBy(filter.caller.userId);
  const inWindow = isInWindow(filter.dates);
  const inWindowUnindexed = isInWindow(filter.dates, unindexedAnywhere);
  const { rows } = await sql<{ total: number }>`select
    (select count(*) from events e where ${isUnpublished} and ${inWindow} and ${isOwn})
    + (select count(*) from events e where ${isScheduled(filter.now)} and ${inWindowUnindexed} and ${isOwn})
    as total`.execute(db);
  return Number(published ?? 0) + Number(rows[0]?.total ?? 0);
}

const hasStatus = (status: StoredStatus): RawBuilder<SqlBool> => sql<SqlBool>`e.status = ${sql.lit(status)}`;

const isUnpublished = sql<SqlBool>`e.status in (${sql.join(unpublished.map((status) => sql.lit(status)))})`;

const isBy = (userId: number): RawBuilder<SqlBool> => sql<SqlBool>`${unindexed(sql`e.author_id`)} = ${userId}`;

const isScheduled = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`e.status = 'publish' and ${isPublishedAfter(now)}`;
