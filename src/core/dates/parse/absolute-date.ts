import { addDays, formatClock, secondsPerDay } from '../civil.ts';
import { readDay } from '../day-text.ts';
import { readZone, type ZoneText } from '../zone-text.ts';
import { readClock, readClockAfterDay } from './clock-text.ts';

export interface AbsoluteDate {
  wall: string;
  dateOnly: boolean;
  zone: ZoneText;
}

/** 'none': another form; 'impossible': this form, but there is no such day, time or zone. */
export type AbsoluteReading = AbsoluteDate | 'none' | 'impossible';

/** A day with its year, optionally a clock time before or after it, and a zone. */
export function readAbsoluteDate(text: string): AbsoluteReading {
  const direct = readDay(text);
  if (direct !== undefined) {
    const clock = readClockAfterDay(direct.rest);
    const zone = readZone(clock?.rest ?? direct.rest, clock !== undefined);
    return combine(direct.day, clock, zone);
  }
  const clock = readClock(text);
  const later = clock && readDay(clock.rest.replace(/^(?:, ?| )(?:on )?/, ''));
  return later === undefined ? 'none' : combine(later.day, clock, readZone(later.rest, false));
}

/** 24:00:00 means the next midnight. */
export function toWallText(day: string, secondOfDay: number): string {
  const overflow = secondOfDay === secondsPerDay;
  return `${overflow ? addDays(day, 1) : day} ${formatClock(overflow ? 0 : secondOfDay)}`;
}

function combine(
  day: string | undefined,
  clock: { secondOfDay: number | undefined } | undefined,
  zone: ZoneText | undefined,
): AbsoluteReading {
  const secondOfDay = clock === undefined ? 0 : clock.secondOfDay;
  if (day === undefined || secondOfDay === undefined || zone === undefined) return 'impossible';
  return { wall: toWallText(day, secondOfDay), dateOnly: clock === undefined, zone };
}
