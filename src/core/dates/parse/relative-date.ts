import { addDays, addMonths, dayOf } from '../civil.ts';
import { weekdayPattern } from '../weekday-text.ts';
import { readAbsoluteDate, toWallText } from './absolute-date.ts';
import { readClock, readClockAtEnd } from './clock-text.ts';
import type { DateContext, DateValue } from './date-value.ts';
import { parseDayOfMonth, parseDayWords } from './day-words.ts';
import { type Duration, parseDuration } from './duration-text.ts';

/** Dates relative to now: `tomorrow 9am`, `next friday`, `+2 weeks`, `10 May`. The whole text must match. */
export function parseRelativeDate(text: string, context: DateContext): DateValue | undefined {
  const words = text.toLowerCase();
  if (words === 'now') return { kind: 'instant', epoch: Math.floor(context.now) };
  const nowWall = context.zones.toWall(context.now, context.zone);
  const shifted = parseShifted(words, nowWall, context);
  if (shifted !== undefined) return shifted;
  const { phrase, secondOfDay, hasClock } = splitClock(words);
  if (hasClock && secondOfDay === undefined) return undefined;
  const shiftedToClock = hasClock ? parseShifted(phrase, nowWall, context, secondOfDay) : undefined;
  if (shiftedToClock !== undefined) return shiftedToClock;
  const duration = parseDuration(phrase);
  if (duration !== undefined) return applyDuration(duration, nowWall, secondOfDay, context);
  const day = findDay(phrase, dayOf(nowWall), /^(?:at )?(?:noon|midday|midnight)$/.test(words));
  if (day === undefined) return undefined;
  return { kind: 'wall', wall: toWallText(day, secondOfDay ?? 0), dateOnly: !hasClock };
}

const dayName = `today|tomorrow|yesterday|noon|midnight|(?:(?:this|next|last) )?(?:${weekdayPattern})`;
const clockTime = ',? (?:at )?(?:noon|midday|midnight|\\d[\\d:.]*(?: ?[ap]\\.?m\\.?)?)';
const shiftedName = new RegExp(`^(now|(?:${dayName})(?:${clockTime})?)(?: |(?=[+-]))([+-]? ?\\d.*)$`);

/**
 * `today +2 weeks`, `now-1day`, `tomorrow 9am +2 hours`; `secondOfDay` is a clock time after the steps. An unencoded `+` in
 * a query string arrives as a space.
 */
function parseShifted(
  words: string,
  nowWall: string,
  context: DateContext,
  secondOfDay?: number,
): DateValue | undefined {
  const [, name = '', steps = ''] = shiftedName.exec(words) ?? [];
  const duration = parseDuration(steps);
  const base = duration && parseRelativeDate(name, context);
  if (duration === undefined || base === undefined) return undefined;
  const isNow = base.kind === 'instant';
  if (secondOfDay !== undefined && !isNow && !base.dateOnly) return undefined;
  const shifted = applyDuration(duration, isNow ? nowWall : base.wall, secondOfDay, context, isNow);
  if (shifted?.kind !== 'wall' || isNow) return shifted;
  return { ...shifted, dateOnly: base.dateOnly && secondOfDay === undefined };
}

function splitClock(words: string): { phrase: string; secondOfDay: number | undefined; hasClock: boolean } {
  const last = readClockAtEnd(words);
  if (last !== undefined) return { phrase: last.rest, secondOfDay: last.secondOfDay, hasClock: true };
  const first = readClock(words);
  const separator = first && /^(?:, ?| )(?:on )?/.exec(first.rest);
  if (!first || !separator) return { phrase: words, secondOfDay: undefined, hasClock: false };
  return { phrase: first.rest.slice(separator[0].length), secondOfDay: first.secondOfDay, hasClock: true };
}

/** `noon` alone means today; `10:00` alone is refused, because its date was probably forgotten. */
function findDay(phrase: string, today: string, isBareWord: boolean): string | undefined {
  if (isBareWord) return today;
  if (!/\d/.test(phrase)) return parseDayWords(phrase, today);
  const inMonth = parseDayOfMonth(phrase, today);
  if (inMonth !== undefined) return inMonth;
  const inThisYear = readAbsoluteDate(`${phrase} ${today.slice(0, 4)}`);
  return typeof inThisYear === 'object' && inThisYear.zone.kind === 'none' ? dayOf(inThisYear.wall) : undefined;
}

function applyDuration(
  { months, days, seconds }: Duration,
  nowWall: string,
  secondOfDay: number | undefined,
  { now, zone, zones }: DateContext,
  isFromNow = true,
): DateValue | undefined {
  if (seconds !== 0 && secondOfDay !== undefined) return undefined;
  const day = addDays(addMonths(dayOf(nowWall), months), days);
  const wall = secondOfDay === undefined ? `${day}${nowWall.slice(10)}` : toWallText(day, secondOfDay);
  if (seconds === 0) return { kind: 'wall', wall, dateOnly: false };
  // Days keep the clock time; hours are exact, even across a clock change.
  const from = isFromNow && months === 0 && days === 0 ? Math.floor(now) : zones.toEpoch(wall, zone).epoch;
  return { kind: 'instant', epoch: from + seconds };
}
