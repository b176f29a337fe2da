// What events are linked to, as queries for their ids: few of them lead to a list.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchTerms } from '../../../core/text/fold.ts';
import { unindexed, unindexedText } from '../../../store/hints.ts';
import type { Reader, Store } from '../../../store/store.ts';
import { modifiedWithin } from '../../records/list/modified.ts';
import { isWithin, type PlaceFilter } from '../../records/list/places.ts';
import { idsWithText, shownTextMeets } from '../../records/list/search.ts';
import { visible, visibleById } from '../../records/list/visibility.ts';
import type { Condition, DateLimits, EventFilter } from './conditions.ts';

/** A filter by what events are linked to: a query for their ids, in brackets, and the same asked of one event. */
export interface IdSet {
  ids: RawBuilder<unknown>;
  has: Condition;
  /** `has` of each event by itself: for a value that few rows are asked for PostgreSQL would gather all of the set. */
  alone?: Condition;
  /** Tells of one event without looking up all that are in the set, as `has` and `ids` do. */
  each?: Condition;
  /** The event's own row tells, which is sooner asked than compared with the ids. */
  isOwn?: boolean;
}

/** Up to so many ids it is cheaper to look each event up than to walk the calendar in order. */
export const fewIds = 2000;

/** As one value: rows of their own would cost more than finding them. */
export async function idsIn(db: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',') as ids from ${query} as members`.execute(db);
  const ids = rows[0]?.ids;
  return ids ? ids.split(',').map(Number) : [];
}

/** The ids of the first set that has few, and the sets that are still to be met. */
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

/** Asked of many events at once: all that are in the set are found first, or the event's own row tells. */
export const isMember = ({ ids, has, isOwn }: IdSet): Condition => (isOwn ? has : sql<SqlBool>`e.id in ${ids}`);

/** Asked of few events. */
export const hasEach = (set: IdSet): Condition => set.each ?? isMember(set);

/** Asked of each event that is passed. */
export const hasAlone = ({ alone, has }: IdSet): Condition => alone ?? has;

/** Events that changed within a time lead to the list where they are few; else the list finds them on its way. */
function byModification({ modified }: EventFilter): IdSet[] {
  const within = modifiedWithin(modified, sql`modified_at`);
  if (within.length === 0) return [];
  const has = sql<SqlBool>`${sql.join(modifiedWithin(modified, unindexed(sql`e.modified_at`)), sql` and `)}`;
  return [{ ids: sql`(select id from events where ${sql.join(within, sql` and `)})`, has, isOwn: true }];
}

export async function idSetsOf(store: Store, filter: EventFilter): Promise<IdSet[]> {
  const { around } = filter.place;
  return [
    ...(around ? byLinks(store, await venuesWithin(store.reader, filter, around), filter.dates) : []),
    ...indexedWords(store, filter).map((word) => byWord(store, filter, word)),
    ...setsOfRows(store, filter),
  ];
}

/** Words to be found for which there is an index. */
const indexedWords = ({ dialect }: Store, { search }: EventFilter): string[] =>
  search === undefined ? [] : searchTerms(search).include.filter((word) => dialect.isIndexed(word));

/** Those of filters that an event meets or not by its rows and those of its venues, beside its words. */
export function setsOfRows(store: Store, filter: EventFilter): IdSet[] {
  return [
    ...byTerms(store, filter.categories, filter.dates),
    ...byTerms(store, filter.tags, filter.dates),
    ...byLinks(store, filter.venues, filter.dates),
    ...byLinks(store, filter.organizers, filter.dates),
    ...byModification(filter),
    ...(filter.place.located ? [atVenue(store, filter, sql`v.geo_lat is not null`)] : []),
  ];
}

function byWord(store: Store, { language }: EventFilter, word: string): IdSet {
  const ids = idsWithText(store.dialect, word, { kind: 'event', language });
  const each = shownTextMeets('e.id', language, [store.dialect.contains(word, false)]);
  return { ids, has: sql<SqlBool>`e.id in ${ids}`, each };
}

// Of one event its few terms and links are looked at, not the events of each of these.
const termOfEvent = unindexed(sql`term_id`);
const recordOfEvent = unindexed(sql`record_id`);

function byTerms({ dialect }: Store, terms: readonly number[] | undefined, dates: DateLimits): IdSet[] {
  if (!terms) return [];
  const list = dialect.among(terms);
  return [
    {
      ids: sql`(select event_id as id from event_terms where term_id in ${list}${startsWithin(dates)})`,
      has: sql<SqlBool>`exists (select 1 from event_terms where event_id = e.id and ${termOfEvent} in ${list})`,
      alone: dialect.findsAny(
        sql`select event_id from event_terms where event_id = e.id and ${termOfEvent} in ${list}`,
      ),
    },
  ];
}

function byLinks({ dialect }: Store, records: readonly number[] | undefined, dates: DateLimits): IdSet[] {
  if (!records) return [];
  const list = dialect.among(records);
  return [
    {
      ids: sql`(select event_id as id from event_links where record_id in ${list}${startsWithin(dates)})`,
      has: sql<SqlBool>`exists (select 1 from event_links where event_id = e.id and ${recordOfEvent} in ${list})`,
      alone: dialect.findsAny(
        sql`select event_id from event_links where event_id = e.id and ${recordOfEvent} in ${list}`,
      ),
    },
  ];
}

/** The window as far as links know it: a bound for `start_utc`, to be added to a condition. */
function startsWithin({ startFrom, startBefore, endBefore }: DateLimits): RawBuilder<unknown> {
  const before = Math.min(startBefore ?? Number.MAX_SAFE_INTEGER, endBefore ?? Number.MAX_SAFE_INTEGER);
  if (startFrom === undefined && before === Number.MAX_SAFE_INTEGER) return sql``;
  return sql` and start_utc >= ${startFrom ?? Number.MIN_SAFE_INTEGER} and start_utc < ${before}`;
}

/** Of records that their ids or their place lead to. */
const kindOfRelated = unindexedText(sql`v.kind`);

/** Events at a venue that meets the condition and that the caller may read. */
export function atVenue({ dialect }: Store, { caller, now }: EventFilter, condition: Condition): IdSet {
  const venue = sql`v.kind = 'venue' and ${condition} and ${visible('v', { caller, now })}`;
  const linked = sql`${kindOfRelated} = 'venue' and ${condition} and ${visibleById('v', { caller, now })}`;
  return {
    ids: sql`(select el.event_id as id from linked_records v join event_links el on el.record_id = v.id where ${venue})`,
    // A cross join keeps the order: from the event to its few links, never from all venues.
    has: dialect.findsAny(sql`select v.id from event_links el cross join linked_records v
      where el.event_id = e.id and v.id = el.record_id and ${linked}`),
  };
}

/** Found first: there are far fewer venues than events, and each is measured once. */
export async function venuesWithin(
  db: Reader,
  { caller, now }: EventFilter,
  around: NonNullable<PlaceFilter['around']>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select v.id from linked_records v
    where ${kindOfRelated} = 'venue' and ${isWithin('v', around)} and ${visibleById('v', { caller, now })}`.execute(db);
  return rows.map((row) => row.id);
}
