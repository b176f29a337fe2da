// Lists of events that have one of some terms, or are at one of some venues or by one of some organizers: from the index
// of these, which has the events of each in the order of their starts and knows what lists ask of an event.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../../../store/dialect.ts';
import type { Store } from '../../../../store/store.ts';
import { maskedIds, unmasked } from '../../../records/list/editable.ts';
import type { Page } from '../../../records/list/paging.ts';
import { conditionsOf, type EventFilter, usesOnly } from '../conditions.ts';
import { usedFilters } from '../filters.ts';
import { memberColumns } from '../id-sets.ts';
import { count, type Part } from '../order.ts';
import { orderingOf } from '../orders.ts';
import { countInWindow, seesPublished, windowOf } from '../totals.ts';

interface Related {
  table: RawBuilder<unknown>;
  /** Of the term or record. */
  member: RawBuilder<unknown>;
  members: readonly number[];
  /** A query for their ids instead, where there may be many. */
  all?: RawBuilder<unknown>;
  /** An event has a term once; it may be at a venue twice. */
  isOnceEach: boolean;
  /** On the other columns. */
  met: RawBuilder<SqlBool>;
  /** Leaves out what is masked, where something is: of all members, or of the few of a page by looking at each. */
  unmaskedOfAll: RawBuilder<unknown>;
  unmaskedOfFew: RawBuilder<unknown>;
}

/** `undefined` for whatever else chooses. */
function relatedBy(filter: EventFilter): Related | undefined {
  const [[{ relation }, value] = [{}, undefined], ...more] = usedFilters(filter.criteria);
  const members = relation?.members(value, filter);
  if (!relation || !members || more.length > 0 || !seesPublished(filter)) return undefined;
  const { table } = relation;
  const { from, before, endFrom, endBefore } = windowOf(filter.dates);
  const masked = maskedIds(filter.caller, filter.passwordHash);
  return {
    table: sql.table(table),
    member: sql.ref(memberColumns[table]),
    ...('length' in members ? { members } : { members: [], all: members }),
    isOnceEach: table === 'event_terms',
    met: sql<SqlBool>`listed = 1
      and start_utc >= ${from} and start_utc < ${before} and end_utc >= ${endFrom} and end_utc < ${endBefore}
      and published_at <= ${filter.now}`,
    unmaskedOfAll: filter.someProtected ? sql`and event_id not in ${masked}` : sql``,
    unmaskedOfFew: filter.someProtected
      ? sql`and not exists (select 1 from ${masked} as m where m.id = ${sql.ref(`${table}.event_id`)})`
      : sql``,
  };
}

export async function countRelated({ dialect, reader }: Store, filter: EventFilter): Promise<number | undefined> {
  const related = relatedBy(filter);
  if (!related) return undefined;
  const isOnce = related.isOnceEach && related.members.length === 1;
  const { rows } = await sql<{ total: number }>`
    select count(${isOnce ? sql`*` : sql`distinct event_id`}) as total ${linksOf(related, dialect)}`.execute(reader);
  return Number(rows[0]?.total ?? 0);
}

/** A query for the ids of all events of such a list, in brackets. */
export function allRelated({ dialect }: Store, filter: EventFilter): RawBuilder<unknown> | undefined {
  const related = relatedBy(filter);
  return related && sql`(select distinct event_id as id ${linksOf(related, dialect)})`;
}

function linksOf({ table, member, members, all, met, unmaskedOfAll }: Related, dialect: Dialect): RawBuilder<unknown> {
  const [only, ...others] = members;
  const isOne = only !== undefined && others.length === 0;
  const isMember = all ? sql`${member} in ${all}` : dialect.isAmong(member, members);
  return sql`from ${table} where ${isOne ? sql`${member} = ${only}` : isMember} and ${met} ${unmaskedOfAll}`;
}

/** Of more members or rows the calendar itself is sooner scanned. */
const mostMembers = 60;
const mostRows = 1000;

/** A part of the list for each member, in the order of starts; `undefined` for all other lists. */
export function partsOfRelation(filter: EventFilter, page: Page): Part[] | undefined {
  const related = relatedBy(filter);
  const rows = (filter.after ? 0 : page.offset) + page.perPage + 1;
  if (!related || orderingOf(filter) !== 'start_date') return undefined;
  const { table, member, members, met, unmaskedOfFew } = related;
  if (members.length === 0 || members.length > mostMembers || rows > mostRows) return undefined;
  return members.map((id) => ({
    from: sql`(select event_id as id, start_utc, published_at from ${table}
      where ${member} = ${id} and ${met} ${unmaskedOfFew}) as e`,
    conditions: [],
  }));
}

/** The total of a list that only dates choose and having no place: all of the window less those that have one. */
export async function countUnplaced(store: Store, filter: EventFilter): Promise<number | undefined> {
  if (!usesOnly(filter, 'located') || filter.criteria.located || !seesPublished(filter)) return undefined;
  const inWindow = await countInWindow(store.reader, filter);
  const placed = await countRelated(store, { ...filter, criteria: { located: true } });
  if (inWindow === undefined || placed === undefined) return undefined;
  return inWindow - placed - (filter.someProtected ? await countMasked(store, filter) : 0);
}

/** Of the window, those that do not tell this caller where they take place. */
const countMasked = (store: Store, filter: EventFilter): Promise<number> =>
  count(store.reader, [
    sql`e.password_hash is not null and not ${unmasked(filter.caller, filter.passwordHash)}`,
    ...conditionsOf(store, { ...filter, criteria: {} }, 'ids'),
  ]);
