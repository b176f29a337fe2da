import { dayOf, isInRange, parseWall } from './civil.ts';
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
 * 00:00:00 of the first day to 23:59:59 of the last.
 */
export function toSpan(
  start: DateValue,
  end: DateValue,
  options: SpanOptions,
): EventTimes | 'end-before-start' | 'out-of-range' {
  const from = toMoment(start, '00:00:00', options);
  const to = toMoment(end, '23:59:59', options);
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

function toMoment(value: DateValue, allDayClock: string, { zone, allDay, zones }: SpanOptions) {
  const wall = value.kind === 'wall' ? value.wall : zones.toWall(value.epoch, zone);
  const moment =
    value.kind === 'instant' && !allDay
      ? { wall, epoch: value.epoch }
      : zones.toEpoch(allDay ? `${dayOf(wall)} ${allDayClock}` : wall, zone);
  return isInRange(moment.epoch) && parseWall(moment.wall) !== undefined ? moment : undefined;
}
