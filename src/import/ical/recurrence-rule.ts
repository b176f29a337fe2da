// Expands recurrence rules (RFC 5545, 3.8.5) within a window of time.
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { formatUtc } from '../../core/dates/civil.ts';
import { parseFixedOffset } from '../../core/dates/fixed-offset.ts';
import { inBasicForm } from './properties.ts';

export interface Recurrence {
  /** UTC seconds. All-day events, and wall clocks of a zone that only the file defines, are expanded as if in UTC. */
  start: number;
  /** DTSTART as written, if it falls into the hour that a change to summer time skips. */
  skipped?: string | undefined;
  zone: string;
  rules: readonly string[];
  exceptionRules: readonly string[];
  extra: readonly number[];
  except: ReadonlySet<number>;
}

export interface Window {
  from: number;
  to: number;
  /** Maximum number of occurrences. */
  max: number;
}

interface Instances {
  starts: number[];
  /** The window has more of them than its maximum. */
  isCut: boolean;
}

/** The starts are sorted. `unreadable` are rules that could not be read, each with the reason; the others are followed. */
export function expand(recurrence: Recurrence, window: Window) {
  const { start, extra, except } = recurrence;
  const unreadable: Record<'rules' | 'exceptionRules', string[]> = { rules: [], exceptionRules: [] };
  const instancesOf = (kind: keyof typeof unreadable): Instances[] =>
    recurrence[kind].flatMap((rule) => {
      try {
        return instances(rule, recurrence, window);
      } catch (error) {
        unreadable[kind].push(`${rule.slice(0, 200)}: ${String(error).slice(0, 200)}`);
        return [];
      }
    });
  const included = instancesOf('rules');
  const excluded = new Set(instancesOf('exceptionRules').flatMap(({ starts }) => starts));
  const all = new Set([start, ...extra, ...included.flatMap(({ starts }) => starts)]);
  const starts = [...all]
    .filter((at) => isWithin(at, window) && !except.has(at) && !excluded.has(at))
    .sort((a, b) => a - b);
  const isCut = included.some((one) => one.isCut) || starts.length > window.max;
  return { starts: starts.slice(0, window.max), isCut, unreadable };
}

const isWithin = (at: number, { from, to }: Window): boolean => at >= from && at <= to;

/** Throws if the rule cannot be read. */
function instances(text: string, recurrence: Recurrence, window: Window): Instances {
  const { start, skipped, zone } = recurrence;
  const parse = (rule: string) =>
    new RRuleTemporal({
      rruleString: `RRULE:${rule}`,
      dtstart: firstMoment(recurrence),
      cache: false,
      maxIterations: window.max * 6,
    });
  const rule = withClockOf(skipped, corrected(text, zone));
  const count = Number(/(?:^|;)COUNT=(\d+)/i.exec(rule)?.[1] ?? 0);
  // DTSTART always counts as the first instance (RFC 5545, 3.3.10), even if the rule does not produce it.
  const isStartMissing = count > 0 && parse(rule).between(zoned(start, zone), zoned(start, zone), true).length === 0;
  const others = isStartMissing ? rule.replace(/COUNT=\d+/i, `COUNT=${count - 1}`) : rule;
  return bounded(parse(others), zone, window);
}

/** Tolerates spaces, a COUNT below one, and an UNTIL in local time. */
function corrected(rule: string, zone: string): string {
  const parts = withDailyFrequency(rule.replace(/^RRULE:/i, '').replace(/\s+/g, '')).split(';');
  return parts
    .filter((part) => part !== '' && !/^COUNT=(?:-\d+|0+)$/i.test(part))
    .map((part) => inBasicForm(part).replace(/^(UNTIL=)(\d{8}T\d{6})$/i, (_, name, wall) => name + utcOf(wall, zone)))
    .join(';');
}

/** Weekdays limit BYYEARDAY (RFC 5545, 3.3.10); the library applies that to daily rules only. */
function withDailyFrequency(rule: string): string {
  const has = (part: RegExp) => rule.split(';').some((one) => part.test(one));
  if (!has(/^FREQ=YEARLY$/i) || !has(/^BYYEARDAY=/i) || !has(/^BYDAY=/i)) return rule;
  if (has(/^INTERVAL=(?!0*1$)/i) || has(/^BY(?:SETPOS|WEEKNO)=/i) || has(/^BYDAY=.*\d/i))
    throw new Error(
      'BYYEARDAY with BYDAY is supported without INTERVAL, BYSETPOS, BYWEEKNO and numbered weekdays only',
    );
  return rule.replace(/FREQ=YEARLY/i, 'FREQ=DAILY');
}

/** `20270131T100000` in a zone as `20270131T090000Z` */
const utcOf = (wall: string, zone: string): string =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zoneId(zone)).toInstant().toString().replace(/[-:]/g, '');

/**
 * A skipped local time uses the offset before the gap (RFC 5545, 3.3.5), which moves that one occurrence. Later ones
 * keep the clock time as written.
 */
function withClockOf(skipped: string | undefined, rule: string): string {
  if (skipped === undefined || !/(?:^|;)FREQ=(?:YEARLY|MONTHLY|WEEKLY|DAILY)/i.test(rule)) return rule;
  const [hour, minute, second] = skipped.slice(11).split(':').map(Number);
  const parts = Object.entries({ BYHOUR: hour, BYMINUTE: minute, BYSECOND: second });
  const missing = parts.filter(([name]) => !new RegExp(`(?:^|;)${name}=`, 'i').test(rule));
  return [rule, ...missing.map((part) => part.join('='))].join(';');
}

/** DTSTART for the library. A skipped one stays on its own day, even if it is then before the gap. */
function firstMoment({ start, skipped, zone }: Recurrence): Temporal.ZonedDateTime {
  const moved = zoned(start, zone);
  if (skipped === undefined || moved.toPlainDate().toString() === skipped.slice(0, 10)) return moved;
  return Temporal.PlainDateTime.from(skipped).toZonedDateTime(zoneId(zone), { disambiguation: 'earlier' });
}

/** If the window has too many instances, the rule is followed from its start for a limited number of them. */
function bounded(rule: RRuleTemporal, zone: string, window: Window): Instances {
  try {
    const all = rule.between(zoned(window.from, zone), zoned(window.to, zone), true);
    return { starts: all.map(secondsOf), isCut: false };
  } catch (error) {
    if (!/maximum|exceeded/i.test(String(error))) throw error;
    const first: number[] = [];
    rule.all((date, index) => {
      first.push(secondsOf(date));
      return index < window.max * 5;
    });
    return { starts: first, isCut: true };
  }
}

const secondsOf = (date: { epochMilliseconds: number }): number => Math.floor(date.epochMilliseconds / 1000);

const zoned = (epoch: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zoneId(zone));

/** Temporal writes `UTC+5:30` as `+05:30`. */
function zoneId(zone: string): string {
  const offset = zone === 'UTC' ? undefined : parseFixedOffset(zone);
  if (offset === undefined) return zone;
  return `${offset < 0 ? '-' : '+'}${formatUtc(Math.abs(offset)).slice(11, 16)}`;
}
