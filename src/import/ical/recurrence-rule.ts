// When a recurring event takes place (RFC 5545, 3.8.5), within a window and a number.
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { formatUtc } from '../../core/dates/civil.ts';
import { parseFixedOffset } from '../../core/dates/fixed-offset.ts';

export interface Recurrence {
  /** UTC seconds; of a day, or of a wall clock in a zone that only the file knows, as if it were in UTC. */
  start: number;
  /** The wall clock that the file gives for the start, where a change of clocks skips it. */
  skipped?: string | undefined;
  /** `UTC` where starts are as if. */
  zone: string;
  rules: readonly string[];
  exceptionRules: readonly string[];
  extra: readonly number[];
  except: ReadonlySet<number>;
}

export interface Window {
  from: number;
  to: number;
  most: number;
}

export interface Expansion {
  /** Ascending. */
  starts: number[];
  /** There are more within the window. */
  isCut: boolean;
}

/** Throws UnreadableRule. */
export function expand(recurrence: Recurrence, window: Window): Expansion {
  const { start, extra, except } = recurrence;
  const found = new Set([start, ...extra].filter((at) => isWithin(at, window)));
  let isCut = false;
  for (const rule of recurrence.rules) {
    const part = occurrences(rule, recurrence, window);
    isCut ||= part.isCut;
    for (const at of part.starts) found.add(at);
  }
  const left = new Set(recurrence.exceptionRules.flatMap((rule) => occurrences(rule, recurrence, window).starts));
  const starts = [...found].filter((at) => !except.has(at) && !left.has(at)).sort((a, b) => a - b);
  return { starts: starts.slice(0, window.most), isCut: isCut || starts.length > window.most };
}

const isWithin = (at: number, { from, to }: Window): boolean => at >= from && at <= to;

/** The message quotes the rule and says what is wrong with it. */
export class UnreadableRule extends Error {}

/** Rules as some programs write them: with blanks, a COUNT below one, or an UNTIL in the time of the start. */
function corrected(rule: string, zone: string): string {
  const parts = daily(rule.replace(/^RRULE:/i, '').replace(/\s+/g, '')).split(';');
  return parts
    .filter((part) => part !== '' && !/^COUNT=(?:-\d+|0+)$/i.test(part))
    .map((part) => part.replace(/^(UNTIL=)(\d{8}T\d{6})$/i, (_, name, wall) => name + utcOf(wall, zone)))
    .join(';');
}

/** Weekdays limit the days of a year (RFC 5545, 3.3.10), which the library heeds of a daily rule alone. */
function daily(rule: string): string {
  const has = (part: RegExp) => rule.split(';').some((one) => part.test(one));
  if (!has(/^FREQ=YEARLY$/i) || !has(/^BYYEARDAY=/i) || !has(/^BYDAY=/i)) return rule;
  if (has(/^INTERVAL=(?!0*1$)/i) || has(/^BY(?:SETPOS|WEEKNO)=/i) || has(/^BYDAY=.*\d/i))
    throw new Error('weekdays among days of the year are read without INTERVAL, BYSETPOS, BYWEEKNO and numbers only');
  return rule.replace(/FREQ=YEARLY/i, 'FREQ=DAILY');
}

/** `20270131T100000` in a zone as `20270131T090000Z` */
const utcOf = (wall: string, zone: string): string =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zoneId(zone)).toInstant().toString().replace(/[-:]/g, '');

/**
 * A time that clocks skip is read with the offset before them (RFC 5545, 3.3.5), which moves that one occurrence; the
 * later ones are at the time that the file gives.
 */
function atItsTime(rule: string, skipped: string | undefined): string {
  if (skipped === undefined || !/(?:^|;)FREQ=(?:YEARLY|MONTHLY|WEEKLY|DAILY)/i.test(rule)) return rule;
  const [hour, minute, second] = skipped.slice(11).split(':').map(Number);
  const parts = Object.entries({ BYHOUR: hour, BYMINUTE: minute, BYSECOND: second });
  const added = parts.filter(([name]) => !new RegExp(`(?:^|;)${name}=`, 'i').test(rule));
  return [rule, ...added.map((part) => part.join('='))].join(';');
}

/** Where the library begins: a skipped start on its own day, be that before the change of clocks. */
function firstMoment({ start, skipped, zone }: Recurrence): Temporal.ZonedDateTime {
  const moved = zoned(start, zone);
  if (skipped === undefined || moved.toPlainDate().toString() === skipped.slice(0, 10)) return moved;
  return Temporal.PlainDateTime.from(skipped).toZonedDateTime(zoneId(zone), { disambiguation: 'earlier' });
}

function occurrences(rule: string, recurrence: Recurrence, window: Window): Expansion {
  const { start, skipped, zone } = recurrence;
  const parse = (text: string) =>
    new RRuleTemporal({
      rruleString: `RRULE:${text}`,
      dtstart: firstMoment(recurrence),
      cache: false,
      maxIterations: window.most * 6,
    });
  try {
    const ruled = atItsTime(corrected(rule, zone), skipped);
    const text = countedFromStart(ruled, (counted) => firstOf(parse(counted)) === start);
    return text === undefined ? { starts: [], isCut: false } : bounded(parse(text), zone, window);
  } catch (error) {
    throw new UnreadableRule(`${rule.slice(0, 200)}: ${String(error).slice(0, 200)}`);
  }
}

/** The start always counts as the first (RFC 5545, 3.3.10), also where the rule does not give it. */
function countedFromStart(rule: string, givesStart: (rule: string) => boolean): string | undefined {
  const count = Number(/(?:^|;)COUNT=(\d+)/i.exec(rule)?.[1] ?? 0);
  if (count === 0 || givesStart(rule)) return rule;
  return count === 1 ? undefined : rule.replace(/COUNT=\d+/i, `COUNT=${count - 1}`);
}

function firstOf(rule: RRuleTemporal): number | undefined {
  let first: number | undefined;
  rule.all((date) => {
    first ??= secondsOf(date);
    return false;
  });
  return first;
}

/** A rule that gives too many is followed from its beginning, as far as the number reaches. */
function bounded(rule: RRuleTemporal, zone: string, window: Window): Expansion {
  try {
    const all = rule.between(zoned(window.from, zone), zoned(window.to, zone), true);
    return { starts: all.map(secondsOf), isCut: false };
  } catch (error) {
    if (!/maximum|exceeded/i.test(String(error))) throw error;
    const first: number[] = [];
    rule.all((date, index) => {
      first.push(secondsOf(date));
      return index < window.most * 5;
    });
    return { starts: first.filter((at) => isWithin(at, window)), isCut: true };
  }
}

const secondsOf = (date: { toString(): string; epochMilliseconds?: number }): number =>
  Math.floor((date.epochMilliseconds as number) / 1000);

const zoned = (epoch: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zoneId(zone));

function zoneId(zone: string): string {
  const offset = zone === 'UTC' ? undefined : parseFixedOffset(zone);
  return offset === undefined ? zone : offsetZone(offset);
}

/** `+05:30` */
const offsetZone = (seconds: number): string =>
  `${seconds < 0 ? '-' : '+'}${formatUtc(Math.abs(seconds)).slice(11, 16)}`;
