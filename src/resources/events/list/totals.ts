// Exact totals of date windows from counters of events per bucket of starts: the cost does not grow with the calendar.
import { type RawBuilder, sql } from 'kysely';
import type { StoredStatus } from '../../../core/kinds.ts';
import { unindexedAnywhere } from '../../../store/hints.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';
import { type BucketRange, bucketRanges, bucketSeconds, bucketShifts, earliestStarts, overlapping } from './buckets.ts';
import { type EventFilter, listsAllButTrash, listsPublishedOnly, storedExceptTrash } from './conditions.ts';
import type { UtcWindow } from './filter.ts';
import { earliest, isInWindow, isPublishedAfter, latest } from './window.ts';

/** With `due`, events that are scheduled for later than `now` are left out. */
interface Window extends UtcWindow {
  status: StoredStatus;
  due: 0 | 1;
  now: number;
  [name: string]: unknown;
}

/** The number of events in the window that the caller may find; `undefined` for statuses without counters. */
export async function countInWindow(db: Reader, filter: EventFilter): Promise<number | undefined> {
  const window = { ...filter.dates, now: filter.now };
  if (listsPublishedOnly(filter)) return count(db, { ...window, status: 'publish', due: 1 });
  if (!listsAllButTrash(filter)) return undefined;
  let total = 0;
  for (const status of storedExceptTrash) total += await count(db, { ...window, status, due: 0 });
  return total;
}

/** All events that lists may show to anyone, scheduled ones included. */
export async function countListable(db: Reader): Promise<number> {
  const [row] = await listable(db, {});
  return Number(row?.total ?? 0);
}

const listable = statement(
  () => sql<{ total: number | null }>`select sum(n) as total from event_counts
    where status = 'publish' and hidden = 0 and shift = ${sql.lit(bucketShifts[2])}`,
);

/**
 * Events that start in the window and end within its limits: those that start at its first end or later, plus those that
 * overlap its first end, less those that overlap its last end. The overlapping events are few; counters have the others.
 */
async function count(db: Reader, window: Window): Promise<number> {
  const { from, before, endFrom, endBefore } = window;
  if (from >= before || endFrom >= endBefore) return 0;
  const started = Math.max(from, Math.min(endFrom, before));
  const first = Math.ceil(started / bucketSeconds);
  const last = Math.max(first, Math.floor(before / bucketSeconds));
  const head = Math.min(first * bucketSeconds, before);
  const hasFrom = endFrom !== earliest;
  const hasBefore = endBefore !== latest;
  const countWindow = hasFrom ? (hasBefore ? countBetween : countFrom) : hasBefore ? countBefore : countAll;
  const [row] = await countWindow(db, {
    ...window,
    ranges: bucketRanges(first, last),
    // Computed here, because limits that are expressions of parameters take the engine five times as long.
    openings: earliestStarts(endFrom, from),
    closings: earliestStarts(endBefore, from),
    started,
    head,
    tail: Math.max(head, last * bucketSeconds),
    crossed: Math.min(endFrom, before),
  });
  return Number(row?.total ?? 0);
}

/**
 * How events are counted, by their start:
 *
 *   before `crossed`       those that overlap the first end, by duration class, each from its `openings` on
 *   `started` to `head`    by the index of starts
 *   `head` to `tail`       by counters, in ranges of buckets
 *   `tail` to `before`     by the index of starts
 *
 * Subtracted are the events that overlap the last end (from `closings` on) and those that are scheduled.
 */
interface CountParameters extends Window {
  ranges: readonly BucketRange[];
  openings: readonly number[];
  closings: readonly number[];
  started: number;
  head: number;
  tail: number;
  crossed: number;
}

/** A statement for each combination of limited ends. PostgreSQL plans each once, which costs more than running it. */
const countingWindow = (ends: readonly ('from' | 'before')[]) =>
  statement((_db, window: CountParameters) => {
    const { status, before, endFrom, endBefore, openings, closings, started, head, tail, crossed } = window;
    const ranges = window.ranges.map(
      ({ shift, low, high }) => sql`(${integer(shift)}, ${integer(low)}, ${integer(high)})`,
    );
    const listed = sql`e.status = ${status} and e.hide_from_listings = 0`;
    const overlap = (starts: readonly number[], moment: number, until: number) =>
      sql`(select count(*) from (${overlapping(status, starts, moment, until)}) as x)`;
    return sql<{ total: number }>`select
    (select coalesce(sum((select sum(c.n) from event_counts c where c.status = ${status} and c.hidden = 0
      and c.shift = r.column1 and c.bucket >= r.column2 and c.bucket < r.column3)), 0) from (values ${sql.join(ranges)}) as r)
    + (select count(*) from events e where ${listed} and e.start_utc >= ${started} and e.start_utc < ${head})
    + (select count(*) from events e where ${listed} and e.start_utc >= ${tail} and e.start_utc < ${before})
    ${ends.includes('from') ? sql`+ ${overlap(openings, endFrom, crossed)}` : sql``}
    ${ends.includes('before') ? sql`- ${overlap(closings, endBefore, before)}` : sql``}
    - ${countScheduled(window)}
    as total`;
  });

/** The number of events in the window that are scheduled for later. The index of publications leads: others are ruled out. */
const countScheduled = (window: Window): RawBuilder<number> =>
  sql`(select count(*) from events e where ${window.due} = 1 and e.status = ${window.status}
    and ${isPublishedAfter(window.now)} and ${isInWindow(window, unindexedAnywhere)})`;

const countAll = countingWindow([]);
const countFrom = countingWindow(['from']);
const countBefore = countingWindow(['before']);
const countBetween = countingWindow(['from', 'before']);

const integer = (value: unknown) => sql`cast(${value} as bigint)`;
