import { createZoneData, type FindAbbreviation, formatNumericAbbreviation, type ZoneData } from './abbreviations.ts';
import { formatUtc, secondsPerDay, toWallSeconds } from './civil.ts';
import { parseFixedOffset } from './fixed-offset.ts';
import {
  createFixedTimeline,
  createZoneTimeline,
  type OffsetInterval,
  type OffsetTimeline,
} from './offset-timeline.ts';

interface Zone {
  readonly timeline: OffsetTimeline;
  abbreviation(epoch: number): string;
}

export type Zones = ReturnType<typeof createZones>;

/** All methods except `parse` throw RangeError for a zone that `parse` does not return. */
export function createZones() {
  const data = createZoneData();
  const nameByLowerCase = new Map(data.names().map((name) => [name.toLowerCase(), name]));
  const zones = new Map<string, Zone>();

  function zoneOf(id: string): Zone {
    let zone = zones.get(id);
    if (zone === undefined) {
      zone = createZone(id, data);
      zones.set(id, zone);
    }
    return zone;
  }

  /** Names come from moment-timezone; a runtime with an older tzdata may lack the newest ones. */
  function isUsable(name: string): boolean {
    try {
      zoneOf(name);
      return true;
    } catch {
      return false;
    }
  }

  return {
    /**
     * The canonical name of a zone; undefined if it is unknown (D22): IANA names in any letter case (links keep their
     * own name), `UTC`, and the fixed offsets `UTC±H[:MM]` and `UTC±H.5` as written.
     */
    parse(text: string): string | undefined {
      const name = nameByLowerCase.get(text.toLowerCase());
      if (name !== undefined) return isUsable(name) ? name : undefined;
      return parseFixedOffset(text) === undefined ? undefined : text;
    },
    /**
     * UTC seconds of a wall clock in a canonical zone. A skipped time moves forward by the length of the gap, and the
     * moved one is returned; a repeated time is the first of both (D22).
     */
    toEpoch: (wall: string, zone: string): { epoch: number; wall: string } => resolveWall(wall, zoneOf(zone).timeline),
    toWall: (epoch: number, zone: string): string => formatUtc(epoch + zoneOf(zone).timeline(epoch).offset),
    offsetSeconds: (epoch: number, zone: string): number => zoneOf(zone).timeline(epoch).offset,
    /** The interval around the epoch in which the zone keeps its offset. */
    interval: (epoch: number, zone: string): OffsetInterval => zoneOf(zone).timeline(epoch),
    /** Abbreviation in force (`EST`, `JST`, `-03`); for a `UTC±…` zone the zone itself. */
    abbreviation: (epoch: number, zone: string): string => zoneOf(zone).abbreviation(epoch),
  };
}

function createZone(id: string, data: ZoneData): Zone {
  const fixed = id === 'UTC' ? 0 : parseFixedOffset(id);
  if (fixed !== undefined) return { timeline: createFixedTimeline(fixed), abbreviation: () => id };
  const timeline = createZoneTimeline(id);
  let find: FindAbbreviation | undefined;
  return {
    timeline,
    abbreviation(epoch) {
      find ??= data.abbreviations(id) ?? ((_, offset) => formatNumericAbbreviation(offset));
      return find(epoch, timeline(epoch).offset);
    },
  };
}

function resolveWall(wall: string, timeline: OffsetTimeline): { epoch: number; wall: string } {
  const local = toWallSeconds(wall);
  if (local === undefined) throw new RangeError(`Not a wall clock: ${wall}`);
  // No offset reaches a day, so the instant is after the start of this interval.
  let interval = timeline(local - secondsPerDay);
  let previousOffset = interval.offset;
  while (local - interval.offset >= interval.to) {
    previousOffset = interval.offset;
    interval = timeline(interval.to);
  }
  const epoch = local - interval.offset;
  if (epoch >= interval.from) return { epoch, wall };
  const moved = local - previousOffset;
  return { epoch: moved, wall: formatUtc(moved + timeline(moved).offset) };
}
