import { addDays, dayOf, isInRange, parseWall } from './civil.ts';
import type { DateValue } from './parse/date-value.ts';
import type { Zones } from './zones.ts';

/** The times of an event, as its columns. */
export interface EventTimes {
  start_wall: string;
  end_wall: string;
  timezone: string;
  start_utc: number;
  end_utc: number;
  all_day: 0 | 1;
}

interface SpanOptions {
  zone: string;
  allDay: boolean;
  zones: Zones;
}

/**
 * Reads both values in the zone (D21, D22). Instants are exact, even in a repeated hour. All-day events last from
 * 00:00:00 of the first day to 23:59:59 of the last, or from the first to the last second that these days have.
 */
export function toSpan(
  start: DateValue,
  end: DateValue,
  options: SpanOptions,
): EventTimes | 'end-before-start' | 'out-of-range' {
  const from = toMoment(start, options, startOfDay);
  const to = toMoment(end, options, endOfDay);
  if (from === undefined || to === undefined) return 'out-of-range';
  if (to.epoch < from.epoch) return 'end-before-start';
  return {
    start_wall: from.wall,
    end_wall: to.wall,
    timezone: options.zone,
    start_utc: from.epoch,
    end_utc: to.epoch,
    all_day: options.allDay ? 1 : 0,
  };
}

/**
 * A stored time of an event: its instant, which is exact in a repeated hour, or its wall clock, which visitors have seen, if the
 * rules of the zone have changed since.
 */
export const storedTime = (wall: string, epoch: number, zone: string, zones: Zones): DateValue =>
  zones.toWall(epoch, zone) === wall ? { kind: 'instant', epoch } : { kind: 'wall', wall, dateOnly: false };

interface Moment {
  wall: string;
  epoch: number;
}

type MomentOfDay = (day: string, zone: string, zones: Zones) => Moment;

const startOfDay: MomentOfDay = (day, zone, zones) => zones.toEpoch(`${day} 00:00:00`, zone);

/**
 * The last second before the next day, whose clock may be unusual: in Greenland summer time begins by skipping the last hour of a
 * day, and ends by repeating it.
 */
const endOfDay: MomentOfDay = (day, zone, zones) => {
  const epoch = zones.toEpoch(`${addDays(day, 1)} 00:00:00`, zone).epoch - 1;
  const wall = zones.toWall(epoch, zone);
  // Samoa had no 30 December 2011: an event on that day is on the next one.
  return dayOf(wall) === day ? { wall, epoch } : zones.toEpoch(`${day} 23:59:59`, zone);
};

function toMoment(value: DateValue, { zone, allDay, zones }: SpanOptions, ofDay: MomentOfDay): Moment | undefined {
  const wall = value.kind === 'wall' ? value.wall : zones.toWall(value.epoch, zone);
  const exact = value.kind === 'wall' ? zones.toEpoch(wall, zone) : { wall, epoch: value.epoch };
  const moment = allDay ? ofDay(dayOf(wall), zone, zones) : exact;
  return isInRange(moment.epoch) && parseWall(moment.wall) !== undefined ? moment : undefined;
}
