// Civil dates as texts and numbers of days; Temporal, which is a polyfill, would take much longer to format them.
// A "wall" is 'YYYY-MM-DD HH:MM:SS'; its seconds are counted as if it were in UTC.

export const secondsPerDay = 86_400;
const msPerDay = secondsPerDay * 1_000;
/** 0001-01-01 00:00:00 */
export const firstSecond = -62_135_596_800;
/** 9999-12-31 23:59:59 */
export const lastSecond = 253_402_300_799;
/** Later days do not compare as texts. */
export const lastDay = '9999-12-31';

const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));

export function isInRange(seconds: number): boolean {
  return seconds >= firstSecond && seconds <= lastSecond;
}

/** Midnight in UTC; unlike `Date.UTC`, the years 0 to 99 are themselves. */
const dateOf = (year: number, month: number, day: number): Date =>
  new Date(new Date(0).setUTCFullYear(year, month - 1, day));

/** Days since 1970-01-01; undefined if there is no such day. */
export function toDayNumber(year: number, month: number, day: number): number | undefined {
  const date = dateOf(year, month, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() / msPerDay : undefined;
}

/** 'YYYY-MM-DD' of a day number. */
export function formatDay(dayNumber: number): string {
  const date = new Date(dayNumber * msPerDay);
  return `${formatYear(date.getUTCFullYear())}-${twoDigits[date.getUTCMonth() + 1]}-${twoDigits[date.getUTCDate()]}`;
}

export function formatClock(secondOfDay: number): string {
  const minutes = Math.trunc(secondOfDay / 60);
  const hours = Math.trunc(minutes / 60);
  return twoDigits[hours] + ':' + twoDigits[minutes - hours * 60] + ':' + twoDigits[secondOfDay - minutes * 60];
}

/** UTC seconds as 'YYYY-MM-DD HH:MM:SS'. */
export function formatUtc(epoch: number): string {
  const whole = Math.floor(epoch);
  const dayNumber = Math.floor(whole / secondsPerDay);
  return formatDay(dayNumber) + ' ' + formatClock(whole - dayNumber * secondsPerDay);
}

/** Seconds of a wall clock as if in UTC; undefined unless it is valid and in the years 1 to 9999. */
export function parseWall(text: string): number | undefined {
  const seconds = toWallSeconds(text);
  return seconds !== undefined && isInRange(seconds) ? seconds : undefined;
}

/** Like `parseWall`, but without limits: the day after 9999-12-31 is the end of a list filter (D36). */
export function toWallSeconds(text: string): number | undefined {
  const match = /^(-?\d{4,6}-\d\d-\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text);
  const dayNumber = match === null ? undefined : parseDay(match[1]!);
  if (match === null || dayNumber === undefined) return undefined;
  return dayNumber * secondsPerDay + Number(match[2]) * 3_600 + Number(match[3]) * 60 + Number(match[4]);
}

/** Day number of 'YYYY-MM-DD'. */
export function parseDay(day: string): number | undefined {
  const parts = splitDay(day);
  return parts && toDayNumber(parts.year, parts.month, parts.day);
}

/** 0 is Monday; 1970-01-01 was a Thursday. */
export const toWeekday = (dayNumber: number): number => (((dayNumber + 3) % 7) + 7) % 7;

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => (toWeekday(parseDay(day) as number) + 1) % 7;

export function dayOf(wall: string): string {
  return wall.slice(0, wall.indexOf(' '));
}

export function addDays(day: string, n: number): string {
  const dayNumber = parseDay(day);
  if (dayNumber === undefined) throw new RangeError(`Not a day: ${day}`);
  return formatDay(dayNumber + n);
}

/** Clamped to the end of the month: 31 January plus one month is 28 or 29 February. */
export function addMonths(day: string, n: number): string {
  const parts = splitDay(day);
  if (parts === undefined) throw new RangeError(`Not a day: ${day}`);
  const last = dateOf(parts.year, parts.month + n + 1, 0);
  const date = last.setUTCDate(Math.min(parts.day, last.getUTCDate()));
  return formatDay(date / msPerDay);
}

/** Zero-padded parts, in the key order of replies. */
export function dateDetails(wall: string) {
  return {
    year: wall.slice(0, 4),
    month: wall.slice(5, 7),
    day: wall.slice(8, 10),
    hour: wall.slice(11, 13),
    minutes: wall.slice(14, 16),
    seconds: wall.slice(17, 19),
  };
}

/** '2027-10-02T09:00:00+01:00'. ISO 8601 offsets have no seconds; those of local mean times are rounded. */
export function isoWithOffset(wall: string, offsetSeconds: number): string {
  const minutes = Math.round(Math.abs(offsetSeconds) / 60);
  const hours = Math.trunc(minutes / 60);
  const sign = offsetSeconds < 0 && minutes > 0 ? '-' : '+';
  return wall.replace(' ', 'T') + sign + twoDigits[hours] + ':' + twoDigits[minutes - hours * 60];
}

function formatYear(year: number): string {
  if (year < 0) return '-' + String(-year).padStart(4, '0');
  if (year > 9_999) return String(year);
  const century = Math.trunc(year / 100);
  return twoDigits[century]! + twoDigits[year - century * 100];
}

function splitDay(day: string): { year: number; month: number; day: number } | undefined {
  const match = /^(-?\d{4,6})-(\d\d)-(\d\d)$/.exec(day);
  return match === null ? undefined : { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}
