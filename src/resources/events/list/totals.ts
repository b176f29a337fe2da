// How many events a window holds, from counters: the cost does not grow with the calendar.
import { type RawBuilder, sql } from 'kysely';
import type { StoredStatus } from '../../../core/kinds.ts';
import { mayCreate, mayEditOthers } from '../../../core/roles.ts';
import { unindexedAnywhere } from '../../../store/hints.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';
import { bucketRanges, bucketSeconds, bucketShifts, spanClasses } from './buckets.ts';
import type { EventFilter } from './conditions.ts';
import type { DateLimits } from './filter.ts';
import { orderingOf } from './orders.ts';

const unlimited = 2 ** 42;

/** A window of starts and one of ends, half open; `due` leaves out what is scheduled for later than `now`. */
interface Window {
  status: StoredStatus;
  due: 0 | 1;
  now: number;
  from: number;
  before: number;
  endFrom: number;
  endBefore: number;
  [name: string]: unknown;
}

/** The number of events in the window that the caller finds, or `undefined` where the counters cannot tell. */
export async function countInWindow(db: Reader, { caller, statuses, dates, now }: EventFilter) {
  const window = { ...windowOf(dates), now };
  if (seesPublished({ caller, statuses })) return count(db, { ...window, status: 'publish', due: 1 });
  if (!mayEditOthers(caller) || statuses !== undefined) return undefined;
  let total = 0;
  for (const status of notInTrash) total += await count(db, { ...window, status, due: 0 });
  return total;
}

/** Whether the caller finds what is published and due, nothing else. */
export const seesPublished = ({ caller, statuses }: Pick<EventFilter, 'caller' | 'statuses'>): boolean =>
  statuses === undefined ? !mayCreate(caller) : statuses.length === 1 && statuses[0] === 'publish';

/** Events that have started before a moment and end at or after it. */
export interface Overlap {
  moment: number;
  /** A query for their ids, in brackets. */
  ids: RawBuilder<unknown>;
}

/** Those across the first end of the window, where a list in the order of starts has them. */
export function overlapAtStart(filter: EventFilter): Overlap | undefined {
  const { endFrom: moment } = filter.dates;
  const isByStart = orderingOf(filter) === 'start_date';
  const statuses = wholeStatuses(filter);
  if (moment === undefined || !isByStart || filter.criteria.hidden || !statuses) return undefined;
  const { from, before } = windowOf(filter.dates);
  const starts = spanClasses.map(({ longest }) => Math.max(from, moment - longest));
  const each = statuses.map((status) => across(status, starts, moment, Math.min(moment, before)));
  return { moment, ids: sql`(${sql.join(each, sql` union all `)})` };
}

/** All of the calendar that are in lists, those to be published later included. */
export async function countListed(db: Reader): Promise<number> {
  const [row] = await countingListed(db, {});
  return Number(row?.total ?? 0);
}

const countingListed = statement(
  (_db, _none: object) => sql<{ total: number | null }>`select sum(n) as total from event_counts
    where status = 'publish' and hidden = 0 and shift = ${sql.lit(bucketShifts[2])}`,
);

/** What the caller finds has these statuses, if most of what has them is found. */
function wholeStatuses(filter: EventFilter): readonly StoredStatus[] | undefined {
  if (seesPublished(filter)) return ['publish'];
  return filter.statuses === undefined ? notInTrash : undefined;
}

export const notInTrash = ['publish', 'draft', 'pending', 'private'] as const;

export const windowOf = ({ startFrom, startBefore, endFrom, endBefore }: DateLimits) => ({
  from: Math.max(startFrom ?? -unlimited, -unlimited),
  // What ends before a moment starts before it.
  before: Math.min(startBefore ?? unlimited, endBefore ?? unlimited, unlimited),
  endFrom: Math.max(endFrom ?? -unlimited, -unlimited),
  endBefore: Math.min(endBefore ?? unlimited, unlimited),
});

/**
 * Those that start in the window and end at or after its first end, less those that end after its last: of either
 * kind all that start after the moment, which counters tell, and those that lie across it, which are few.
 */
async function count(db: Reader, window: Window): Promise<number> {
  const { from, before, endFrom, endBefore } = window;
  if (from >= before || endFrom >= endBefore) return 0;
  const started = Math.max(from, Math.min(endFrom, before));
  const first = Math.ceil(started / bucketSeconds);
  const last = Math.max(first, Math.floor(before / bucketSeconds));
  const ranges = Object.fromEntries(
    bucketRanges(first, last).flatMap(({ shift, low, high }, n) => [
      [`shift${n}`, shift],
      [`low${n}`, low],
      [`high${n}`, high],
    ]),
  );
  // Worked out here: with expressions of parameters as limits the engine takes five times as long.
  const starts = spanClasses.flatMap(({ number, longest }) => [
    [`opening${number}`, Math.max(from, endFrom - longest)],
    [`closing${number}`, Math.max(from, endBefore - longest)],
  ]);
  const head = Math.min(first * bucketSeconds, before);
  const isFrom = endFrom > -unlimited;
  const isBefore = endBefore < unlimited;
  const countWindow = isFrom ? (isBefore ? countBetween : countFrom) : isBefore ? countBefore : countAll;
  const [row] = await countWindow(db, {
    ...window,
    ...ranges,
    ...Object.fromEntries(starts),
    started,
    head,
    tail: Math.max(head, last * bucketSeconds),
    crossed: Math.min(endFrom, before),
  });
  return Number(row?.total ?? 0);
}

/** The five of `bucketRanges`. */
const rangeNumbers = [0, 1, 2, 3, 4];

/**
 * Where events start, and how they are counted:
 *
 *   before `crossed`         those across the first end, class by class of their length, each from its `opening…` on
 *   `started` to `head`      by the index of starts
 *   `head` to `tail`         by counters, in ranges of buckets
 *   `tail` to `before`       by the index of starts
 *
 * less those across the last end (`closing…`), and what is scheduled.
 */
type CountParameters = Window & { started: number; head: number; tail: number; crossed: number };

/** Each knows which ends are limited, and PostgreSQL plans it once, for any values: that costs more than running it. */
const countingWindow = (ends: readonly ('from' | 'before')[]) =>
  statement((_db, window: CountParameters) => {
    const { status, before, endFrom, endBefore, started, head, tail, crossed } = window;
    const ranges = rangeNumbers.map(
      (n) => sql`(${integer(window[`shift${n}`])}, ${integer(window[`low${n}`])}, ${integer(window[`high${n}`])})`,
    );
    const ofKind = sql`e.status = ${status} and e.hide_from_listings = 0`;
    const crossing = (name: 'opening' | 'closing', moment: number, until: number) => {
      const starts = spanClasses.map(({ number }) => window[`${name}${number}`] as number);
      return sql`(select count(*) from (${across(status, starts, moment, until)}) as x)`;
    };
    return sql<{ total: number }>`select
    (select coalesce(sum((select sum(c.n) from event_counts c where c.status = ${status} and c.hidden = 0
      and c.shift = r.column1 and c.bucket >= r.column2 and c.bucket < r.column3)), 0) from (values ${sql.join(ranges)}) as r)
    + (select count(*) from events e where ${ofKind} and e.start_utc >= ${started} and e.start_utc < ${head})
    + (select count(*) from events e where ${ofKind} and e.start_utc >= ${tail} and e.start_utc < ${before})
    ${ends.includes('from') ? sql`+ ${crossing('opening', endFrom, crossed)}` : sql``}
    ${ends.includes('before') ? sql`- ${crossing('closing', endBefore, before)}` : sql``}
    - ${scheduled(window)}
    as total`;
  });

/**
 * The number of events of the window that are to be published later. They have to be led to by their publication, though
 * the planner cannot know how few they are: so no other index is offered, and the range of publications has two ends,
 * which passes for a small one.
 */
function scheduled({ status, due, now, from, before, endFrom, endBefore }: Window): RawBuilder<number> {
  const hidden = unindexedAnywhere(sql`e.hide_from_listings`);
  const start = unindexedAnywhere(sql`e.start_utc`);
  const end = unindexedAnywhere(sql`e.end_utc`);
  return sql`(select count(*) from events e where ${due} = 1 and e.status = ${status}
      and e.published_at > ${now} and e.published_at < ${sql.lit(unlimited)}
      and ${hidden} = 0 and ${start} >= ${from} and ${start} < ${before}
      and ${end} >= ${endFrom} and ${end} < ${endBefore})`;
}

const countAll = countingWindow([]);
const countFrom = countingWindow(['from']);
const countBefore = countingWindow(['before']);
const countBetween = countingWindow(['from', 'before']);

const integer = (value: unknown) => sql`cast(${value} as bigint)`;

/**
 * Of events that start before `until`, the ids of those that end at or after the moment. Each class of length is looked
 * through from its own start, and said by itself: of a list of classes PostgreSQL thinks that each may be most of the
 * calendar.
 */
const across = (status: StoredStatus, starts: readonly number[], moment: number, until: number) =>
  sql.join(
    spanClasses.map(
      ({ number }) => sql`select e.id from events e where e.status = ${status} and e.hide_from_listings = 0
        and ${spanOf('e')} = ${sql.lit(number)} and e.start_utc >= ${starts[number]} and e.start_utc < ${until}
        and e.end_utc >= ${moment}`,
    ),
    sql` union all `,
  );

/** The class of the event under `alias`, as the index `events_by_span` has it. */
export const spanOf = (alias: string): RawBuilder<number> => {
  const length = sql`(${sql.ref(`${alias}.end_utc`)} - ${sql.ref(`${alias}.start_utc`)})`;
  return sql`(case when ${length} < 65536 then 0 when ${length} < 2097152 then 1 when ${length} < 67108864 then 2 else 3 end)`;
};
