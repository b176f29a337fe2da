import { dayOf, isInRange, parseWall } from './civil.ts';
import type { DateValue } from './parse/date-value.ts';
import type { Zones } from './zones.ts';

export interface Span {
  startWall: string;
  endWall: string;
  startUtc: number;
  endUtc: number;
}

interface SpanOptions {
  zone: string;
  allDay: boolean;
  zones: Zones;
}

interface Moment {
  wall: string;
  epoch: number;
}

/**
 * Reads both values in the zone (D21, D22). Instants are exact, even in a repeated hour. All-day events last from
 * 00:00:00 of the first day to 23:59:59 of the last.
 */
export function toSpan(
  start: DateValue,
  end: DateValue,
  options: SpanOptions,
): Span | 'end-before-start' | 'out-of-range' {
  const from = toMoment(start, '00:00:00', options);
  const to = toMoment(end, '23:59:59', options);
  if (from === undefined || to === undefined) return 'out-of-range';
  if (to.epoch < from.epoch) return 'end-before-start';
  return { startWall: from.wall, endWall: to.wall, startUtc: from.epoch, endUtc: to.epoch };
}

function toMoment(value: DateValue, allDayClock: string, { zone, allDay, zones }: SpanOptions): Moment | undefined {
  const wall = value.kind === 'wall' ? value.wall : zones.toWall(value.epoch, zone);
  const moment =
    value.kind === 'instant' && !allDay
      ? { wall, epoch: value.epoch }
      : zones.toEpoch(allDay ? `${dayOf(wall)} ${allDayClock}` : wall, zone);
  return isInRange(moment.epoch) && parseWall(moment.wall) !== undefined ? moment : undefined;
}
