// Arithmetic with days (`2027-05-10`) and months (`2027-05`).
import { addDays, addMonths, formatDay, parseDay, weekdayOf } from '../core/dates/civil.ts';
import type { EventJson } from './load/api-types.ts';

export const monthOf = (day: string): string => day.slice(0, 7);

export const lastDayOf = (month: string): string => addDays(addMonths(`${month}-01`, 1), -1);

/** The first day of the week that `day` is in; `firstWeekday` 0 is Sunday. */
export const weekStart = (day: string, firstWeekday: number): string =>
  addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));

/** The Monday in the week that begins on `first`. URLs name weeks by it in every language. */
export const mondayOf = (first: string): string => weekStart(addDays(first, 6), 1);

export function daysFrom(first: string, count: number): string[] {
  const start = parseDay(first) as number;
  return Array.from({ length: count }, (_, index) => formatDay(start + index));
}

/** Weeks from `first` on, of which the last one contains `last`; after the year 9999 days do not compare as texts. */
export function weeksOf(first: string, last: string): string[][] {
  const count = Math.ceil(((parseDay(last) as number) - (parseDay(first) as number) + 1) / 7);
  return Array.from({ length: count }, (_, index) => daysFrom(addDays(first, 7 * index), 7));
}

/** First and last day in the event's own time zone. An event that ends at midnight does not extend to that day. */
export function daysOf({ start_date, end_date }: Pick<EventJson, 'start_date' | 'end_date'>): [string, string] {
  const first = start_date.slice(0, 10);
  const last = end_date.slice(0, 10);
  const isMidnight = end_date.endsWith('00:00:00') && last > first;
  return [first, isMidnight ? addDays(last, -1) : last];
}

type Dated = Pick<EventJson, 'all_day' | 'start_date' | 'end_date'>;

/** Whether an event is all-day or takes several days. One of up to 24 hours does not count. */
export function isLong(event: Dated): boolean {
  const [first, last] = daysOf(event);
  if (event.all_day || last === first) return event.all_day;
  return event.end_date > event.start_date.replace(first, addDays(first, 1));
}

/** Whether a long event takes place on this day. */
export function isOn(event: Dated, day: string): boolean {
  const [first, last] = daysOf(event);
  return first <= day && day <= last && isLong(event);
}

/** Whether a long event that began on an earlier day is on this one too. */
export const isContinued = (event: Dated, day: string): boolean =>
  event.start_date.slice(0, 10) < day && isOn(event, day);

type Timed = Pick<EventJson, 'all_day' | 'start_date'>;

/** Order within a day: all-day events first, then by local start, whatever the time zone. */
export const byClock = (a: Timed, b: Timed): number =>
  Number(b.all_day) - Number(a.all_day) || (a.start_date < b.start_date ? -1 : Number(a.start_date > b.start_date));
