// Events that overlap the beginning of a window (`ends_after`): they start before it, so that a scan of the index of starts
// would have to begin at the first event of the calendar. They are few, and are merged with the events that start later.
import { type SqlBool, sql } from 'kysely';
import type { Store } from '../../../store/store.ts';
import type { KeysetRow } from '../../records/list/order.ts';
import { durationClasses, overlapping } from './buckets.ts';
import { listedStatuses } from './caller-statuses.ts';
import { conditionsOf, type EventFilter } from './conditions.ts';
import type { IdSet } from './filter.ts';
import { selectIds } from './id-sets.ts';
import { orderingOf } from './orders.ts';
import { type MergeQuery, selectPage } from './page-query.ts';
import { windowOf } from './window.ts';

/**
 * The overlap of a list in the order of starts: its events start before `moment`, and end then or later. `ids` is a subquery
 * in brackets. `undefined` if the list has none or is not read by starts.
 */
export function overlapOf(filter: EventFilter) {
  const { endFrom: moment } = filter.dates;
  const statuses = listedStatuses(filter);
  if (moment === undefined || orderingOf(filter) !== 'start_date' || filter.criteria.hidden || !statuses)
    return undefined;
  const { from, before } = windowOf(filter.dates);
  const starts = durationClasses.map(({ maxSeconds }) => Math.max(from, moment - maxSeconds));
  const each = statuses.map((status) => overlapping(status, starts, moment, Math.min(moment, before)));
  return { moment, ids: sql`(${sql.join(each, sql` union all `)})` };
}

export async function selectPageWithOverlap(
  store: Store,
  query: MergeQuery,
  sets: readonly IdSet[],
): Promise<KeysetRow[]> {
  const { filter } = query;
  const overlap = overlapOf(filter);
  if (!overlap) return selectPage(query);
  // Read first, because planners overestimate their number.
  const ids = await selectIds(query.db, overlap.ids);
  const isLater = sql<SqlBool>`e.start_utc >= ${overlap.moment}`;
  const later = query.parts.map((part) => ({ ...part, conditions: [...part.conditions, isLater] }));
  if (ids.length === 0) return selectPage({ ...query, parts: later });
  const isOverlapping = store.dialect.isAmong(sql`e.id`, ids);
  const conditions = [...conditionsOf(store, filter, 'ids'), ...sets.map(({ has }) => has), isOverlapping];
  return selectPage({ ...query, parts: [{ conditions }, ...later] });
}
