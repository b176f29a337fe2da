// Filters as queries for the ids of the matching events: one with few ids leads to the list.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { unindexed } from '../../../store/hints.ts';
import type { Reader, Store } from '../../../store/store.ts';
import { unmasked } from '../../records/list/editable.ts';
import { conditionsOf, type EventFilter } from './conditions.ts';
import type { AccessPath, Condition, IdSet, ListScope, Relation } from './filter.ts';
import { usedFilters } from './filters.ts';
import { startsWithin } from './window.ts';

/** Up to so many ids it is cheaper to look up each event than to scan the calendar in order. */
export const fewIds = 2000;

/** As one value: rows of their own would cost more than finding them. */
export async function idsIn(db: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',') as ids from ${query} as members`.execute(db);
  const ids = rows[0]?.ids;
  return ids ? ids.split(',').map(Number) : [];
}

/** The ids of the first small set, and the sets that remain to be tested. */
export async function firstFew(
  db: Reader,
  sets: readonly IdSet[],
): Promise<{ few: number[] | undefined; rest: readonly IdSet[] }> {
  for (const set of sets) {
    const few = await idsIn(db, sql`(select id from ${set.ids} as ids limit ${fewIds + 1})`);
    if (few.length <= fewIds) return { few, rest: sets.filter((other) => other !== set) };
  }
  return { few: undefined, rest: sets };
}

/** For many events at once: the whole set is read first, unless the event's own row decides. */
export const isMember = ({ ids, has, isOwn }: IdSet): Condition => (isOwn ? has : sql<SqlBool>`e.id in ${ids}`);

/** For few events. */
export const hasEach = (set: IdSet): Condition => set.each ?? isMember(set);

/** For each event of a scan. */
export const hasAlone = ({ alone, has }: IdSet): Condition => alone ?? has;

/** Of all filters that are used. */
export function setsOf(store: Store, filter: EventFilter, path: AccessPath): IdSet[] {
  const query = { store, scope: filter, path, isWhole: unmasked(filter.caller, filter.passwordHash) };
  return usedFilters(filter.criteria).flatMap(([{ idSets, relation }, value]) => {
    if (idSets) return idSets(value, query);
    const members = relation?.members(value, filter);
    return relation && members ? [setOf(store, relation.table, members, filter)] : [];
  });
}

/** All conditions, on each event by itself. */
export const conditionsOnEach = (store: Store, filter: EventFilter): Condition[] => [
  ...conditionsOf(store, filter, 'some'),
  ...setsOf(store, filter, 'some').map(hasAlone),
];

/** The columns of both tables that name what an event is related to. */
export const memberColumns = { event_terms: 'term_id', event_links: 'record_id' } as const;

function setOf(
  { dialect }: Store,
  table: Relation<unknown>['table'],
  members: NonNullable<ReturnType<Relation<unknown>['members']>>,
  { dates }: ListScope,
): IdSet {
  const member = sql.ref(memberColumns[table]);
  const isOneOf = (column: RawBuilder<unknown>) =>
    'length' in members ? dialect.isAmong(column, members) : sql`${column} in ${members}`;
  // Of one event its few terms and links are looked at, not the events of each of these.
  const ofEvent = sql`from ${sql.table(table)} where event_id = e.id and ${isOneOf(unindexed(member))}`;
  return {
    ids: sql`(select event_id as id from ${sql.table(table)} where ${sql.join([isOneOf(member), ...startsWithin(dates, sql`start_utc`)], sql` and `)})`,
    has: sql<SqlBool>`exists (select 1 ${ofEvent})`,
    alone: dialect.findsAny(sql`select event_id ${ofEvent}`),
  };
}
