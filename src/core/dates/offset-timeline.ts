import { Temporal } from 'temporal-polyfill';

/** UTC seconds `from` (inclusive) to `to` (exclusive) in which a zone keeps one offset. */
export interface OffsetInterval {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

export type OffsetTimeline = (epoch: number) => OffsetInterval;

// Computing an interval takes up to a few milliseconds, caching it about 60 bytes. This bounds the cache.
const maxIntervals = 1_000;

export function createFixedTimeline(offset: number): OffsetTimeline {
  const always: OffsetInterval = { from: -Infinity, to: Infinity, offset };
  return () => always;
}

/** Caches the intervals that Temporal computes. Throws RangeError for an unknown zone. */
export function createZoneTimeline(zone: string): OffsetTimeline {
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  const cached: OffsetInterval[] = [];
  return (epoch) => {
    const known = cached.find(({ from, to }) => from <= epoch && epoch < to);
    if (known) return known;
    const found = findInterval(zone, epoch);
    if (cached.length === maxIntervals) cached.length = 0;
    cached.push(found);
    return found;
  };
}

function findInterval(zone: string, epoch: number): OffsetInterval {
  const here = Temporal.Instant.fromEpochMilliseconds(Math.floor(epoch) * 1_000).toZonedDateTimeISO(zone);
  return {
    // 'previous' is strictly before: a transition in this very second starts the interval.
    from: toSeconds(here.add({ seconds: 1 }).getTimeZoneTransition('previous')) ?? -Infinity,
    to: toSeconds(here.getTimeZoneTransition('next')) ?? Infinity,
    offset: here.offsetNanoseconds / 1e9,
  };
}

function toSeconds(transition: Temporal.ZonedDateTime | null | undefined): number | undefined {
  return transition ? transition.epochMilliseconds / 1_000 : undefined;
}
