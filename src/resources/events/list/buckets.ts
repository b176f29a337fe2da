// Buckets of event starts, which counters exist for, and classes of events by duration. The triggers and indexes of both
// engines (`001_baseline.sql`) have the same numbers: changing them takes a migration.
import { type RawBuilder, sql } from 'kysely';
import type { StoredStatus } from '../../../core/kinds.ts';

/** Bits by which seconds are shifted right: buckets of 18 hours, 24 days and about two years. */
export const bucketShifts = [16, 21, 26] as const;
export const bucketSeconds = 2 ** bucketShifts[0];
/** Buckets per bucket of the next size. */
const ratio = 32;

export interface BucketRange {
  shift: number;
  /** Bucket numbers, half open. */
  low: number;
  high: number;
}

/** Covers the smallest buckets from `first` to before `last` by five ranges, of larger buckets where they fit. Some are empty. */
export function bucketRanges(first: number, last: number): BucketRange[] {
  const ranges: BucketRange[] = [];
  let low = first;
  let high = Math.max(first, last);
  for (const shift of bucketShifts) {
    const [next, end] = [Math.ceil(low / ratio), Math.floor(high / ratio)];
    if (next >= end || shift === bucketShifts[2]) {
      ranges.push({ shift, low, high });
      break;
    }
    ranges.push({ shift, low, high: next * ratio }, { shift, low: end * ratio, high });
    [low, high] = [next, end];
  }
  while (ranges.length < bucketShifts.length * 2 - 1) ranges.push({ shift: bucketShifts[0], low: 0, high: 0 });
  return ranges;
}

/** Classes by duration in seconds: an event that overlaps a moment started at most `maxSeconds` before it. */
export const durationClasses = [
  { number: 0, maxSeconds: 2 ** 16 },
  { number: 1, maxSeconds: 2 ** 21 },
  { number: 2, maxSeconds: 2 ** 26 },
  { number: 3, maxSeconds: 2 ** 43 },
] as const;

/** By duration class, the start from which events may overlap the moment. */
export const earliestStarts = (moment: number, from: number): number[] =>
  durationClasses.map(({ maxSeconds }) => Math.max(from, moment - maxSeconds));

const length = sql`(e.end_utc - e.start_utc)`;

/** The duration class of the event `e`, as the index `events_by_span` has it. */
export const durationClass: RawBuilder<number> = sql`(case when ${length} < 65536 then 0 when ${length} < 2097152 then 1
  when ${length} < 67108864 then 2 else 3 end)`;

/**
 * Ids of events that start before `until` and end at `moment` or later. Each class is read from its own entry of `starts`
 * on, by a query of its own: PostgreSQL expects any one of a list of classes to be most of the calendar.
 */
export const overlapping = (status: StoredStatus, starts: readonly number[], moment: number, until: number) =>
  sql.join(
    durationClasses.map(
      ({ number }) => sql`select e.id from events e where e.status = ${status} and e.hide_from_listings = 0
        and ${durationClass} = ${sql.lit(number)} and e.start_utc >= ${starts[number]} and e.start_utc < ${until}
        and e.end_utc >= ${moment}`,
    ),
    sql` union all `,
  );
