// A row of a spreadsheet as an event. An empty cell leaves the stored value as it is.

import { toSpan } from '../../core/dates/event-span.ts';
import type { DateValue } from '../../core/dates/parse/date-value.ts';
import { parseDate } from '../../core/dates/parse/parse-date.ts';
import type { Zones } from '../../core/dates/zones.ts';
import { attendanceModes, eventStatuses } from '../../core/event-status.ts';
import type { StoredStatus } from '../../core/kinds.ts';
import { parseLanguage } from '../../core/languages.ts';
import { readCost } from '../../core/text/cost/cost.ts';
import { foldText } from '../../core/text/fold.ts';
import { toSafeHtml } from '../../core/text/html/html.ts';
import { isBlank, isLongerThan, toPlainText } from '../../core/text/plain-text.ts';
import { slugify } from '../../core/text/slug.ts';
import { type EventTimes, spanColumns } from '../../resources/records/event-times.ts';
import { parseExternalId } from '../../resources/records/external-ids.ts';
import { longestHtml, parseWebsite } from '../../resources/records/fields.ts';
import type { EventColumns, StoredEvent } from '../../resources/upsert/types.ts';
import type { EventsTable, Flag } from '../../store/schema.ts';
import { zoneNamed } from '../ical/time-zones.ts';
import type { SourceEvent } from '../rest/types.ts';
import type { Field } from './headings.ts';
import type { Row } from './rows.ts';

export interface RowContext {
  zones: Zones;
  siteZone: string;
  /** UTC seconds. */
  now: number;
}

/** What is wrong with a cell. */
export type Complain = (field: Field, what: string) => void;

export type RowEvent = Pick<SourceEvent, 'status' | 'language' | 'texts' | 'slug'> & { columns: EventColumns };

const statuses: Readonly<Record<string, StoredStatus>> = {
  publish: 'publish',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  trash: 'trash',
};

/** A table does not state the moment of publication: a new event becomes a draft. */
export const isScheduled = (text: string): boolean => text.toLowerCase() === 'future';

const noWebAddress = 'is no web address with http:// or https://';
const longestTitle = 2000;
const longestReason = 2000;
const longestSlug = 1000;

/** Undefined where something is wrong, which is then reported. */
export function readRow(
  { cells }: Row,
  stored: StoredEvent['event'] | undefined,
  context: RowContext,
  complain: Complain,
): RowEvent | undefined {
  let isFine = true;
  const wrong: Complain = (field, what) => {
    isFine = false;
    complain(field, what);
  };
  const take = <T>(field: Field, what: string, read: (text: string) => T | undefined, otherwise: T): T => {
    const text = cells.get(field);
    if (text === undefined) return otherwise;
    const value = read(text);
    if (value === undefined) wrong(field, what);
    return value ?? otherwise;
  };
  const flag = (field: Field & keyof EventColumns): Flag =>
    take(field, 'is neither yes nor no', flagIn, (stored?.[field] as Flag | undefined) ?? 0);
  const word = <Name extends 'event_status' | 'attendance_mode', Word extends EventsTable[Name]>(
    field: Name,
    words: readonly [Word, ...Word[]],
  ): EventsTable[Name] =>
    take<EventsTable[Name]>(
      field,
      `is none of ${words.join(', ')}`,
      (text) => words.find((known) => known === text.toLowerCase()),
      stored?.[field] ?? words[0],
    );
  const html = (field: 'description' | 'excerpt') =>
    take(
      field,
      `has more than ${longestHtml} characters`,
      (text) => (isLongerThan(text, longestHtml) ? undefined : toSafeHtml(text)),
      stored?.[field] ?? '',
    );

  const title = take('title', 'has nothing to be seen, or too much', titleIn, stored?.title ?? '');
  if (title === '' && !cells.has('title')) wrong('title', 'is missing');
  const when = readWhen(cells, stored, context, flag('all_day'), wrong);
  const event = {
    status: take(
      'status',
      `is none of ${Object.keys(statuses).join(', ')}, future`,
      (text) => (isScheduled(text) ? (stored?.status ?? 'draft') : own(statuses, text.toLowerCase())),
      stored?.status ?? 'publish',
    ),
    language: take('language', 'is no language of this calendar', parseLanguage, undefined),
    texts: {
      title,
      description: html('description'),
      excerpt: html('excerpt'),
      website: take('website', noWebAddress, parseWebsite, stored?.website ?? ''),
      event_status_reason: take(
        'event_status_reason',
        `has more than ${longestReason} characters`,
        (text) => (isLongerThan(text, longestReason) ? undefined : toPlainText(text)),
        stored?.event_status_reason ?? '',
      ),
    },
    slug: take(
      'slug',
      'makes no slug',
      (text) => (isLongerThan(text, longestSlug) ? undefined : slugify(text) || undefined),
      stored?.slug ?? '',
    ),
    columns: {
      event_status: word('event_status', eventStatuses),
      attendance_mode: word('attendance_mode', attendanceModes),
      online_url: take('online_url', noWebAddress, parseWebsite, stored?.online_url ?? ''),
      cost: take('cost', 'is no cost', (text) => readCost(text), stored?.cost ?? ''),
      show_map: flag('show_map'),
      show_map_link: flag('show_map_link'),
      hide_from_listings: flag('hide_from_listings'),
      sticky: flag('sticky'),
      featured: flag('featured'),
      external_id: take(
        'external_id',
        'is no external id',
        // Cells lose the blanks at their ends.
        (text) => (stored?.external_id?.trim() === text ? stored.external_id : parseExternalId(text)),
        stored?.external_id ?? null,
      ),
    },
  };
  return isFine && when !== undefined ? { ...event, columns: { ...when, ...event.columns } } : undefined;
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function titleIn(text: string): string | undefined {
  const title = toPlainText(text);
  return isBlank(title) || isLongerThan(title, longestTitle) ? undefined : title;
}

/** Spreadsheets write `true` and `false` in the words of their language. */
const yes = '1 true yes y on wahr ja vrai oui verdadero si verdadeiro sim истина да はい 是';
const no = '0 false no n off falsch nein faux non falso nao лъжа не いいえ 否';
const flags: ReadonlyMap<string, Flag> = new Map([
  ...yes.split(' ').map((word) => [foldText(word), 1] as const),
  ...no.split(' ').map((word) => [foldText(word), 0] as const),
]);

const flagIn = (text: string): Flag | undefined => flags.get(foldText(text));

type Cells = ReadonlyMap<Field, string>;

function readWhen(
  cells: Cells,
  stored: StoredEvent['event'] | undefined,
  { zones, siteZone, now }: RowContext,
  allDay: Flag,
  wrong: Complain,
): EventTimes | undefined {
  const named = cells.get('timezone');
  const zone = named === undefined ? (stored?.timezone ?? siteZone) : zoneNamed(named, zones);
  if (zone === undefined) {
    wrong('timezone', 'is no time zone');
    return undefined;
  }
  const edge = (name: 'start' | 'end'): DateValue | undefined => {
    const text = momentIn(cells, name);
    const here = stored && { wall: stored[`${name}_wall`], epoch: stored[`${name}_utc`] };
    const isKept = here !== undefined && zone === stored?.timezone;
    if (text === undefined) {
      if (here === undefined) return undefined;
      return isKept ? { kind: 'instant', epoch: here.epoch } : { kind: 'wall', wall: here.wall, dateOnly: false };
    }
    const date = parseDate(text, { now, zone, zones });
    if (date === undefined) wrong(`${name}_date`, 'is no date');
    // A wall clock that comes twice is the stored instant.
    return isKept && date?.kind === 'wall' && date.wall === here.wall ? { kind: 'instant', epoch: here.epoch } : date;
  };
  const start = edge('start');
  const end = edge('end');
  if (start === undefined && momentIn(cells, 'start') === undefined) wrong('start_date', 'is missing');
  if (start === undefined || (end === undefined && momentIn(cells, 'end') !== undefined)) return undefined;
  const span = toSpan(start, end ?? start, { zone, allDay: allDay === 1, zones });
  if (span === 'end-before-start') wrong('end_date', 'is before start_date');
  if (span === 'out-of-range') wrong('start_date', 'is outside of the years 1 to 9999');
  if (typeof span === 'string') return undefined;
  return { ...spanColumns(span), timezone: zone, all_day: allDay };
}

/** A date, with the time of a column of its own. */
export function momentIn(cells: Cells, edge: 'start' | 'end'): string | undefined {
  const day =
    cells.get(`${edge}_date`) ?? (edge === 'end' && cells.has('end_time') ? cells.get('start_date') : undefined);
  const time = cells.get(`${edge}_time`);
  return day === undefined || time === undefined ? day : `${day} ${time}`;
}
