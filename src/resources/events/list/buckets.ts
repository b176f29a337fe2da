// Buckets of event starts that counters are kept for, and classes of events by their length. The same numbers stand
// in the triggers and indexes of both engines (`001_baseline.sql`), which every calendar has: others need a migration.

/** Seconds are shifted right by so many bits: buckets of 18 hours, of 24 days and of about two years. */
export const bucketShifts = [16, 21, 26] as const;
export const bucketSeconds = 2 ** bucketShifts[0];
/** How many buckets make one of the next size. */
const ratio = 32;

export interface BucketRange {
  shift: number;
  /** Numbers of buckets, half open. */
  low: number;
  high: number;
}

/** The smallest buckets from `first` to before `last` as five ranges, the larger buckets where they fit; some empty. */
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

/** Classes by length in seconds: an event that lies across a moment started at most `longest` before it. */
export const spanClasses = [
  { number: 0, longest: 2 ** 16 },
  { number: 1, longest: 2 ** 21 },
  { number: 2, longest: 2 ** 26 },
  { number: 3, longest: 2 ** 43 },
] as const;
