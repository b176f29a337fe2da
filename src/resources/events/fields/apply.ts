// From the values of a write to the row it makes.
import type { Problems } from '../../../core/api-error.ts';
import { toSpan } from '../../../core/dates/event-span.ts';
import type { DateValue } from '../../../core/dates/parse/date-value.ts';
import type { DateInput } from '../../../http/params/field.ts';
import type { EventsTable } from '../../../store/schema.ts';
import { spanColumns } from '../../records/event-times.ts';
import { changesIn, cleanerOf } from '../../records/field-table.ts';
import { patchPublication } from '../../records/patch.ts';
import type { RecordScope } from '../../records/scope.ts';
import { statusToStore } from '../../records/status.ts';
import type { TextChange } from '../../records/texts/texts.ts';
import type { EventValues } from '../schemas.ts';
import { emptyEventColumns, eventTable } from './table.ts';
import { type TicketInput, toTickets } from './tickets.ts';

/** Values after the checks that need the database; texts are as they will be stored. */
export type CheckedEvent = Omit<
  EventValues,
  'date' | 'date_utc' | 'image' | 'password' | 'categories' | 'tags' | 'venue' | 'organizer'
> & {
  publishedAt?: number;
  image_id?: number | null;
  passwordHash?: string | null;
};

/** What a write makes of an event. */
export interface AppliedEvent {
  row: EventsTable;
  texts: TextChange;
}

/** An event before anything was set: times are yet to come. */
export const emptyEvent = (scope: RecordScope): EventsTable => ({
  id: 0,
  status: statusToStore(scope.caller, undefined),
  trashed_from: null,
  author_id: scope.caller.userId,
  published_at: scope.now,
  modified_at: scope.now,
  language: scope.language,
  external_id: null,
  start_wall: '',
  end_wall: '',
  timezone: scope.siteZone,
  start_utc: 0,
  end_utc: 0,
  password_hash: null,
  image_id: null,
  ...emptyEventColumns,
});

/** Texts of a write as they will be stored. */
export const cleanTexts = cleanerOf(eventTable);

const changesOf = changesIn(eventTable);

/** Only the fields sent change (D20). Problems of the dates are added. */
export function applyEvent(
  before: EventsTable,
  values: CheckedEvent,
  problems: Problems,
  scope: RecordScope,
): AppliedEvent {
  const { columns, texts } = changesOf(values);
  const after: EventsTable = { ...before, ...patchPublication(before, values, scope), ...columns };
  if (values.passwordHash !== undefined) after.password_hash = values.passwordHash;
  if (values.image_id !== undefined) after.image_id = values.image_id;
  applySpan(after, values, problems, scope);
  if (values.tickets !== undefined) applyTickets(after, values.tickets, problems, scope);
  applyEventStatus(after, before, scope);
  return { row: after, texts };
}

/** The start that a rescheduled event had is remembered until it takes place as announced again. */
function applyEventStatus(after: EventsTable, before: EventsTable, { zones }: RecordScope): void {
  if (after.event_status === 'moved_online' && after.attendance_mode === 'offline') after.attendance_mode = 'online';
  if (after.event_status === 'scheduled') after.previous_start_date = '';
  const isMoved = before.start_wall !== '' && before.start_utc !== after.start_utc;
  if (after.event_status === 'rescheduled' && isMoved)
    after.previous_start_date = zones.toWall(before.start_utc, after.timezone);
}

function applyTickets(after: EventsTable, sent: TicketInput[] | null, problems: Problems, scope: RecordScope): void {
  const tickets = toTickets(sent ?? [], after.timezone, scope);
  if (tickets) after.tickets = JSON.stringify(tickets);
  else problems.add('tickets', 'tickets_expected');
}

/** What is not sent keeps its wall clock, in the zone sent or kept (D21). */
function applySpan(after: EventsTable, values: CheckedEvent, problems: Problems, scope: RecordScope): void {
  const { start_date, end_date, timezone, all_day } = values;
  if ((start_date ?? end_date ?? timezone) === undefined && all_day === undefined) return;
  const { timezone: zoneBefore, all_day: allDayBefore } = after;
  after.timezone = timezone ?? zoneBefore;
  if (all_day !== undefined) after.all_day = all_day ? 1 : 0;
  // The very moment stays, of an hour that comes twice too; in another zone the wall clock does (D21).
  const isZoneKnown = !problems.has('timezone');
  const isSameClock = isZoneKnown && after.timezone === zoneBefore && after.all_day === allDayBefore;
  const kept = (wall: string, epoch: number): DateValue =>
    isSameClock && wall !== '' ? { kind: 'instant', epoch } : { kind: 'wall', wall, dateOnly: false };
  // A clock time that is sent back as it was read is that same moment, too.
  const read = (sent: DateInput | undefined, wall: string, epoch: number): DateValue => {
    const value = sent?.in(after.timezone);
    return value === undefined || (value.kind === 'wall' && value.wall === wall) ? kept(wall, epoch) : value;
  };
  const start = read(start_date, after.start_wall, after.start_utc);
  const end = read(end_date, after.end_wall, after.end_utc);
  // A date that could not be read has been reported already, and says nothing of the other one.
  if (problems.has('start_date') || [start, end].some((value) => value.kind === 'wall' && value.wall === '')) return;
  if (!isZoneKnown && start.kind !== end.kind) return;
  const allDay = after.all_day === 1 || problems.has('all_day');
  const options = { zone: after.timezone, allDay, zones: scope.zones };
  const span = toSpan(start, end, options);
  if (span === 'end-before-start') problems.add('end_date', 'end_before_start');
  else if (span === 'out-of-range') {
    const alone = toSpan(start, start, options);
    problems.add(alone === 'out-of-range' ? 'start_date' : 'end_date', 'date_out_of_range');
  } else Object.assign(after, spanColumns(span));
}
