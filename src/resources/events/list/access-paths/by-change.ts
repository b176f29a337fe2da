// Events by the time of their last change. The index of that time tells all that a list by dates asks of an event; that of
// starts does not tell when it changed, so that each row would be read.
import { sql } from 'kysely';
import type { Store } from '../../../../store/store.ts';
import { modifiedWithin } from '../../../records/list/modified.ts';
import { conditionsOf, type EventFilter, hasDatesOnly, usesOnly } from '../conditions.ts';
import type { Condition, IdSet } from '../filter.ts';
import { isMember } from '../id-sets.ts';
import { countInWindow } from '../totals.ts';

/** So many entries of the index are looked at in the time that one row is read in. */
const entriesForRow = 8;

/**
 * How many entries it is worth to walk past instead of sorting the events of the window, `known` of which there may be;
 * `undefined` where it is not.
 */
export async function scanWorth(
  { reader }: Store,
  filter: EventFilter,
  known: number | undefined,
): Promise<number | undefined> {
  const isIndexed = hasDatesOnly(filter) || usesOnly(filter, 'modified');
  if (filter.orderBy !== 'modified' || !isIndexed) return undefined;
  return entriesForRow * (known ?? (await countInWindow(reader, filter)) ?? Number.POSITIVE_INFINITY);
}

/** Of all events, for counting: led to by the time of change where fewer changed within it than are in the window. */
export async function conditionsOnIndex(
  store: Store,
  filter: EventFilter,
  sets: readonly IdSet[],
): Promise<Condition[]> {
  const members = sets.map(isMember);
  const changed = modifiedWithin(filter.criteria.modified, sql`e.modified_at`);
  if (!(await isLedByChange(store, filter))) return [...conditionsOf(store, filter, 'every'), ...members];
  return [...conditionsOf(store, filter, 'ids'), ...changed, ...members];
}

async function isLedByChange({ reader, dialect }: Store, filter: EventFilter): Promise<boolean> {
  const changed = modifiedWithin(filter.criteria.modified, sql`modified_at`);
  if (changed.length === 0 || dialect.plansByStatistics) return false;
  const inWindow = await countInWindow(reader, filter);
  if (inWindow === undefined) return true;
  const worth = entriesForRow * inWindow;
  const { rows } = await sql<{ changed: number }>`select count(*) as changed
    from (select id from events where ${sql.join(changed, sql` and `)} limit ${worth + 1}) as within`.execute(reader);
  return (rows[0]?.changed ?? 0) <= worth;
}
