// The result set of a list, without order: for totals, and for the cache of totals.
import { sql } from 'kysely';
import type { Store } from '../../../../store/store.ts';
import { offloadSearch } from '../../../records/list/offload.ts';
import { conditionsOf, type EventFilter, filtersByDatesOnly } from '../conditions.ts';
import type { Condition } from '../filter.ts';
import { type Candidates, conditionsPerEvent, firstSmallSet, idSetsOf, isInSetOfFew, selectIds } from '../id-sets.ts';
import { conditionsForCount } from './by-change.ts';
import { idsByRelation } from './by-relation.ts';

export async function findCandidates(store: Store, filter: EventFilter): Promise<Candidates> {
  const sets = idSetsOf(store, filter, 'ids');
  const { include } = filter.criteria;
  return include ? { ids: include, remaining: sets } : firstSmallSet(store.reader, sets);
}

/** Reads a result set, on the read worker if it may be large. */
export const offloadResultSet = <T>(store: Store, filter: EventFilter, read: () => Promise<T>): Promise<T> =>
  filtersByDatesOnly(filter) ? read() : offloadSearch(store, filter.criteria.search, read);

/** Conditions that select exactly the list from all events of the calendar. */
export async function matchConditions(
  store: Store,
  filter: EventFilter,
  candidates?: Candidates,
): Promise<readonly Condition[]> {
  const { ids, remaining } = candidates ?? (await findCandidates(store, filter));
  if (!ids) return conditionsForCount(store, filter, remaining);
  return [...conditionsOf(store, filter, 'ids'), store.dialect.isAmong(sql`e.id`, ids), ...remaining.map(isInSetOfFew)];
}

export async function matchingIds(store: Store, filter: EventFilter): Promise<number[]> {
  const byRelation = idsByRelation(store, filter);
  if (byRelation) return selectIds(store.reader, byRelation);
  return selectMatching(store, await matchConditions(store, filter));
}

/** The events among these record ids that match. */
export const matchingIdsAmong = (store: Store, filter: EventFilter, ids: readonly number[]): Promise<number[]> =>
  selectMatching(store, [store.dialect.isAmong(sql`e.id`, ids), ...conditionsPerEvent(store, filter)]);

const selectMatching = ({ reader }: Store, conditions: readonly Condition[]): Promise<number[]> =>
  selectIds(reader, sql`(select e.id from events e where ${sql.join(conditions, sql` and `)})`);
