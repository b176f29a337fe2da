// Filters as queries for the ids of the matching events: one with few ids leads to the list.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { unindexed } from '../../../store/hints.ts';
import type { Reader, Store } from '../../../store/store.ts';
import { unmasked } from '../../records/list/editable.ts';
import type { EventFilter } from './conditions.ts';
import type { AccessPath, Condition, DateLimits, IdSet, ListScope, Relation } from './filter.ts';
import { usedFilters } from './filters.ts';

/** Up to so many ids it is cheaper to look up each event than to scan the calendar in order. */
export const fewIds = 2000;

/** As one value: rows of their own would cost more than finding them. */
export async function idsIn(db: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',') as ids from ${query} as members`.execute(db);
  const ids = rows[0]?.ids;
  return ids ? ids.split(',').map(Number) : [];
}

/** The ids of the first set that has few, and the sets that are still to be tested. */
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

/** Of all filters that are used; venues are found first. */
export async function idSetsOf(store: Store, filter: EventFilter): Promise<IdSet[]> {
  const found: IdSet[] = [];
  for (const [{ findVenues }, value] of usedFilters(filter.criteria)) {
    const venues = await findVenues?.(value, filter, store.reader);
    if (venues) found.push(setOf(store, 'event_links', venues, filter));
  }
  return [...found, ...setsOf(store, filter, 'ids')];
}

/** Without those for which venues have to be found first. */
export function setsOf(store: Store, filter: EventFilter, path: AccessPath): IdSet[] {
  const query = { store, scope: filter, path, isWhole: unmasked(filter.caller, filter.passwordHash) };
  return usedFilters(filter.criteria).flatMap(([{ idSets, relation }, value]) => {
    if (idSets) return idSets(value, query);
    const members = relation?.members(value, filter);
    return relation && members ? [setOf(store, relation.table, members, filter)] : [];
  });
}

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
    ids: sql`(select event_id as id from ${sql.table(table)} where ${isOneOf(member)}${startsWithin(dates)})`,
    has: sql<SqlBool>`exists (select 1 ${ofEvent})`,
    alone: dialect.findsAny(sql`select event_id ${ofEvent}`),
  };
}

/** The window as far as links know it: a bound for `start_utc`, to be added to a condition. */
function startsWithin({ startFrom, startBefore, endBefore }: DateLimits): RawBuilder<unknown> {
  const before = Math.min(startBefore ?? Number.MAX_SAFE_INTEGER, endBefore ?? Number.MAX_SAFE_INTEGER);
  if (startFrom === undefined && before === Number.MAX_SAFE_INTEGER) return sql``;
  return sql` and start_utc >= ${startFrom ?? Number.MIN_SAFE_INTEGER} and start_utc < ${before}`;
}
