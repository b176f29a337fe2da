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
  // Invariant: sorted and disjoint; gaps have not been requested yet.
  let cached: OffsetInterval[] = [];
  let latest: OffsetInterval = { from: Infinity, to: -Infinity, offset: 0 };

  function lookUp(epoch: number): OffsetInterval {
    const index = cached.findLastIndex(({ from }) => from <= epoch) + 1;
    const before = cached[index - 1];
    if (before !== undefined && epoch < before.to) return before;
    const found = findInterval(zone, epoch, before?.to === epoch ? epoch : undefined);
    if (cached.length >= maxIntervals) cached = [found];
    else cached.splice(index, 0, found);
    return found;
  }

  return (epoch) => {
    if (epoch < latest.from || epoch >= latest.to) latest = lookUp(epoch);
    return latest;
  };
}

function findInterval(zone: string, epoch: number, knownFrom: number | undefined): OffsetInterval {
  const here = Temporal.Instant.fromEpochMilliseconds(Math.floor(epoch) * 1_000).toZonedDateTimeISO(zone);
  return {
    // 'previous' is strictly before: a transition in this very second starts the interval.
    from: knownFrom ?? toSeconds(here.add({ seconds: 1 }).getTimeZoneTransition('previous')) ?? -Infinity,
    to: toSeconds(here.getTimeZoneTransition('next')) ?? Infinity,
    offset: here.offsetNanoseconds / 1e9,
  };
}

function toSeconds(transition: Temporal.ZonedDateTime | null | undefined): number | undefined {
  return transition ? transition.epochMilliseconds / 1_000 : undefined;
}
