// Queries events that take place in a range of days, and what month views show of them.
import { type SqlBool, sql } from 'kysely';
import { addDays } from '../../../core/dates/civil.ts';
import { mayRead } from '../../../core/roles.ts';
import type { Links } from '../../../http/links.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader, Store } from '../../../store/store.ts';
import { effectiveStatus, lastChange, ownedOf, pagePath } from '../../records/status.ts';
import { localise, readIn } from '../../records/texts/localised-texts.ts';
import { matchConditions } from '../list/access-paths/result-set.ts';
import { durationClass, durationClasses, earliestStarts } from '../list/buckets.ts';
import { type EventFilter, filtersByDatesOnly, listsPublishedOnly } from '../list/conditions.ts';
import type { Condition } from '../list/filter.ts';
import { idSetsOf, selectIds } from '../list/id-sets.ts';
import { overlapOf } from '../list/page-query.ts';
import { anyTime, earliest } from '../list/window.ts';
import { isMasked, type ReaderAccess } from '../masking.ts';

interface Occurrence {
  id: number;
  start_utc: number;
  /** Local start and end, `2027-05-10 00:00:00 2027-05-12 23:59:59`; null in the shortest duration class. */
  walls: string | null;
}

/** Half-open interval in UTC seconds. */
export interface Range {
  from: number;
  before: number;
}

/** Events in the shortest duration class count for the day of their start only, even if they cross midnight. */
const [shortest, ...longer] = durationClasses;

/** The index of starts does not cover wall clock times, so rows are read only for events that need them. */
const columns = sql`e.id, e.start_utc, case when ${durationClass} > 0
  then e.start_wall || ' ' || e.end_wall end as walls`;

/** Zones differ by up to 26 hours, so the local days of a longer event may be in a range that it does not overlap. */
const maxZoneDifference = 26 * 3600;

/** Ordered by start. Longer events may be near the range only. */
export async function occurrences(store: Store, filter: EventFilter, range: Range): Promise<Occurrence[]> {
  const near = { from: range.from - maxZoneDifference, before: range.before + maxZoneDifference };
  const isPlain = filtersByDatesOnly(filter) && listsPublishedOnly(filter);
  const found = isPlain
    ? await publicOccurrences(store.reader, {
        now: filter.now,
        ...range,
        nearFrom: near.from,
        nearBefore: near.before,
        since: earliestStarts(near.from, earliest),
      })
    : (await filteredOccurrences(store, filter, near)).filter(
        ({ start_utc, walls }) => walls !== null || (start_utc >= range.from && start_utc < range.before),
      );
  return found.sort((a, b) => a.start_utc - b.start_utc || a.id - b.id);
}

interface Parameters extends Range {
  now: number;
  nearFrom: number;
  nearBefore: number;
  /** By duration class. */
  since: readonly number[];
  [name: string]: unknown;
}

/** Without other filters than dates the statement is compiled once. */
const publicOccurrences = statement((_db, { now, from, before, nearFrom, nearBefore, since }: Parameters) => {
  const published = sql`from events e
    where e.status = 'publish' and e.hide_from_listings = 0 and e.published_at <= ${now}`;
  const long = longer.map(
    ({ number }) => sql`select e.id, e.start_utc, e.start_wall || ' ' || e.end_wall ${published}
      and ${durationClass} = ${sql.lit(number)} and e.end_utc - e.start_utc >= ${sql.lit(shortest.maxSeconds)}
      and e.start_utc >= ${since[number]} and e.start_utc < ${nearBefore} and e.end_utc > ${nearFrom}`,
  );
  return sql<Occurrence>`select e.id, e.start_utc, null as walls ${published}
    and e.start_utc >= ${from} and e.start_utc < ${before} and e.end_utc - e.start_utc < ${sql.lit(shortest.maxSeconds)}
    union all ${sql.join(long, sql` union all `)}`;
});

async function filteredOccurrences(store: Store, filter: EventFilter, { from, before }: Range): Promise<Occurrence[]> {
  const starting = await matchConditions(store, { ...filter, dates: { ...anyTime, from, before } });
  const across = { ...filter, dates: { ...anyTime, before: from, endFrom: from + 1 } };
  const overlap = overlapOf(across);
  const ids = overlap && (await selectIds(store.reader, overlap.ids));
  const candidates = ids && { ids, remaining: idSetsOf(store, across, 'ids') };
  const running = ids?.length === 0 ? [] : await select(store, await matchConditions(store, across, candidates));
  return [...(await select(store, starting)), ...running.filter(({ walls }) => walls !== null)];
}

async function select({ reader }: Store, conditions: readonly Condition[]): Promise<Occurrence[]> {
  const where = sql.join<SqlBool>(conditions, sql` and `);
  const { rows } = await sql<Occurrence>`select ${columns} from events e where ${where}`.execute(reader);
  return rows;
}

interface Day {
  date: string;
  ids: number[];
  continuing: number[];
  total: number;
}

/**
 * The first `perDay` events of each day, the number of all, and the number of events on any of the days. `starts` are the starts of
 * the days in UTC seconds. Events that start on a day come before those that continue from earlier days.
 */
export function groupByDay(
  occurrences: readonly Occurrence[],
  dates: readonly string[],
  starts: readonly number[],
  perDay: number,
) {
  const days = dates.map((date): Day => ({ date, ids: [], continuing: [], total: 0 }));
  const found = new Set<number>();
  const count = (day: Day, list: 'ids' | 'continuing', id: number): void => {
    day.total += 1;
    found.add(id);
    if (day[list].length < perDay) day[list].push(id);
  };
  let current = 0;
  for (const { id, start_utc, walls } of occurrences) {
    while (current + 1 < days.length && start_utc >= (starts[current + 1] as number)) current += 1;
    if (walls === null) {
      count(days[current] as Day, 'ids', id);
      continue;
    }
    const [first, last] = daysOf(walls);
    for (const day of days)
      if (day.date >= first && day.date <= last) count(day, day.date === first ? 'ids' : 'continuing', id);
  }
  return {
    total: found.size,
    days: days.map(({ date, total, ids, continuing }) => ({
      date,
      total,
      ids: [...ids, ...continuing].slice(0, perDay),
    })),
  };
}

/** Whether an event starts on one of the days by its own clock, but outside their range by the site's. */
export function startsElsewhere({ start_utc, walls }: Occurrence, { from, before }: Range, days: readonly string[]) {
  return walls !== null && (start_utc < from || start_utc >= before) && days.includes(walls.slice(0, 10));
}

/** First and last day. An event that ends at midnight, or within 24 hours on the next day, does not extend to that day. */
function daysOf(walls: string): [string, string] {
  const [start, end] = [walls.slice(0, 10), walls.slice(20, 30)];
  const [startClock, endClock] = [walls.slice(11, 19), walls.slice(31)];
  const dayBefore = addDays(end, -1);
  const isShort = dayBefore === start && endClock <= startClock;
  return [start, end > start && (isShort || endClock === '00:00:00') ? dayBefore : end];
}

const rowsOf = statement((db, { ids, language }: { ids: readonly number[]; language: string }) =>
  db
    .selectFrom('events as e')
    .innerJoin('record_texts as t', 't.record_id', 'e.id')
    .select(['e.id', 'e.status', 'e.trashed_from', 'e.author_id', 'e.published_at', 'e.modified_at', 'e.password_hash'])
    .select(['e.start_wall', 'e.end_wall', 'e.timezone', 'e.all_day', 'e.featured', 'e.event_status'])
    .select(['t.language as text_language', 't.is_original', 't.title', 't.slug'])
    .where('e.id', 'in', ids)
    .where(readIn(language)),
);

export const briefMembers = [
  'id',
  'url',
  'title',
  'language',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'featured',
  'event_status',
] as const;

type Brief = Record<(typeof briefMembers)[number], unknown>;

/** Events by id, and the time of their last change. Events hidden since their ids were read are left out. */
export async function briefEvents(
  db: Reader,
  ids: readonly number[],
  options: ReaderAccess & { language: string; links: Links },
) {
  const { caller, now, language, links } = options;
  const rows = ids.length === 0 ? [] : await rowsOf(db, { ids, language });
  const events = new Map<number, Brief>();
  for (const [id, texts] of Map.groupBy(rows, (row) => row.id)) {
    const row = localise(texts, ['title'], language);
    if (!row || !mayRead(caller, ownedOf(row, now))) continue;
    const isOpen = !isMasked(row, options);
    events.set(id, {
      id,
      url: links.page(pagePath('event', row, effectiveStatus(row, now))),
      title: row.title,
      language: row.title_language,
      start_date: row.start_wall,
      end_date: row.end_wall,
      timezone: row.timezone,
      all_day: row.all_day === 1 && isOpen,
      featured: row.featured === 1 && isOpen,
      event_status: row.event_status,
    });
  }
  return { events, modified: lastChange(rows, now) };
}
