import { isInRange, parseWall } from '../civil.ts';
import { monthPattern } from '../day-text.ts';
import type { Zones } from '../zones.ts';
import { type AbsoluteDate, readAbsoluteDate } from './absolute-date.ts';
import type { DateContext, DateValue } from './date-value.ts';
import { parseRelativeDate } from './relative-date.ts';

const maxLength = 100;

/** The date formats of D21. The whole text must match; undefined if it does not. */
export function parseDate(input: string | number, context: DateContext): DateValue | undefined {
  const value = typeof input === 'number' ? toInstant(parseTimestamp(input)) : parseText(input, context);
  if (value === undefined) return undefined;
  const possible = value.kind === 'instant' ? isInRange(value.epoch) : parseWall(value.wall) !== undefined;
  return possible ? value : undefined;
}

/** Whether the meaning depends on the current time. True for invalid texts as well: neither may be cached for long. */
export function isRelativeDate(input: string): boolean {
  const text = tidy(input);
  return text === undefined || !(isTimestampText(text) || typeof readAbsoluteDate(text) === 'object');
}

function parseText(input: string, context: DateContext): DateValue | undefined {
  const tidied = tidy(input);
  if (tidied === undefined) return undefined;
  const text = tidied.replace(yearInWords, (_, which: string) => ` ${yearOf(which.toLowerCase(), context)}`);
  if (isTimestampText(text)) return toInstant(parseTimestamp(Number(text.replace('@', ''))));
  const absolute = readAbsoluteDate(text);
  if (absolute === 'impossible') return undefined;
  return absolute === 'none' ? parseRelativeDate(text, context) : resolveZone(absolute, context.zones);
}

/** Words for a year after a month: `first day of january next year`, `March 1st, this year`. */
const yearInWords = new RegExp(
  `(?<=\\b(?:${monthPattern})(?: \\d{1,2}(?:st|nd|rd|th)?,?)?) (?:of )?(this|next|last|previous) year\\b`,
  'i',
);

function yearOf(which: string, { now, zone, zones }: DateContext): number {
  const shift = which === 'this' ? 0 : which === 'next' ? 1 : -1;
  return Number(zones.toWall(now, zone).slice(0, 4)) + shift;
}

function resolveZone({ wall, dateOnly, zone }: AbsoluteDate, zones: Zones): DateValue | undefined {
  if (zone.kind === 'none') return { kind: 'wall', wall, dateOnly };
  const local = parseWall(wall);
  if (local === undefined) return undefined;
  if (zone.kind === 'offset') return { kind: 'instant', epoch: local - zone.seconds };
  const id = zones.parse(zone.name);
  return id === undefined ? undefined : { kind: 'instant', epoch: zones.toEpoch(wall, id).epoch };
}

function toInstant(epoch: number | undefined): DateValue | undefined {
  return epoch === undefined ? undefined : { kind: 'instant', epoch };
}

/** With single spaces, trimmed; undefined if the text is empty or too long. */
function tidy(input: string): string | undefined {
  if (input.length > maxLength) return undefined;
  const text = input.trim().replace(/\s+/g, ' ');
  return text === '' ? undefined : text;
}

/** Unix seconds; numbers of 12 and 13 digits are milliseconds (D21). Undefined outside the years 1 to 9999. */
function parseTimestamp(value: number): number | undefined {
  const size = Math.abs(value);
  if (Number.isNaN(value) || size >= 1e13) return undefined;
  const seconds = Math.floor(size >= 1e11 ? value / 1_000 : value);
  // Adding zero turns -0 into 0.
  return isInRange(seconds) ? seconds + 0 : undefined;
}

/** 9 to 13 digits, or any number after `@` (D69), optionally with a fraction. 8 digits are a day (D21). */
function isTimestampText(text: string): boolean {
  return /^(?:-?\d{9,13}|@-?\d{1,13})(?:\.\d+)?$/.test(text);
}
