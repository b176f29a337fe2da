// The filter of a list of events, the statuses that it selects, and the SQL conditions that it stands for, by access path.
import { type SqlBool, sql } from 'kysely';
import { mapValues } from '../../../core/objects.ts';
import { mayCreate, mayEditOthers } from '../../../core/roles.ts';
import { unindexed } from '../../../store/hints.ts';
import type { Store } from '../../../store/store.ts';
import { maskedIds, unmasked, visible, visibleById } from '../../records/list/visibility.ts';
import type { AccessPath, Condition, ListScope } from './filter.ts';
import { type Criteria, type FilterName, usedFilters } from './filters.ts';
import type { EventOrdering } from './orders.ts';
import { withinLimits } from './window.ts';

export interface EventFilter extends ListScope {
  criteria: Criteria;
  orderBy: EventOrdering;
  descending: boolean;
}

/** Whether the list is limited by dates and the caller's rights only. */
export const filtersByDatesOnly = ({ criteria }: EventFilter): boolean => Object.keys(criteria).length === 0;

/** Whether this is the only filter besides dates. */
export const filtersOnlyBy = ({ criteria }: EventFilter, name: FilterName): boolean =>
  name in criteria && Object.keys(criteria).length === 1;

export function conditionsOf(store: Store, filter: EventFilter, path: AccessPath): Condition[] {
  const byPublication = path === 'order' && filter.orderBy === 'date';
  const isVisible = usesIndexOfStarts(path) || byPublication ? visible : visibleById;
  return [isVisible('e', filter), ...conditionsExceptVisibility(store, filter, path)];
}

const columns = { hidden: sql`e.hide_from_listings`, start: sql`e.start_utc`, end: sql`e.end_utc` };
const unindexedColumns = mapValues(columns, unindexed);

const usesIndexOfStarts = (path: AccessPath): boolean => path === 'starts' || path === 'count';

export function conditionsExceptVisibility(store: Store, filter: EventFilter, path: AccessPath): Condition[] {
  const { caller, passwordHash, criteria, dates } = filter;
  const isUnmasked =
    path === 'count' ? sql<SqlBool>`e.id not in ${maskedIds(caller, passwordHash)}` : unmasked(caller, passwordHash);
  const { hidden, start, end } = usesIndexOfStarts(path) ? columns : unindexedColumns;
  const used = usedFilters(criteria);
  // In reverse, so that texts, which cost most, are tested last.
  const conditions = used
    .flatMap(([{ condition }, value]) => condition?.(value, { store, scope: filter, path, isUnmasked }) ?? [])
    .reverse();
  const needsUnmasked = filter.hasProtected && used.some(([{ hiddenByMask }]) => hiddenByMask);
  return [
    sql<SqlBool>`${hidden} = ${criteria.hidden ? 1 : 0}`,
    ...withinLimits(start, dates.from, dates.before),
    ...withinLimits(end, dates.endFrom, dates.endBefore),
    ...conditions,
    ...(needsUnmasked ? [isUnmasked] : []),
  ];
}

/** The statuses that rows outside the trash have; `future` is never stored. */
export const storedExceptTrash = ['publish', 'draft', 'pending', 'private'] as const;

/** Only published events whose publication time has passed. */
export const listsPublishedOnly = ({ caller, statuses }: EventFilter): boolean =>
  statuses === undefined ? !mayCreate(caller) : statuses.length === 1 && statuses[0] === 'publish';

export const listsAllButTrash = ({ caller, statuses }: EventFilter): boolean =>
  statuses === undefined && mayEditOthers(caller);

/** Public events, and the caller's own of any status but the trash. */
export const listsPublicAndOwn = ({ caller, statuses, criteria }: EventFilter): boolean =>
  statuses === undefined && !criteria.hidden && mayCreate(caller) && !mayEditOthers(caller);
