// Lists by terms, venues or organizers: the index of each relation has the events of a term or record in the order of their
// starts, with all columns that lists test.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../../../store/dialect.ts';
import type { Store } from '../../../../store/store.ts';
import type { Page } from '../../../records/list/paging.ts';
import { maskedIds, unmasked } from '../../../records/list/visibility.ts';
import { conditionsOf, type EventFilter, filtersOnlyBy, listsPublishedOnly } from '../conditions.ts';
import type { RelatedIds } from '../filter.ts';
import { usedFilters } from '../filters.ts';
import { isOneOf, relationColumns } from '../id-sets.ts';
import { countMatching, type Part } from '../page-query.ts';
import { countInWindow } from '../totals.ts';

interface RelationQuery {
  table: 'event_terms' | 'event_links';
  /** The column that refers to the term or record. */
  reference: RawBuilder<unknown>;
  related: RelatedIds;
  /** Visibility and dates, on the relation's own columns. */
  conditions: RawBuilder<SqlBool>;
}

/** The query of a list with one relation as its only filter besides dates; `undefined` for any other list. */
function relationQuery(filter: EventFilter): RelationQuery | undefined {
  const [[{ relation }, value] = [{}, undefined], ...more] = usedFilters(filter.criteria);
  const related = relation?.relatedIds(value, filter);
  if (!relation || !related || more.length > 0 || !listsPublishedOnly(filter)) return undefined;
  const { from, before, endFrom, endBefore } = filter.dates;
  return {
    table: relation.table,
    reference: sql.ref(relationColumns[relation.table]),
    related,
    conditions: sql<SqlBool>`listed = 1
      and start_utc >= ${from} and start_utc < ${before} and end_utc >= ${endFrom} and end_utc < ${endBefore}
      and published_at <= ${filter.now}`,
  };
}

export async function countByRelation({ dialect, reader }: Store, filter: EventFilter): Promise<number | undefined> {
  const query = relationQuery(filter);
  if (!query) return undefined;
  // An event has a term once, but may be linked to a venue twice.
  const isOnce = query.table === 'event_terms' && 'length' in query.related && query.related.length === 1;
  const { rows } = await sql<{ total: number }>`
    select count(${isOnce ? sql`*` : sql`distinct event_id`}) as total ${allRows(query, filter, dialect)}`.execute(
    reader,
  );
  return Number(rows[0]?.total ?? 0);
}

/** A subquery for the ids of all events of such a list, in brackets. */
export function idsByRelation({ dialect }: Store, filter: EventFilter): RawBuilder<unknown> | undefined {
  const query = relationQuery(filter);
  return query && sql`(select distinct event_id as id ${allRows(query, filter, dialect)})`;
}

function allRows(
  { table, reference, related, conditions }: RelationQuery,
  filter: EventFilter,
  dialect: Dialect,
): RawBuilder<unknown> {
  const isUnmasked = filter.hasProtected
    ? sql`and event_id not in ${maskedIds(filter.caller, filter.passwordHash)}`
    : sql``;
  return sql`from ${sql.table(table)} where ${isOneOf(reference, related, dialect)} and ${conditions} ${isUnmasked}`;
}

/** With more terms or records, or for a page further down, scanning the calendar costs less. */
const maxRelated = 60;
const maxRows = 1000;

/** A part for each term or record, in the order of starts; `undefined` for any other list. */
export function partsByRelation(filter: EventFilter, page: Page): Part[] | undefined {
  const query = relationQuery(filter);
  const rows = page.offset + page.perPage + 1;
  if (!query || filter.orderBy !== 'start_date' || rows > maxRows) return undefined;
  const { table, reference, related, conditions } = query;
  if (!('length' in related) || related.length === 0 || related.length > maxRelated) return undefined;
  const isUnmasked = filter.hasProtected
    ? sql`and not exists (select 1 from ${maskedIds(filter.caller, filter.passwordHash)} as m
        where m.id = ${sql.ref(`${table}.event_id`)})`
    : sql``;
  return related.map((id) => ({
    from: sql`(select event_id as id, start_utc, published_at from ${sql.table(table)}
      where ${reference} = ${id} and ${conditions} ${isUnmasked}) as e`,
    conditions: [],
  }));
}

/** The total with `geoloc=false` as the only filter besides dates: all events of the window less those with coordinates. */
export async function countWithoutCoordinates(store: Store, filter: EventFilter): Promise<number | undefined> {
  if (!filtersOnlyBy(filter, 'located') || filter.criteria.located || !listsPublishedOnly(filter)) return undefined;
  const inWindow = await countInWindow(store.reader, filter);
  const located = await countByRelation(store, { ...filter, criteria: { located: true } });
  if (inWindow === undefined || located === undefined) return undefined;
  return inWindow - located - (filter.hasProtected ? await countMasked(store, filter) : 0);
}

const countMasked = (store: Store, filter: EventFilter): Promise<number> =>
  countMatching(store.reader, [
    sql`e.password_hash is not null and not ${unmasked(filter.caller, filter.passwordHash)}`,
    ...conditionsOf(store, { ...filter, criteria: {} }, 'ids'),
  ]);
