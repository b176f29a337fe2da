// The filter of a list of events, and the conditions on the event `e` that it stands for.
import { type SqlBool, sql } from 'kysely';
import { unindexed } from '../../../store/hints.ts';
import type { Store } from '../../../store/store.ts';
import type { Position } from '../../records/list/cursor.ts';
import { maskedIds, unmasked } from '../../records/list/editable.ts';
import { visible, visibleById } from '../../records/list/visibility.ts';
import type { AccessPath, Condition, DateLimits, ListScope } from './filter.ts';
import { type Criteria, type FilterName, filterNames, usedFilters } from './filters.ts';
import type { EventOrdering } from './orders.ts';
import { startsWithin } from './window.ts';

export interface EventFilter extends ListScope {
  criteria: Criteria;
  orderBy: EventOrdering | undefined;
  descending: boolean;
  after?: Position | undefined;
}

/** Whether nothing but dates and the rights of the caller chooses the events. */
export const hasDatesOnly = ({ criteria }: EventFilter): boolean => usedNames(criteria).length === 0;

/** Whether this filter alone chooses the events, beside the dates. */
export const usesOnly = ({ criteria }: EventFilter, name: FilterName): boolean =>
  criteria[name] !== undefined && usedNames(criteria).length === 1;

const usedNames = (criteria: Criteria): FilterName[] => filterNames.filter((name) => criteria[name] !== undefined);

/** Only the columns of the access path are offered to the indexes: SQLite's planner has no other way to be told. */
export function conditionsOf(store: Store, filter: EventFilter, path: AccessPath): Condition[] {
  const byPublication = path === 'order' && filter.orderBy === 'date';
  const sight = isByStarts(path) || byPublication ? visible : visibleById;
  return [sight('e', filter), ...conditionsBeside(store, filter, path)];
}

const isByStarts = (path: AccessPath): boolean => path === 'starts' || path === 'every';

/** All of them but that the caller may find the event. */
export function conditionsBeside(store: Store, filter: EventFilter, path: AccessPath): Condition[] {
  const isWhole = path === 'every' ? notMasked(filter) : unmasked(filter.caller, filter.passwordHash);
  const byStarts = isByStarts(path);
  const used = usedFilters(filter.criteria);
  // In reverse: texts are tested last, as that costs most.
  const conditions = used
    .flatMap(([{ condition }, value]) => condition?.(value, { store, scope: filter, path, isWhole }) ?? [])
    .reverse();
  const isMaskable = used.some(([{ hiddenByMask }]) => hiddenByMask);
  return [
    sql<SqlBool>`${byStarts ? bare.hidden : withoutIndex.hidden} = ${filter.criteria.hidden ? 1 : 0}`,
    ...byDates(filter.dates, byStarts),
    ...conditions,
    ...(isMaskable && filter.someProtected ? [isWhole] : []),
  ];
}

/** Few are masked: found by the index of these. */
const notMasked = ({ caller, passwordHash }: EventFilter): Condition =>
  sql<SqlBool>`e.id not in ${maskedIds(caller, passwordHash)}`;

/** Columns of the index of starts. */
const bare = { start: sql`e.start_utc`, end: sql`e.end_utc`, hidden: sql`e.hide_from_listings` };
const withoutIndex = { start: unindexed(bare.start), end: unindexed(bare.end), hidden: unindexed(bare.hidden) };

const byDates = (dates: DateLimits, indexed: boolean): Condition[] => {
  const { start, end } = indexed ? bare : withoutIndex;
  const { endFrom, endBefore } = dates;
  return [
    ...startsWithin(dates, start),
    ...(endFrom === undefined ? [] : [sql<SqlBool>`${end} >= ${endFrom}`]),
    ...(endBefore === undefined ? [] : [sql<SqlBool>`${end} < ${endBefore}`]),
  ];
};
