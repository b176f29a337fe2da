// Applies the checked values of a write to an event's row.
import type { Problems } from '../../../core/api-error.ts';
import { storedTime, toSpan } from '../../../core/dates/event-span.ts';
import type { DateValue } from '../../../core/dates/parse/date-value.ts';
import type { DateInput } from '../../../http/params/field.ts';
import type { EventsTable } from '../../../store/schema.ts';
import { changesIn, cleanerOf } from '../../records/field-table.ts';
import type { RecordScope } from '../../records/scope.ts';
import { newPublication, patchPublication } from '../../records/write/publication.ts';
import type { Applied } from '../../records/write/save.ts';
import type { EventValues } from '../schemas.ts';
import { emptyEventColumns, eventTable } from './table.ts';
import { toTickets } from './tickets.ts';

/** Values after the checks that need the database, with texts sanitized for storage. */
export type CheckedEvent = Omit<
  EventValues,
  'date' | 'date_utc' | 'image' | 'password' | 'categories' | 'tags' | 'venue' | 'organizer'
> & {
  publishedAt?: number;
  image_id?: number | null;
  passwordHash?: string | null;
};

/** Row of a new event with default values; its times are filled in by `applyEvent`. */
export const emptyEvent = (scope: RecordScope): EventsTable => ({
  id: 0,
  ...newPublication(scope),
  start_wall: '',
  end_wall: '',
  timezone: scope.siteZone,
  start_utc: 0,
  end_utc: 0,
  password_hash: null,
  ...emptyEventColumns,
});

export const cleanTexts = cleanerOf(eventTable);

const changesOf = changesIn(eventTable);

/** Changes only the fields that were sent (D20), and reports invalid dates as problems. */
export function applyEvent(
  before: EventsTable,
  values: CheckedEvent,
  problems: Problems,
  scope: RecordScope,
): Applied<EventsTable> {
  const { columns, texts } = changesOf(values);
  const after: EventsTable = { ...before, ...patchPublication(before, values, scope), ...columns };
  if (values.passwordHash !== undefined) after.password_hash = values.passwordHash;
  if (values.image_id !== undefined) after.image_id = values.image_id;
  applySpan(after, values, problems, scope);
  if (values.tickets !== undefined) {
    const tickets = toTickets(values.tickets ?? [], after.timezone, scope);
    if (tickets) after.tickets = JSON.stringify(tickets);
    else problems.add('tickets', 'tickets_expected');
  }
  applyEventStatus(after, before, scope);
  return { row: after, texts };
}

/** A rescheduled event keeps its previous start until its status is `scheduled` again. */
function applyEventStatus(after: EventsTable, before: EventsTable, { zones }: RecordScope): void {
  if (after.event_status === 'moved_online' && after.attendance_mode === 'offline') after.attendance_mode = 'online';
  if (after.event_status === 'scheduled') after.previous_start_date = '';
  // A zone that has changed its rules moves the instant alone.
  const isSameClock = before.start_wall === after.start_wall && before.timezone === after.timezone;
  const isMoved = before.start_wall !== '' && before.start_utc !== after.start_utc && !isSameClock;
  if (after.event_status === 'rescheduled' && isMoved)
    after.previous_start_date = zones.toWall(before.start_utc, after.timezone);
}

/** Dates that were not sent keep their wall clock time, in the zone that was sent or is stored (D21). */
function applySpan(after: EventsTable, values: CheckedEvent, problems: Problems, scope: RecordScope): void {
  const { start_date, end_date, timezone, all_day } = values;
  if ((start_date ?? end_date ?? timezone) === undefined && all_day === undefined) return;
  const { timezone: zoneBefore, all_day: allDayBefore } = after;
  after.timezone = timezone ?? zoneBefore;
  if (all_day !== undefined) after.all_day = all_day ? 1 : 0;
  // In the same zone the instant is kept, so that an ambiguous hour (end of DST) stays what it was; else the wall clock is.
  const isZoneValid = !problems.has('timezone');
  const isSameClock = isZoneValid && after.timezone === zoneBefore && after.all_day === allDayBefore;
  const stored = (wall: string, epoch: number): DateValue =>
    isSameClock && wall !== ''
      ? storedTime(wall, epoch, zoneBefore, scope.zones)
      : { kind: 'wall', wall, dateOnly: false };
  // A wall clock time that is sent back unchanged means the stored instant.
  const resolve = (sent: DateInput | undefined, wall: string, epoch: number): DateValue => {
    const value = sent?.in(after.timezone);
    return value === undefined || (value.kind === 'wall' && value.wall === wall) ? stored(wall, epoch) : value;
  };
  const start = resolve(start_date, after.start_wall, after.start_utc);
  const end = resolve(end_date, after.end_wall, after.end_utc);
  // An invalid date has been reported already, and the other one cannot be checked without it.
  if (problems.has('start_date') || [start, end].some((value) => value.kind === 'wall' && value.wall === '')) return;
  if (!isZoneValid && start.kind !== end.kind) return;
  const allDay = after.all_day === 1 || problems.has('all_day');
  const options = { zone: after.timezone, allDay, zones: scope.zones };
  const span = toSpan(start, end, options);
  if (span === 'end-before-start') problems.add('end_date', 'end_before_start');
  else if (span === 'out-of-range') {
    const startOnly = toSpan(start, start, options);
    problems.add(startOnly === 'out-of-range' ? 'start_date' : 'end_date', 'date_out_of_range');
  } else Object.assign(after, span);
}
