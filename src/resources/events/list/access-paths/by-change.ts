// Access by the time of the last change. The index of changes also has the columns that lists by dates test, but the index
// of starts does not have the time of change: with that index, each row would be read.
import { sql } from 'kysely';
import type { Store } from '../../../../store/store.ts';
import { timeWithin } from '../../../records/list/time-range.ts';
import { conditionsOf, type EventFilter, filtersByDatesOnly, filtersOnlyBy } from '../conditions.ts';
import type { Condition, IdSet } from '../filter.ts';
import { isInSet } from '../id-sets.ts';
import { countInWindow } from '../totals.ts';

/** Index entries that are scanned in the time of reading one row. */
const entriesPerRow = 8;

/**
 * Scan budget in index entries: beyond it, sorting the window is cheaper. `undefined` if this list cannot use the index of
 * changes alone.
 */
export async function changeScanBudget(
  { reader }: Store,
  filter: EventFilter,
  total: number | undefined,
): Promise<number | undefined> {
  const isCovered = filtersByDatesOnly(filter) || filtersOnlyBy(filter, 'modified');
  if (filter.orderBy !== 'modified' || !isCovered) return undefined;
  return entriesPerRow * (total ?? (await countInWindow(reader, filter)) ?? Number.POSITIVE_INFINITY);
}

/** Conditions for a total: by the index of changes if fewer events changed in time than start in the window. */
export async function conditionsForCount(
  store: Store,
  filter: EventFilter,
  sets: readonly IdSet[],
): Promise<Condition[]> {
  const inSets = sets.map(isInSet);
  if (!(await isChangeIndexCheaper(store, filter))) return [...conditionsOf(store, filter, 'count'), ...inSets];
  return [
    ...conditionsOf(store, filter, 'ids'),
    ...timeWithin(filter.criteria.modified, sql`e.modified_at`),
    ...inSets,
  ];
}

async function isChangeIndexCheaper({ reader, dialect }: Store, filter: EventFilter): Promise<boolean> {
  const changed = timeWithin(filter.criteria.modified, sql`modified_at`);
  if (changed.length === 0 || dialect.plansByStatistics) return false;
  const inWindow = await countInWindow(reader, filter);
  if (inWindow === undefined) return true;
  const budget = entriesPerRow * inWindow;
  const { rows } = await sql<{ changed: number }>`select count(*) as changed
    from (select id from events where ${sql.join(changed, sql` and `)} limit ${budget + 1}) as within`.execute(reader);
  return (rows[0]?.changed ?? 0) <= budget;
}
