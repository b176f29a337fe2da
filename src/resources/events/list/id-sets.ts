// Filters as sets of event ids. A small set becomes the access path of the query; the others are tested.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../../store/dialect.ts';
import { unindexed } from '../../../store/hints.ts';
import type { Reader, Store } from '../../../store/store.ts';
import { unmasked } from '../../records/list/visibility.ts';
import { conditionsOf, type EventFilter } from './conditions.ts';
import type { AccessPath, Condition, IdSet, ListScope, RelatedIds, Relation } from './filter.ts';
import { usedFilters } from './filters.ts';
import { withinLimits } from './window.ts';

/** Up to this many ids, looking up each event costs less than scanning the calendar in order. */
export const maxCandidates = 2000;

/** The ids that a subquery selects. They are read as one value, because a row for each would cost more than the search. */
export async function selectIds(db: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',') as ids from ${query} as members`.execute(db);
  const ids = rows[0]?.ids;
  return ids ? ids.split(',').map(Number) : [];
}

/** The ids of the first small set, if there is one, and the sets that remain to be tested. */
export async function firstSmallSet(db: Reader, sets: readonly IdSet[]): Promise<Candidates> {
  for (const set of sets) {
    const ids = await selectIds(db, sql`(select id from ${set.ids} as ids limit ${maxCandidates + 1})`);
    if (ids.length <= maxCandidates) return { ids, remaining: sets.filter((other) => other !== set) };
  }
  return { ids: undefined, remaining: sets };
}

/** Ids that a filter limits the list to, if some filter has few, and the sets that still have to be tested. */
export interface Candidates {
  ids: readonly number[] | undefined;
  remaining: readonly IdSet[];
}

/** For many events at once. */
export const isInSet = ({ ofMany, has }: IdSet): Condition => ofMany ?? has;

/** For a few events. */
export const isInSetOfFew = ({ ofFew, has }: IdSet): Condition => ofFew ?? has;

/** For a scan that may end early. */
export const isInSetCorrelated = ({ correlated, has }: IdSet): Condition => correlated ?? has;

export function idSetsOf(store: Store, filter: EventFilter, path: AccessPath): IdSet[] {
  const query = { store, scope: filter, path, isUnmasked: unmasked(filter.caller, filter.passwordHash) };
  return usedFilters(filter.criteria).flatMap(([{ idSets, relation }, value]) => {
    if (idSets) return idSets(value, query);
    const related = relation?.relatedIds(value, filter);
    return relation && related ? [relationSet(store, relation.table, related, filter)] : [];
  });
}

/** Every condition of the filter, as tests of one event at a time. */
export const conditionsPerEvent = (store: Store, filter: EventFilter): Condition[] => [
  ...conditionsOf(store, filter, 'each'),
  ...idSetsOf(store, filter, 'each').map(isInSetCorrelated),
];

export function isOneOf(column: RawBuilder<unknown>, related: RelatedIds, dialect: Dialect): RawBuilder<unknown> {
  if (!('length' in related)) return sql`${column} in ${related}`;
  return related.length === 1 ? sql`${column} = ${related[0]}` : dialect.isAmong(column, related);
}

export const relationColumns = { event_terms: 'term_id', event_links: 'record_id' } as const;

function relationSet(
  { dialect }: Store,
  table: Relation<unknown>['table'],
  related: RelatedIds,
  { dates }: ListScope,
): IdSet {
  const reference = sql.ref(relationColumns[table]);
  // Led by the event, which has few terms and links, never by the events of each term.
  const ofEvent = sql`from ${sql.table(table)} where event_id = e.id and ${isOneOf(unindexed(reference), related, dialect)}`;
  const ids = sql`(select event_id as id from ${sql.table(table)} where ${sql.join([isOneOf(reference, related, dialect), ...withinLimits(sql`start_utc`, dates.from, dates.before)], sql` and `)})`;
  const isAmong = sql<SqlBool>`e.id in ${ids}`;
  return {
    ids,
    has: sql<SqlBool>`exists (select 1 ${ofEvent})`,
    correlated: dialect.findsAny(sql`select event_id ${ofEvent}`),
    // PostgreSQL decides whether to read the whole set; SQLite always does.
    ofFew: dialect.plansByStatistics ? isAmong : undefined,
    ofMany: isAmong,
  };
}
