// Occurrences of a recurring event, from its rules and the dates that it lists.
import { formatUtc, secondsPerDay, toWallSeconds } from '../../core/dates/civil.ts';
import type { Note } from '../report.ts';
import type { Properties, Property } from './properties.ts';
import { expand, type Window } from './recurrence-rule.ts';
import {
  dayOf,
  dayOfUtc,
  type FileTime,
  type Length,
  parseDuration,
  readTime,
  recurrenceIdOf,
  type TimeContext,
  timeOf,
} from './times.ts';

export interface Occurrence {
  /** RECURRENCE-ID in UTC. The external id of the occurrence is the UID, a slash and this. */
  recurrenceId: string;
  start: FileTime;
  /** Length of an RDATE with a period; otherwise that of the event. */
  length: Length | undefined;
}

export type Occurrences = ReturnType<typeof occurrencesOf>;

export const isRecurring = (properties: Properties): boolean =>
  properties.rules('RRULE').length > 0 || properties.all('RDATE').length > 0;

export function occurrencesOf(properties: Properties, start: FileTime, window: Window, times: TimeContext, note: Note) {
  const clock = clockOf(start);
  const rules = (name: 'RRULE' | 'EXRULE') =>
    start.kind === 'day' ? properties.rules(name).map(withoutClockParts) : properties.rules(name);
  const listed = (name: 'EXDATE' | 'RDATE') =>
    properties
      .all(name)
      .flatMap((property) => timesOf(property, times, note))
      .map(({ time, length }) => ({ time: inSeries(time, start), length }));
  const excepted = listed('EXDATE').map(({ time }) => time);
  const extra = listed('RDATE');
  const lengths = new Map(extra.flatMap(({ time, length }) => (length ? [[clock.secondsOf(time), length]] : [])));
  const { starts, ...rest } = expand(
    {
      start: clock.secondsOf(start),
      skipped: skippedWall(start),
      zone: clock.zone,
      rules: rules('RRULE'),
      exceptionRules: rules('EXRULE'),
      extra: extra.map(({ time }) => clock.secondsOf(time)),
      except: new Set(excepted.map(clock.secondsOf)),
    },
    window,
  );
  // Some programs list days in EXDATE to exclude everything that takes place on them.
  const exceptedDays = new Set(excepted.flatMap((time) => (time.kind === 'day' ? [time.day] : [])));
  const all: Occurrence[] = starts
    .map((seconds) => ({ start: clock.timeAt(seconds), length: lengths.get(seconds) }))
    .filter((one) => !exceptedDays.has(dayOf(one.start)))
    .map((one) => ({ recurrenceId: recurrenceIdOf(one.start), ...one }));
  // An hourly rule of an all-day event yields the same day several times.
  const byId = Map.groupBy(all, ({ recurrenceId }) => recurrenceId);
  return { occurrences: [...byId.values()].flatMap(([first]) => first ?? []), ...rest };
}

/**
 * A time that refers to an occurrence, converted to the kind and zone of its series: some programs write midnights for
 * days, or omit the zone.
 */
export function inSeries(time: FileTime, start: FileTime): FileTime {
  if (time.kind === 'day') return time;
  if (start.kind === 'day')
    return { kind: 'day', day: time.isUtc && time.epoch % secondsPerDay === 0 ? dayOfUtc(time.epoch) : dayOf(time) };
  const isFloating = !time.isUtc && !time.isZoneGiven;
  if (isFloating && start.isZoneGiven) return { ...start, ...start.zone.toEpoch(time.wall) };
  return { ...start, epoch: time.epoch, wall: start.zone.toWall(time.epoch) };
}

/** Moves a later occurrence by as much as a changed one was moved from its date in the series. */
export function movedAlike(start: FileTime, from: FileTime, to: FileTime): FileTime {
  const apart = wallSecondsOf(to) - wallSecondsOf(from);
  if (to.kind === 'day') return { kind: 'day', day: dayOfUtc(wallSecondsOf(start) + apart) };
  if ((to.isUtc || to.zone.isOwn) && start.kind === 'time' && from.kind === 'time') {
    const epoch = start.epoch + to.epoch - from.epoch;
    return { ...to, epoch, wall: to.zone.toWall(epoch) };
  }
  return { ...to, ...to.zone.toEpoch(formatUtc(wallSecondsOf(start) + apart)) };
}

const wallSecondsOf = (time: FileTime): number =>
  toWallSeconds(time.kind === 'day' ? `${time.day} 00:00:00` : time.wall) as number;

/** DTSTART as written, if a change to summer time skips it and the start was therefore moved. */
const skippedWall = (start: FileTime): string | undefined =>
  start.kind === 'day' || start.isUtc || start.zone.isOwn || start.written === start.wall ? undefined : start.written;

/** The time parts of a rule are ignored for all-day events (RFC 5545, 3.3.10). */
const withoutClockParts = (rule: string): string =>
  rule
    .split(';')
    .filter((part) => !/^BY(?:HOUR|MINUTE|SECOND)=/i.test(part))
    .join(';');

function timesOf(property: Property, times: TimeContext, note: Note) {
  return property.values.flatMap((value, at) => {
    // The parser makes `--T::` of an empty value.
    if (!/\w{2}/.test(String(value))) return [];
    const [from, to] = Array.isArray(value) ? value.map(String) : [];
    const moment = (text: string) => timeOf(text, property.parameters['tzid'], times, note);
    const time = from === undefined ? readTime(property, times, note, at) : moment(from);
    if (time === undefined) {
      note('has an invalid recurrence date; left out', String(value));
      return [];
    }
    return { time, length: to === undefined ? undefined : (parseDuration(to) ?? lengthUntil(time, moment(to))) };
  });
}

/** Undefined for an invalid period, which then has the length of the event. */
const lengthUntil = (from: FileTime, to: FileTime | undefined): Length | undefined =>
  from.kind === 'time' && to?.kind === 'time' && to.epoch >= from.epoch
    ? { days: 0, seconds: to.epoch - from.epoch }
    : undefined;

interface Clock {
  /** Zone to expand rules in: `UTC` for days, and for wall clocks of a zone that only the file defines. */
  zone: string;
  secondsOf(time: FileTime): number;
  timeAt(seconds: number): FileTime;
}

/** Converts between times of the file and the seconds that rules are expanded in. */
function clockOf(start: FileTime): Clock {
  if (start.kind === 'day')
    return {
      zone: 'UTC',
      secondsOf: (time) => toWallSeconds(`${dayOf(time)} 00:00:00`) as number,
      timeAt: (seconds) => ({ kind: 'day', day: dayOfUtc(seconds) }),
    };
  const { zone } = start;
  if (!zone.isOwn)
    return {
      // An event in UTC recurs in UTC, whatever zone it is displayed in.
      zone: start.isUtc ? 'UTC' : zone.id,
      secondsOf: (time) => (time.kind === 'time' ? time.epoch : zone.toEpoch(`${time.day} 00:00:00`).epoch),
      timeAt: (epoch) => ({ ...start, epoch, wall: zone.toWall(epoch) }),
    };
  const offsetAt = (epoch: number) => epoch - zone.toEpoch(formatUtc(epoch)).epoch;
  return {
    zone: 'UTC',
    secondsOf: (time) => (time.kind === 'time' ? time.epoch + offsetAt(time.epoch) : wallSecondsOf(time)),
    timeAt: (seconds) => ({ ...start, ...zone.toEpoch(formatUtc(seconds)) }),
  };
}
