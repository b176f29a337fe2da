// Reads the dates and times of a row, however the spreadsheet divides and formats them.
import { addDays, dayOf } from '../../core/dates/civil.ts';
import { type EventTimes, toSpan } from '../../core/dates/event-span.ts';
import type { DateValue } from '../../core/dates/parse/date-value.ts';
import { isRelativeDate, parseDate } from '../../core/dates/parse/parse-date.ts';
import type { ReadContext } from '../../http/params/field.ts';
import type { StoredEvent } from '../../resources/upsert/types.ts';
import type { Flag } from '../../store/schema.ts';
import { zoneNamed } from '../ical/time-zones.ts';
import type { DateOrder } from '../types.ts';
import { possibleDays, readCellDate } from './cell-date.ts';
import { readCellTime, readTimeRange } from './cell-time.ts';
import type { Field } from './heading-words.ts';

/** Reports the problem of a cell. */
export type ReportProblem = (field: Field, what: string) => void;

type Cells = ReadonlyMap<Field, string>;
type Edge = 'start' | 'end';

const edges: readonly Edge[] = ['start', 'end'];

/** Replaces the dates and times that can be read by the API's. */
export function withPlainTimes(cells: Map<Field, string>, order: DateOrder | undefined): Map<Field, string> {
  splitDates(cells, order);
  for (const edge of edges) readDay(cells, edge, order);
  splitTimes(cells);
  for (const edge of edges) readTime(cells, edge, order);
  return cells;
}

/** From the date of the start to both dates. */
function splitDates(cells: Map<Field, string>, order: DateOrder | undefined): void {
  const dates = cells.has('end_date') ? undefined : readDateRange(cells.get('start_date') ?? '', order);
  if (!dates) return;
  cells.set('start_date', dates[0]);
  cells.set('end_date', dates[1]);
}

function readDay(cells: Map<Field, string>, edge: Edge, order: DateOrder | undefined): void {
  const day = cells.get(`${edge}_date`);
  if (day === undefined) return;
  const date = readCellDate(day, order);
  // An end is often a time alone.
  if (date === undefined && readCellTime(day) !== undefined && !cells.has(`${edge}_time`)) {
    cells.delete(`${edge}_date`);
    cells.set(`${edge}_time`, day);
  } else cells.set(`${edge}_date`, date ?? day);
}

/** From the time of the start to both times. */
function splitTimes(cells: Map<Field, string>): void {
  const times = cells.has('end_time') ? undefined : readTimeRange(cells.get('start_time') ?? '');
  if (!times) return;
  cells.set('start_time', times[0]);
  cells.set('end_time', times[1]);
}

function readTime(cells: Map<Field, string>, edge: Edge, order: DateOrder | undefined): void {
  const time = cells.get(`${edge}_time`);
  if (time === undefined) return;
  cells.set(`${edge}_time`, readCellTime(time) ?? timeOfMoment(time, order) ?? time);
  // Beside a column of times, midnight in the cell of the date means nothing.
  const day = cells.get(`${edge}_date`);
  if (day !== undefined) cells.set(`${edge}_date`, day.replace(/^(\d{4}-\d\d-\d\d)[ T]00:00(?::00)?$/, '$1'));
}

/** `12.06.2027 – 14.06.2027`, `12.–14. Juni 2027`, `June 12-14, 2027`, `12.06.2027 19:00 - 22:00` */
function readDateRange(cell: string, order: DateOrder | undefined): [string, string] | undefined {
  const text = cell.replace(/^(\p{L}+\.? )(\d{1,2})\s?[-–]\s?(?=\d{1,2},? \d{4})/u, '$1$2 – $1');
  const [from = '', to = '', more] = text.length > maxRangeLength ? [] : text.split(rangeSign);
  const hasDay = /(?<!\d)\d\d?(?!\d)/;
  const isDate = (some: string) => hasDay.test(some) && !isRelativeDate(readCellDate(some, order) ?? some);
  // What the start lacks is at the end of the end.
  const parts = to.match(/\d+|\p{L}+|[^\d\p{L}]/gu) ?? [];
  const whole = parts.map((_, at) => from + parts.slice(at).join('')).filter((some) => !possibleDays(some));
  const start = [from, ...whole].find(isDate);
  const hasTime = readCellDate(from, order)?.includes(':') === true;
  const isEnd = isDate(to) || (hasTime && readCellTime(to) !== undefined);
  return more === undefined && start !== undefined && isEnd ? [start, to] : undefined;
}

const maxRangeLength = 100;
const rangeSign = /\s(?:-|bis|to|au|hasta|até|до)\s|(?<=\d\.)-(?=\d)|\s?[–—～〜]\s?/i;

/** Some programs write a time on day 0 of their calendar. */
function timeOfMoment(cell: string, order: DateOrder | undefined): string | undefined {
  const moment = readCellDate(cell, order ?? 'mdy') ?? cell;
  return /^(?:1899-12-3[01]|1900-01-0[01])[ T](\d\d:\d\d(?::\d\d)?)$/.exec(moment)?.[1];
}

/** Undefined if something is wrong, which is reported. */
export function readWhen(
  cells: Cells,
  stored: StoredEvent['event'] | undefined,
  { zones, siteZone, now }: ReadContext,
  flagged: Flag,
  wrong: ReportProblem,
): EventTimes | undefined {
  const named = cells.get('timezone');
  const zone = named === undefined ? (stored?.timezone ?? siteZone) : zoneNamed(named, zones);
  if (zone === undefined) {
    wrong('timezone', 'is not a known time zone');
    return undefined;
  }
  const isSameZone = zone === stored?.timezone;
  const read = (edge: Edge): DateValue | undefined => {
    const text = momentIn(cells, edge);
    if (text === undefined) return stored && { kind: 'wall', wall: stored[`${edge}_wall`], dateOnly: false };
    const date = parseDate(text, { now, zone, zones });
    const isTimeWrong = !date && cells.has(`${edge}_time`) && parseDate(dayIn(cells, edge) ?? '', { now, zone, zones });
    if (isTimeWrong) wrong(`${edge}_time`, 'is not a time');
    else if (!date) wrong(`${edge}_date`, 'is not a date');
    return date;
  };
  // The stored instant, which in a repeated hour is not always the first of both.
  const withStoredInstant = (edge: Edge, date: DateValue): DateValue =>
    isSameZone && date.kind === 'wall' && date.wall === stored[`${edge}_wall`]
      ? { kind: 'instant', epoch: stored[`${edge}_utc`] }
      : date;
  const start = read('start');
  const end = read('end');
  const hasEnd = momentIn(cells, 'end') !== undefined;
  if (start === undefined && momentIn(cells, 'start') === undefined) wrong('start_date', 'is missing');
  if (start === undefined || (hasEnd && end === undefined)) return undefined;
  const isDays = isDay(withStoredInstant('start', start)) && (hasEnd ? isDay(end) : stored === undefined);
  const allDay = isDays && !cells.has('all_day') ? 1 : flagged;
  const last = hasEnd && end !== undefined ? intendedEnd(cells, start, end, allDay) : (end ?? start);
  const span = toSpan(withStoredInstant('start', start), withStoredInstant('end', last), {
    zone,
    allDay: allDay === 1,
    zones,
  });
  if (span === 'end-before-start') wrong('end_date', 'is before start_date');
  if (span === 'out-of-range') wrong('start_date', 'is outside of the years 1 to 9999 in UTC');
  return typeof span === 'string' ? undefined : span;
}

const isDay = (date: DateValue | undefined): boolean => date?.kind === 'wall' && date.dateOnly;

/** The end that people and other programs mean. */
function intendedEnd(cells: Cells, start: DateValue, end: DateValue, allDay: Flag): DateValue {
  if (start.kind === 'instant' || end.kind === 'instant') return end;
  const [startDay, endDay] = [dayOf(start.wall), dayOf(end.wall)];
  const on = (day: string, clock: string): DateValue => ({ kind: 'wall', wall: `${day} ${clock}`, dateOnly: false });
  // Outlook ends all-day events at the midnight after them.
  const isNextMidnight = cells.has('end_time') && end.wall.endsWith(' 00:00:00') && endDay > startDay;
  if (allDay === 1) return isNextMidnight ? on(addDays(endDay, -1), '00:00:00') : end;
  // An end without a time: a later day ends with its last second.
  if (isDay(end) && !isDay(start)) return endDay === startDay ? start : on(endDay, '23:59:59');
  // From 21:00 to 2:00 ends on the next day.
  const isAfterMidnight = !cells.has('end_date') && end.wall < start.wall;
  return isAfterMidnight ? on(addDays(endDay, 1), end.wall.slice(11)) : end;
}

/** The date with the time from a separate column. */
export function momentIn(cells: Cells, edge: Edge): string | undefined {
  const time = cells.get(`${edge}_time`);
  const day = dayIn(cells, edge);
  return day === undefined || time === undefined ? day : `${day} ${time}`;
}

/** An end that consists of a time is on the day of the start. */
const dayIn = (cells: Cells, edge: Edge): string | undefined =>
  cells.get(`${edge}_date`) ??
  (cells.has(`${edge}_time`) && edge === 'end'
    ? cells.get('start_date')?.replace(/^(\d{4}-\d\d-\d\d)[ T].*$/, '$1')
    : undefined);
