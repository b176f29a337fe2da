// Times of a calendar file: dates, UTC, wall clocks in a zone, and floating ones.
import { addDays, formatUtc, parseDay, parseWall } from '../../core/dates/civil.ts';
import type { Zones } from '../../core/dates/zones.ts';
import { dateValue, utcValue } from '../../core/ical/date-time.ts';
import type { Note } from '../report.ts';
import type { Property } from './properties.ts';
import { type FileZone, type FindZone, knownZone } from './time-zones.ts';

export type FileTime =
  | { kind: 'day'; day: string }
  | {
      kind: 'time';
      epoch: number;
      wall: string;
      /** Differs from `wall` in the hour that a change to summer time skips. */
      written: string;
      zone: FileZone;
      /** False for UTC and floating times. */
      isZoneGiven: boolean;
      isUtc: boolean;
    };

export interface TimeContext {
  zones: Zones;
  findZone: FindZone;
  /** Zone of floating times and for display of UTC times: the calendar's default zone, else the site's. */
  defaultZone: string;
}

/** The value of the property at an index; undefined if it is no time. */
export function readTime(property: Property, context: TimeContext, note: Note, at = 0): FileTime | undefined {
  return timeOf(String(property.values[at] ?? ''), property.parameters['tzid'], context, note);
}

/** `2027-01-31`, `2027-01-31T10:00:00` or with `Z`, as ical.js writes them. VALUE=DATE may be missing. */
export function timeOf(text: string, tzid: string | undefined, context: TimeContext, note: Note): FileTime | undefined {
  const [, day, clock, utc] = /^(\d{4}-\d\d-\d\d)(?:T(?::{2}|(\d\d:\d\d:\d\d)(Z?)))?$/.exec(text) ?? [];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  if (clock === undefined) return { kind: 'day', day };
  const wall = `${day} ${clock.replace(/:60$/, ':59')}`;
  const epoch = parseWall(wall);
  if (epoch === undefined) return undefined;
  const isUtc = utc === 'Z';
  const stated = isUtc || tzid === undefined ? undefined : zoneOf(tzid, wall, context, note);
  const zone = stated ?? knownZone(context.defaultZone, context.zones);
  const moment = isUtc ? { epoch, wall: zone.toWall(epoch) } : zone.toEpoch(wall);
  return { kind: 'time', ...moment, written: wall, zone, isZoneGiven: stated !== undefined, isUtc };
}

function zoneOf(tzid: string, wall: string, { findZone }: TimeContext, note: Note): FileZone | undefined {
  const { zone, remark } = findZone(tzid);
  const detail = zone === undefined ? `: ${wall.slice(0, 16)}` : zone.isOwn ? '' : `: ${zone.id}`;
  if (remark !== undefined) note(remark, tzid + detail);
  return zone;
}

export const dayOf = (time: FileTime): string => (time.kind === 'day' ? time.day : time.wall.slice(0, 10));

export const dayOfUtc = (epoch: number): string => formatUtc(epoch).slice(0, 10);

/** `20270131T090000Z`, or `20270131` for a day. */
export const recurrenceIdOf = (time: FileTime): string =>
  time.kind === 'day' ? dateValue(time.day) : utcValue(time.epoch);

/** Duration of each occurrence (RFC 5545, 3.8.5.3). */
export interface Length {
  /** Calendar days. */
  days: number;
  /** Exact time. */
  seconds: number;
}

const durationPattern = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

export function parseDuration(text: string): Length | undefined {
  const [matched, sign, ...digits] = durationPattern.exec(text.trim()) ?? [];
  if (matched === undefined) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = digits.map((some = '0') => Number(some));
  const length = { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds };
  const isSane = sign !== '-' && length.days < 36_600 && length.seconds < 3_200_000_000;
  return isSane ? length : undefined;
}

/** The last day of an all-day event. DTEND is exclusive, but some programs write the first day. */
export const lastDay = (start: string, days: number): string => addDays(start, Math.max(1, days) - 1);
