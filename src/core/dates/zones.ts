import { Temporal } from 'temporal-polyfill';
import { type AbbreviationTable, createZoneData, formatNumericAbbreviation, type ZoneData } from './abbreviations.ts';
import { formatUtc, secondsPerDay, toWallSeconds } from './civil.ts';
import { parseFixedOffset } from './fixed-offset.ts';
import {
  createFixedTimeline,
  createZoneTimeline,
  type OffsetInterval,
  type OffsetTimeline,
} from './offset-timeline.ts';

export interface Zones {
  /**
   * Canonical zone for what a client wrote, or undefined (D22): IANA names in any letter case (a link stays under its
   * own name), `UTC`, and `UTC±H[:MM]`/`UTC±H.5` as fixed offsets in the client's own spelling.
   */
  parse(text: string): string | undefined;
  /**
   * Wall clock in a canonical zone -> UTC seconds. A wall time that does not exist moves forward by the gap's length,
   * and the moved one is returned; of one that comes twice, the first is taken (D22).
   */
  toEpoch(wall: string, zone: string): { epoch: number; wall: string };
  toWall(epoch: number, zone: string): string;
  offsetSeconds(epoch: number, zone: string): number;
  /** The time around the epoch in which the zone keeps its offset. */
  interval(epoch: number, zone: string): OffsetInterval;
  /** Abbreviation in force (`EST`, `JST`, `-03`); of a `UTC±…` zone the zone itself. */
  abbreviation(epoch: number, zone: string): string;
  /** Every IANA name `parse` knows, sorted. */
  names(): readonly string[];
}

interface Zone {
  readonly timeline: OffsetTimeline;
  abbreviation(epoch: number): string;
}

/** Every method but `parse` throws RangeError for a zone that `parse` does not return. */
export function createZones(): Zones {
  const data = createZoneData();
  const nameByLowerCase = new Map(data.names().map((name) => [name.toLowerCase(), name]));
  const isUsable = createUsableCheck();
  const zones = new Map<string, Zone>();
  let sortedNames: readonly string[] | undefined;

  function zoneOf(id: string): Zone {
    let zone = zones.get(id);
    if (zone === undefined) {
      zone = createZone(id, data);
      zones.set(id, zone);
    }
    return zone;
  }

  return {
    parse(text) {
      const name = nameByLowerCase.get(text.toLowerCase());
      if (name !== undefined) return isUsable(name) ? name : undefined;
      return parseFixedOffset(text) === undefined ? undefined : text;
    },
    toEpoch: (wall, zone) => resolveWall(wall, zoneOf(zone).timeline),
    toWall: (epoch, zone) => formatUtc(epoch + zoneOf(zone).timeline.at(epoch).offset),
    offsetSeconds: (epoch, zone) => zoneOf(zone).timeline.at(epoch).offset,
    interval: (epoch, zone) => zoneOf(zone).timeline.at(epoch),
    abbreviation: (epoch, zone) => zoneOf(zone).abbreviation(epoch),
    names() {
      sortedNames ??= [...nameByLowerCase.values()].filter(isUsable).sort();
      return sortedNames;
    },
  };
}

function createZone(id: string, data: ZoneData): Zone {
  const fixed = id === 'UTC' ? 0 : parseFixedOffset(id);
  if (fixed !== undefined) return { timeline: createFixedTimeline(fixed), abbreviation: () => id };
  const timeline = createZoneTimeline(id);
  let letters: AbbreviationTable | undefined;
  return {
    timeline,
    abbreviation(epoch) {
      const { offset } = timeline.at(epoch);
      letters ??= data.abbreviations(id) ?? { at: (_, seconds) => formatNumericAbbreviation(seconds) };
      return letters.at(epoch, offset);
    },
  };
}

/** The names are of moment-timezone's release; a runtime with older rules may lack the newest. */
function createUsableCheck(): (name: string) => boolean {
  const checked = new Map<string, boolean>();
  return (name) => {
    let usable = checked.get(name);
    if (usable === undefined) {
      usable = isKnownToTemporal(name);
      checked.set(name, usable);
    }
    return usable;
  };
}

function isKnownToTemporal(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

function resolveWall(wall: string, timeline: OffsetTimeline): { epoch: number; wall: string } {
  const local = toWallSeconds(wall);
  if (local === undefined) throw new RangeError(`Not a wall clock: ${wall}`);
  // No offset reaches a day, so the instant is after the start of this interval.
  let interval = timeline.at(local - secondsPerDay);
  let previousOffset = interval.offset;
  while (local - interval.offset >= interval.to) {
    previousOffset = interval.offset;
    interval = timeline.at(interval.to);
  }
  const epoch = local - interval.offset;
  if (epoch >= interval.from) return { epoch, wall };
  const moved = local - previousOffset;
  return { epoch: moved, wall: formatUtc(moved + timeline.at(moved).offset) };
}
