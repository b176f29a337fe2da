// Status and dates of a record. Wall clock and zone of an event are authoritative; instants are computed from them and
// compared.
import { formatUtc } from '../../core/dates/civil.ts';
import { type EventTimes, toSpan } from '../../core/dates/event-span.ts';
import type { DateValue } from '../../core/dates/parse/date-value.ts';
import { isRelativeDate, parseDate } from '../../core/dates/parse/parse-date.ts';
import { storedStatuses } from '../../core/kinds.ts';
import { toInstant } from '../../resources/records/write/publication.ts';
import type { Publication } from '../../resources/upsert/types.ts';
import { type Note, Unusable } from '../report.ts';
import { flagOf, membersOf, type RawRecord, textOf } from '../values.ts';
import type { PageContext } from './page-context.ts';

/** Records without a status are published. */
export function readPublication(raw: RawRecord, context: PageContext, note: Note): Publication {
  const sent = textOf(raw['status']).trim();
  const status = sent === '' || sent === 'future' ? 'publish' : storedStatuses.find((known) => known === sent);
  if (status === undefined) note('has an unknown status; it becomes a draft', sent);
  const { siteZone } = context;
  const publishedAt = readMoment(raw['date_utc'], 'UTC', context) ?? readMoment(raw['date'], siteZone, context);
  const date = textOf(raw['date_utc'] ?? raw['date']);
  if (publishedAt === undefined && date !== '' && !date.startsWith('0000-'))
    note('has an invalid publication date, which is left out', date);
  return {
    status: status ?? 'draft',
    publishedAt,
    modifiedAt: readMoment(raw['modified_utc'], 'UTC', context) ?? readMoment(raw['modified'], siteZone, context),
  };
}

/** UTC seconds; undefined if missing, relative, invalid, or the zeros of a record that was never published. */
export function readMoment(value: unknown, zone: string, context: PageContext): number | undefined {
  const date = readDate(value, zone, context);
  return date && toInstant(date, zone, context.zones);
}

export function readWhen(raw: RawRecord, context: PageContext, note: Note): EventTimes {
  const { zones } = context;
  const zone = readZone(raw, context, note);
  const allDay = flagOf(raw['all_day']);
  const [startText, endText] = [textOf(raw['start_date']), textOf(raw['end_date'])];
  const start = readEdge(raw, 'start', zone, context);
  if (start === undefined)
    throw startText === '' ? new Unusable('has no start date') : new Unusable('has an invalid start', startText);
  const end = readEdge(raw, 'end', zone, context);
  if (end === undefined && endText === '') note('has no end date; it ends when it starts');
  else if (end === undefined) note('has an invalid end; it ends when it starts', endText);
  const options = { zone, allDay, zones };
  let span = toSpan(start, end ?? start, options);
  if (span === 'end-before-start') {
    note('ends before it starts; the end is now the start', `end_date ${endText}`);
    span = toSpan(start, start, options);
  }
  if (typeof span === 'string') throw new Unusable('has dates outside of the years 1 to 9999 in UTC');
  compareInstants(raw, span, context, note);
  return span;
}

function readZone(raw: RawRecord, { zones, siteZone }: PageContext, note: Note): string {
  const sent = textOf(raw['timezone']).trim();
  const zone = zones.parse(sent);
  if (zone !== undefined) return zone;
  if (sent === '') note(`has no time zone; it gets the site's, ${siteZone}`);
  else note(`has an unknown time zone; it gets the site's, ${siteZone}`, sent);
  return siteZone;
}

type Edge = 'start' | 'end';

/** The wall clock, else its parts, else the instant. */
function readEdge(raw: RawRecord, edge: Edge, zone: string, context: PageContext): DateValue | undefined {
  const { zones } = context;
  const instant = readMoment(raw[`utc_${edge}_date`], 'UTC', context);
  const wall =
    readDate(raw[`${edge}_date`], zone, context) ?? readDate(fromParts(raw[`${edge}_date_details`]), zone, context);
  const named: DateValue | undefined = instant === undefined ? undefined : { kind: 'instant', epoch: instant };
  if (wall === undefined) return named;
  // When clocks are set back, the instant tells two equal wall clocks apart.
  const agrees = wall.kind === 'wall' && instant !== undefined && zones.toWall(instant, zone) === wall.wall;
  return agrees ? named : wall;
}

function readDate(value: unknown, zone: string, { zones }: PageContext): DateValue | undefined {
  const text = textOf(value);
  return text === '' || isRelativeDate(text) ? undefined : parseDate(text, { now: 0, zone, zones });
}

function fromParts(details: unknown): string {
  const [year, month, day, hour, minutes, seconds] = ['year', 'month', 'day', 'hour', 'minutes', 'seconds'].map(
    (name) => textOf(membersOf(details)[name]).padStart(2, '0'),
  );
  return `${year}-${month}-${day} ${hour}:${minutes}:${seconds}`;
}

/** The reference keeps the instant of an end before the start, and applies summer time to fixed offsets. */
function compareInstants(raw: RawRecord, span: EventTimes, context: PageContext, note: Note): void {
  const start = readMoment(raw['utc_start_date'], 'UTC', context) ?? span.start_utc;
  for (const edge of ['start', 'end'] as const) {
    const stated = readMoment(raw[`utc_${edge}_date`], 'UTC', context);
    const epoch = span[`${edge}_utc`];
    // Of two equal hours at the end of a day, the source may have either.
    if (stated === undefined || context.zones.toWall(stated, span.timezone) === span[`${edge}_wall`]) continue;
    const why = stated < start ? 'before its start' : `that contradicts ${edge}_date and timezone`;
    note(`has a utc_${edge}_date ${why}; recomputed`, `${textOf(raw[`utc_${edge}_date`])} becomes ${formatUtc(epoch)}`);
  }
}
