// The occurrences of a recurring event, with the changes that a file makes to some of them.
import { formatUtc, secondsPerDay, toWallSeconds } from '../../core/dates/civil.ts';
import type { Note } from '../rest/types.ts';
import type { FileEvent } from './event.ts';
import type { Properties, Property } from './properties.ts';
import { expand, type Window } from './recurrence-rule.ts';
import {
  dayOf,
  type FileTime,
  type Length,
  parseDuration,
  readTime,
  recurrenceName,
  type TimeContext,
  timeOf,
  toInstant,
} from './times.ts';

export interface Occurrence {
  /** RECURRENCE-ID in UTC, the part of its name after the UID. */
  name: string;
  start: FileTime;
  /** Of a period that the file lists. */
  length: Length | undefined;
}

export const isRecurring = (properties: Properties): boolean =>
  properties.rules('RRULE').length > 0 || properties.all('RDATE').length > 0;

/** Without its rules where not `isRuled`: at its own date and those that it lists. Throws UnreadableRule. */
export function occurrencesOf(
  properties: Properties,
  { start }: FileEvent,
  window: Window,
  times: TimeContext,
  note: Note,
  isRuled = true,
): { occurrences: Occurrence[]; isCut: boolean } {
  const clock = clockOf(start, times);
  const rules = (name: 'RRULE' | 'EXRULE') =>
    isRuled ? properties.rules(name).map(start.kind === 'day' ? ofWholeDays : String) : [];
  const listed = (name: string) =>
    properties
      .all(name)
      .flatMap((property) => timesOf(property, times, note))
      .map(({ time, length }) => ({ time: inSeries(time, start, times), length }));
  const excepted = listed('EXDATE').map(({ time }) => time);
  const extra = listed('RDATE');
  const lengths = new Map(extra.flatMap(({ time, length }) => (length ? [[clock.secondsOf(time), length]] : [])));
  const days = new Set(excepted.flatMap((time) => (time.kind === 'day' ? [time.day] : [])));
  const { starts, isCut } = expand(
    {
      start: clock.secondsOf(start),
      skipped: skippedWall(start, properties.text('DTSTART')),
      zone: clock.zone,
      rules: rules('RRULE'),
      exceptionRules: rules('EXRULE'),
      extra: extra.map(({ time }) => clock.secondsOf(time)),
      except: new Set(excepted.map(clock.secondsOf)),
    },
    window,
  );
  const all = starts.map((seconds) => ({ start: clock.timeAt(seconds), length: lengths.get(seconds) }));
  // Some programs leave days out where they mean what takes place on them.
  const kept = all.filter((one) => !days.has(dayOf(one.start)));
  // Of days by the hour each comes several times.
  const byName = Map.groupBy(kept, (one) => recurrenceName(one.start));
  const occurrences = [...byName].flatMap(([name, [first]]) => (first ? { name, ...first } : []));
  return { occurrences, isCut };
}

/**
 * A time that names an occurrence, in the terms of its series: some programs write midnights for days, and leave the
 * zone out.
 */
export function inSeries(time: FileTime, start: FileTime, times: TimeContext): FileTime {
  if (time.kind === 'day') return time;
  if (start.kind === 'day')
    return { kind: 'day', day: time.isUtc && time.epoch % secondsPerDay === 0 ? dayOfUtc(time.epoch) : dayOf(time) };
  const isFloating = !time.isUtc && !time.isZoneGiven;
  if (isFloating && start.isZoneGiven) return { ...start, ...toInstant(time.wall, start.zone, times) };
  const wall = start.zone.kind === 'known' ? times.zones.toWall(time.epoch, start.zone.id) : time.wall;
  return { ...start, epoch: time.epoch, wall };
}

const dayOfUtc = (epoch: number): string => formatUtc(epoch).slice(0, 10);

/** The start of a later occurrence that moves as far as a changed one does from its date in the series. */
export function movedAlike(start: FileTime, from: FileTime, to: FileTime, times: TimeContext): FileTime {
  const apart = wallSecondsOf(to) - wallSecondsOf(from);
  if (to.kind === 'day') return { kind: 'day', day: dayOfUtc(wallSecondsOf(start) + apart) };
  const isByEpoch = to.isUtc || to.zone.kind === 'own';
  if (isByEpoch && start.kind === 'time' && from.kind === 'time') {
    const epoch = start.epoch + to.epoch - from.epoch;
    return { ...to, epoch, wall: times.zones.toWall(epoch, times.usualZone) };
  }
  return { ...to, ...toInstant(formatUtc(wallSecondsOf(start) + apart), to.zone, times) };
}

const wallSecondsOf = (time: FileTime): number =>
  toWallSeconds(time.kind === 'day' ? `${time.day} 00:00:00` : time.wall) as number;

/** What the file gives, where the start is at another time: a change of clocks skips the one given. */
function skippedWall(start: FileTime, written = ''): string | undefined {
  if (start.kind === 'day' || start.isUtc || start.zone.kind !== 'known') return undefined;
  const wall = written.replace('T', ' ').replace(/:60$/, ':59');
  return wall === start.wall ? undefined : wall;
}

/** Without the times of day, which count for nothing there (RFC 5545, 3.3.10). */
const ofWholeDays = (rule: string): string =>
  rule
    .split(';')
    .filter((part) => !/^BY(?:HOUR|MINUTE|SECOND)=/i.test(part))
    .join(';');

interface Listed {
  time: FileTime;
  length: Length | undefined;
}

function timesOf(property: Property, times: TimeContext, note: Note): Listed[] {
  return property.values.flatMap((value, at) => {
    const [from, to] = Array.isArray(value) ? value.map(String) : [];
    const moment = (text: string) => timeOf(text, property.parameters['tzid'], times, note);
    const time = from === undefined ? readTime(property, times, note, at) : moment(from);
    if (time === undefined) {
      note('names a date of its recurrence that is none; left out', String(value));
      return [];
    }
    return { time, length: to === undefined ? undefined : (parseDuration(to) ?? lengthUntil(time, moment(to))) };
  });
}

/** Undefined for a period that is none: it is as long as the others. */
const lengthUntil = (from: FileTime, to: FileTime | undefined): Length | undefined =>
  from.kind === 'time' && to?.kind === 'time' && to.epoch >= from.epoch
    ? { days: 0, seconds: to.epoch - from.epoch }
    : undefined;

interface Clock {
  /** To expand in: `UTC` for days, and for wall clocks that no known zone has. */
  zone: string;
  secondsOf(time: FileTime): number;
  timeAt(seconds: number): FileTime;
}

/** Rules speak of days and wall clocks; zones that only the file knows are followed by their wall clocks. */
function clockOf(start: FileTime, times: TimeContext): Clock {
  const { zones } = times;
  const asUtc = (wall: string) => zones.toEpoch(wall, 'UTC').epoch;
  const dayAt = (seconds: number) => zones.toWall(seconds, 'UTC').slice(0, 10);
  if (start.kind === 'day') {
    return {
      zone: 'UTC',
      secondsOf: (time) => asUtc(`${dayOf(time)} 00:00:00`),
      timeAt: (seconds) => ({ kind: 'day', day: dayAt(seconds) }),
    };
  }
  const { zone, isZoneGiven } = start;
  if (zone.kind === 'known') {
    const epochOf = (time: FileTime) =>
      time.kind === 'time' ? time.epoch : zones.toEpoch(`${time.day} 00:00:00`, zone.id).epoch;
    return {
      // The recurrence of a UTC time is one of UTC, wherever it is shown.
      zone: start.isUtc ? 'UTC' : zone.id,
      secondsOf: epochOf,
      timeAt: (epoch) => ({
        kind: 'time',
        epoch,
        wall: zones.toWall(epoch, zone.id),
        zone,
        isZoneGiven,
        isUtc: start.isUtc,
      }),
    };
  }
  const shift = (epoch: number) => {
    const near = zones.toWall(epoch, 'UTC');
    const offset = asUtc(near) - zone.toEpoch(near);
    return epoch + offset;
  };
  return {
    zone: 'UTC',
    secondsOf: (time) => (time.kind === 'time' ? shift(time.epoch) : asUtc(`${time.day} 00:00:00`)),
    timeAt: (seconds) => ({
      kind: 'time',
      ...toInstant(zones.toWall(seconds, 'UTC'), zone, times),
      zone,
      isZoneGiven,
      isUtc: false,
    }),
  };
}
