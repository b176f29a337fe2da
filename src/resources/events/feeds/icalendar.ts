// Calendar files (RFC 5545, RFC 7986); equal events give equal text.
import { addDays, dayOf, lastDay } from '../../../core/dates/civil.ts';
import { parseFixedOffset } from '../../../core/dates/fixed-offset.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import { describeCalendar } from '../../../core/feeds/words.ts';
import { contentLine, escapeText, type Parameters, textLine, uriLine } from '../../../core/ical/content-line.ts';
import { dateValue, localValue, utcValue } from '../../../core/ical/date-time.ts';
import { timeZoneLines, type UsedZone } from '../../../core/ical/time-zone.ts';
import { uidOf } from '../../../core/ical/uid.ts';
import { languageTag } from '../../../core/languages.ts';
import { htmlToLines } from '../../../core/text/html/html.ts';
import { describe } from '../../../http/params/field.ts';
import { boolean } from '../../../http/params/scalars.ts';
import { ownershipOf } from '../../records/rows/record-table.ts';
import { effectiveStatus } from '../../records/status.ts';
import type { Texts } from '../../records/texts/texts.ts';
import type { RelatedRecord } from '../../related/types.ts';
import type { EventRecord, Relations } from '../types.ts';
import { imageFileOf, pageUrl, placeText } from './event-parts.ts';
import { calendarName, type FeedEvent, type FeedFormat, type FeedScope, type FeedWriter } from './format.ts';

export const calendarFields = {
  plain: describe(
    boolean({ default: false }),
    'Texts and places without parameters such as their language, which some programs cannot read',
  ),
};

export const icalendar: FeedFormat = {
  extension: 'ics',
  mediaType: 'text/calendar',
  operationId: 'listEventsAsICalendar',
  summary: 'All events as iCalendar',
  disposition: 'inline',
  isPaged: false,
  parameters: calendarFields,
  open: (head, scope) => openCalendar(head, { ...scope, isPlain: head.values['plain'] === true }),
};

interface CalendarScope extends FeedScope {
  /** Without parameters of texts and places. */
  isPlain: boolean;
}

const unlessPlain = (parameters: Parameters, { isPlain }: CalendarScope): Parameters => (isPlain ? {} : parameters);

/** Used for lists and for single events. The time zones, which come first, are complete after the last batch. */
export function openCalendar(head: { title: string; self: string }, scope: CalendarScope): FeedWriter {
  const { zones, store } = scope;
  const used = new Map<string, UsedZone>();
  return {
    async add({ events, relations }) {
      const parentIds = new Set(events.map(({ row }) => row.post_parent).filter((id) => id > 0));
      const parents = await ownershipOf(store.reader, 'event', [...parentIds]);
      const externalIds = new Map(parents.map(({ id, external_id }) => [id, external_id]));
      for (const { row } of events) noteZone(used, row);
      return events.map((event) => eventLines(event, relations, externalIds, scope)).join('');
    },
    frame(modified) {
      const inOrder = [...used.values()].sort((a, b) => (a.zone < b.zone ? -1 : 1));
      const timeZones = inOrder.map((zone) => timeZoneLines(zone, zones));
      return {
        before: [headLines(head, modified, scope), ...timeZones].join(''),
        after: contentLine('END', 'VCALENDAR'),
      };
    },
  };
}

function noteZone(used: Map<string, UsedZone>, { all_day, timezone, start_utc, end_utc }: EventRecord): void {
  if (all_day === 1 || timezone === 'UTC') return;
  for (const moment of [start_utc, end_utc].filter(hasRules)) {
    const { from, to } = used.get(timezone) ?? { from: moment, to: moment };
    used.set(timezone, { zone: timezone, from: Math.min(from, moment), to: Math.max(to, moment) });
  }
}

/** Suggested interval between two requests of a subscriber. */
const refreshAfter = 'PT1H';

/** Name and description are written twice: as in RFC 7986, and in the older X-WR properties. */
function headLines({ title, self }: { title: string; self: string }, modified: number, scope: CalendarScope): string {
  const { links, siteZone, language } = scope;
  const description = describeCalendar(calendarName(scope), language);
  const tag = unlessPlain({ LANGUAGE: languageTag(language) }, scope);
  return joined([
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Kalends//Kalends//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    textLine('NAME', title, tag),
    textLine('X-WR-CALNAME', title),
    textLine('DESCRIPTION', description, tag),
    textLine('X-WR-CALDESC', description),
    parseFixedOffset(siteZone) === undefined && textLine('X-WR-TIMEZONE', siteZone),
    modified > 0 && contentLine('LAST-MODIFIED', utcValue(modified)),
    uriLine('URL', links.page('/')),
    uriLine('SOURCE', self, { VALUE: 'URI' }),
    contentLine('REFRESH-INTERVAL', refreshAfter, { VALUE: 'DURATION' }),
    contentLine('X-PUBLISHED-TTL', refreshAfter),
  ]);
}

/** SEQUENCE counts from the beginning of 2020, so that it fits into 32 bits for a long time. */
const firstSecond = 1_577_836_800;

function eventLines(
  event: FeedEvent,
  { hiddenParents, images }: Relations,
  externalIds: ReadonlyMap<number, string | null>,
  scope: CalendarScope,
): string {
  const { row, categories, tags, modified } = event;
  const { links, now, zones, identity } = scope;
  const status = effectiveStatus(row, now);
  const parent = hiddenParents.has(row.post_parent) ? 0 : row.post_parent;
  const parentUid = parent > 0 && uidOf({ id: parent, external_id: externalIds.get(parent) ?? null }, identity.host);
  const image = imageFileOf(row, images, links);
  const language = languageOf(row, 'title', scope);
  return joined([
    contentLine('BEGIN', 'VEVENT'),
    textLine('UID', uidOf(row, identity.host)),
    contentLine('DTSTAMP', utcValue(modified)),
    contentLine('CREATED', utcValue(row.published_at)),
    contentLine('LAST-MODIFIED', utcValue(modified)),
    contentLine('SEQUENCE', String(Math.max(0, row.modified_at - firstSecond))),
    timeLines(row, zones),
    textLine('SUMMARY', row.title, language),
    row.description && textLine('DESCRIPTION', htmlToLines(row.description), languageOf(row, 'description', scope)),
    row.description && textLine('X-ALT-DESC', row.description, { FMTTYPE: 'text/html' }),
    uriLine('URL', pageUrl(row, links, now)),
    ...relatedLines(event, language, scope),
    namesLine('CATEGORIES', categories, language),
    ...statusLines(row, status, scope),
    parentUid && textLine('RELATED-TO', parentUid, { RELTYPE: 'PARENT' }),
    image && uriLine('IMAGE', image.url, { VALUE: 'URI', DISPLAY: 'BADGE', FMTTYPE: image.mimeType }),
    image && uriLine('ATTACH', image.url, { FMTTYPE: image.mimeType }),
    ...extensionLines(row, status),
    namesLine('X-TAGS', tags, language),
    row.website && uriLine('X-WEBSITE', row.website, { VALUE: 'URI' }),
    contentLine('END', 'VEVENT'),
  ]);
}

/** A line, or a value that stands for none. */
type Line = string | false | undefined;

const joined = (lines: readonly Line[]): string => lines.filter((line) => line).join('');

const languageOf = (row: EventRecord, text: keyof Texts, scope: CalendarScope): Parameters =>
  unlessPlain({ LANGUAGE: languageTag(row.text_languages?.[text] ?? row.title_language) }, scope);

function relatedLines({ row, venue, organizers }: FeedEvent, language: Parameters, scope: CalendarScope): Line[] {
  const pageOf = (record: RelatedRecord) => record.website || pageUrl(record, scope.links, scope.now);
  // A CAL-ADDRESS may be any URI (RFC 5545, 3.3.3): a page if there is no e-mail address.
  const calAddressOf = (one: RelatedRecord) => (one.email === '' ? pageOf(one) : `mailto:${one.email}`);
  const [organizer, ...contacts] = organizers;
  return [
    venue
      ? textLine(
          'LOCATION',
          placeText(venue),
          unlessPlain({ ALTREP: pageOf(venue), ...language, ...nameIn(venue) }, scope),
        )
      : row.online_url && textLine('LOCATION', row.online_url),
    venue && geoLine(venue),
    organizer && uriLine('ORGANIZER', calAddressOf(organizer), { CN: organizer.title }),
    // There can be only one organizer.
    ...contacts.map((one) =>
      textLine('CONTACT', one.title, unlessPlain({ ALTREP: calAddressOf(one), ...language }, scope)),
    ),
  ];
}

const statusLines = (row: EventRecord, status: string, scope: CalendarScope): Line[] => [
  contentLine('STATUS', statuses[status] ?? statuses[row.event_status] ?? 'CONFIRMED'),
  row.event_status_reason &&
    textLine('COMMENT', row.event_status_reason, languageOf(row, 'event_status_reason', scope)),
  row.online_url && uriLine('CONFERENCE', row.online_url, { VALUE: 'URI', FEATURE: 'VIDEO' }),
  contentLine('CLASS', status === 'private' ? 'PRIVATE' : 'PUBLIC'),
  contentLine('TRANSP', row.all_day === 1 ? 'TRANSPARENT' : 'OPAQUE'),
];

/** Without the defaults. */
const extensionLines = (row: EventRecord, status: string): Line[] => [
  status !== 'publish' && textLine('X-STATUS', status),
  row.event_status !== 'scheduled' && textLine('X-EVENT-STATUS', row.event_status),
  (row.attendance_mode !== 'offline' || row.online_url) && textLine('X-ATTENDANCE-MODE', row.attendance_mode),
  row.cost && textLine('X-COST', row.cost),
];

const statuses: Readonly<Record<string, 'TENTATIVE' | 'CANCELLED'>> = {
  draft: 'TENTATIVE',
  pending: 'TENTATIVE',
  trash: 'CANCELLED',
  canceled: 'CANCELLED',
  postponed: 'TENTATIVE',
};

/** The DTEND of days is exclusive; events without duration have none. */
function timeLines({ start_wall, end_wall, start_utc, end_utc, timezone, all_day }: EventRecord, zones: Zones): string {
  if (all_day === 1) {
    const end = dayOf(end_wall) < lastDay ? contentLine('DTEND', dateValue(addDays(dayOf(end_wall), 1)), onDay) : '';
    return contentLine('DTSTART', dateValue(start_wall), onDay) + end;
  }
  const at = (name: string, wall: string, epoch: number) =>
    timezone !== 'UTC' && isPlain(wall, epoch, timezone, zones)
      ? contentLine(name, localValue(wall), { TZID: timezone })
      : contentLine(name, utcValue(epoch));
  return at('DTSTART', start_wall, start_utc) + (end_utc > start_utc ? at('DTEND', end_wall, end_utc) : '');
}

/**
 * Whether every program reads the wall clock as this instant. Programs differ on the repeated hour; outside of the
 * years in `hasRules` a VTIMEZONE would be a guess or have hundreds of entries. These times are written in UTC.
 */
function isPlain(wall: string, epoch: number, timezone: string, zones: Zones): boolean {
  if (!hasRules(epoch)) return false;
  const { to, offset } = zones.interval(epoch, timezone);
  const again = Number.isFinite(to) ? epoch + offset - zones.offsetSeconds(to, timezone) : 0;
  return again < to && zones.toEpoch(wall, timezone).epoch === epoch;
}

/** From 1900 to 2099. */
const hasRules = (epoch: number): boolean => epoch >= -2_208_988_800 && epoch < 4_102_444_800;

const onDay = { VALUE: 'DATE' };

/** If the name has a comma, its end cannot be recognised in LOCATION, which begins with it. */
const nameIn = ({ title }: RelatedRecord) => (title.includes(',') ? { 'X-NAME': title } : {});

const geoLine = ({ geo_lat: lat, geo_lng: lng }: RelatedRecord): string =>
  lat === null || lng === null ? '' : contentLine('GEO', `${lat.toFixed(6)};${lng.toFixed(6)}`);

const namesLine = (name: string, named: readonly { name: string }[], language: Parameters): string =>
  named.length === 0 ? '' : contentLine(name, named.map((one) => escapeText(one.name)).join(','), language);
