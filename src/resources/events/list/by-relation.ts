// Lists of events that have one of some terms, or are at one of some venues or by one of some organizers: from the index
// of these, which has the events of each in the order of their starts and knows what lists ask of an event.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../../store/dialect.ts';
import type { Store } from '../../../store/store.ts';
import { maskedIds } from '../../records/list/editable.ts';
import { after, orderTerms } from '../../records/list/order.ts';
import type { Page } from '../../records/list/paging.ts';
import type { EventFilter } from './conditions.ts';
import { usedFilters } from './filters.ts';
import { memberColumns } from './id-sets.ts';
import type { Found } from './order.ts';
import { orderingOf } from './orders.ts';
import { seesPublished, windowOf } from './totals.ts';

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

/** Of more members or rows the calendar itself is sooner walked through. */
const mostMembers = 60;
const mostRows = 1000;

/**
 * A page of such a list in the order of starts, and one more. What is across the first end of a window has no place in
 * that order: `undefined` for such lists, and for all others.
 */
export async function idsRelated({ reader }: Store, filter: EventFilter, page: Page): Promise<Found[] | undefined> {
  const related = relatedBy(filter);
  const isByStart = orderingOf(filter) === 'start_date';
  const limit = page.perPage + 1;
  const skip = filter.after ? 0 : page.offset;
  if (!related || !isByStart || filter.dates.endFrom !== undefined) return undefined;
  if (related.members.length === 0 || related.members.length > mostMembers || skip + limit > mostRows) return undefined;
  const order = { columns: [sql`start_utc`, sql`published_at`, sql`event_id`], descending: filter.descending };
  const further = filter.after ? sql`and ${after(order, filter.after)}` : sql``;
  // The first of each are among the first of all.
  const each = related.members.map(
    (member) => sql`select * from (select event_id, start_utc, published_at from ${related.table}
      where ${related.member} = ${member} and ${related.met} ${further} ${related.unmaskedOfFew} order by ${orderTerms(order)} limit ${skip + limit}) as m`,
  );
  const { rows } = await sql<Found>`
    select event_id as id, start_utc as sort_key, published_at from (${sql.join(each, sql` union `)}) as m
    order by ${orderTerms(order)} limit ${limit} offset ${skip}`.execute(reader);
  return rows;
}
