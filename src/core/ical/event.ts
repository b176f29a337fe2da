import { addDays, dayOf } from '../dates/civil.ts';
import type { Zones } from '../dates/zones.ts';
import { htmlToLines } from '../text/html/html-lines.ts';
import { contentLine, escapeText, textLine, uriLine } from './content-line.ts';
import { dateValue, localValue, utcValue } from './date-time.ts';

/** The fields of a VEVENT. */
export interface IcalEvent {
  uid: string;
  /** UID of the parent event. */
  parentUid?: string | undefined;
  /** UTC seconds of publication, of the event's own last change, and of the latest change of what is visible. */
  createdAt: number;
  modifiedAt: number;
  shownModifiedAt: number;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  /** Why it does not take place as announced. */
  comment: string;
  /** `event_status` and `attendance_mode`, unless they are the defaults. */
  eventStatus?: string | undefined;
  attendanceMode?: string | undefined;
  onlineUrl: string;
  isPrivate: boolean;
  /** The status of unpublished events. */
  ownStatus?: string | undefined;
  startWall: string;
  endWall: string;
  startUtc: number;
  endUtc: number;
  timezone: string;
  allDay: boolean;
  title: string;
  /** As BCP 47 writes it. */
  language: string;
  /** HTML. */
  description: string;
  url: string;
  website: string;
  cost: string;
  categories: readonly string[];
  tags: readonly string[];
  /** `text` begins with the name. */
  location?: { name: string; text: string; url: string; latitude: number | null; longitude: number | null } | undefined;
  /** The first is the ORGANIZER; there can be only one. */
  organizers: readonly { name: string; address: string }[];
  image?: { url: string; mimeType: string } | undefined;
}

/** SEQUENCE counts from the beginning of 2020, so that it fits into 32 bits for a long time. */
const firstSecond = 1_577_836_800;

/** A VEVENT (RFC 5545, RFC 7986); equal events give equal text. */
export function eventLines(event: IcalEvent, zones: Zones): string {
  const { description, location, image, organizers } = event;
  const language = { LANGUAGE: event.language };
  const [organizer, ...contacts] = organizers;
  return [
    contentLine('BEGIN', 'VEVENT'),
    textLine('UID', event.uid),
    contentLine('DTSTAMP', utcValue(event.shownModifiedAt)),
    contentLine('CREATED', utcValue(event.createdAt)),
    contentLine('LAST-MODIFIED', utcValue(event.shownModifiedAt)),
    contentLine('SEQUENCE', String(Math.max(0, event.modifiedAt - firstSecond))),
    timeLines(event, zones),
    textLine('SUMMARY', event.title, language),
    description && textLine('DESCRIPTION', htmlToLines(description), language),
    description && textLine('X-ALT-DESC', description, { FMTTYPE: 'text/html' }),
    uriLine('URL', event.url),
    location && textLine('LOCATION', location.text, { ALTREP: location.url, ...language, ...nameIn(location) }),
    location && geoLine(location),
    organizer && uriLine('ORGANIZER', organizer.address, { CN: organizer.name }),
    ...contacts.map(({ name, address }) => textLine('CONTACT', name, { ALTREP: address, ...language })),
    listLine('CATEGORIES', event.categories, language),
    contentLine('STATUS', event.status),
    event.comment && textLine('COMMENT', event.comment, language),
    event.onlineUrl && uriLine('CONFERENCE', event.onlineUrl, { VALUE: 'URI', FEATURE: 'VIDEO' }),
    contentLine('CLASS', event.isPrivate ? 'PRIVATE' : 'PUBLIC'),
    contentLine('TRANSP', event.allDay ? 'TRANSPARENT' : 'OPAQUE'),
    event.parentUid && textLine('RELATED-TO', event.parentUid, { RELTYPE: 'PARENT' }),
    image && uriLine('IMAGE', image.url, { VALUE: 'URI', DISPLAY: 'BADGE', FMTTYPE: image.mimeType }),
    image && uriLine('ATTACH', image.url, { FMTTYPE: image.mimeType }),
    event.ownStatus && textLine('X-STATUS', event.ownStatus),
    event.eventStatus && textLine('X-EVENT-STATUS', event.eventStatus),
    event.attendanceMode && textLine('X-ATTENDANCE-MODE', event.attendanceMode),
    event.cost && textLine('X-COST', event.cost),
    listLine('X-TAGS', event.tags, language),
    event.website && uriLine('X-WEBSITE', event.website, { VALUE: 'URI' }),
    contentLine('END', 'VEVENT'),
  ]
    .filter((line) => line)
    .join('');
}

/** The DTEND of days is exclusive; events without duration have none. */
function timeLines(event: IcalEvent, zones: Zones): string {
  const { startWall, endWall, startUtc, endUtc, timezone } = event;
  if (event.allDay) {
    const end = dayOf(endWall) < lastDay ? contentLine('DTEND', dateValue(addDays(dayOf(endWall), 1)), onDay) : '';
    return contentLine('DTSTART', dateValue(startWall), onDay) + end;
  }
  const at = (name: string, wall: string, epoch: number) =>
    timezone !== 'UTC' && isPlain(wall, epoch, timezone, zones)
      ? contentLine(name, localValue(wall), { TZID: timezone })
      : contentLine(name, utcValue(epoch));
  return at('DTSTART', startWall, startUtc) + (endUtc > startUtc ? at('DTEND', endWall, endUtc) : '');
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
export const hasRules = (epoch: number): boolean => epoch >= -2_208_988_800 && epoch < 4_102_444_800;

const onDay = { VALUE: 'DATE' };
const lastDay = '9999-12-31';

/** If the name has a comma, its end cannot be recognised in LOCATION. */
const nameIn = ({ name }: { name: string }) => (name.includes(',') ? { 'X-NAME': name } : {});

const geoLine = ({ latitude, longitude }: NonNullable<IcalEvent['location']>): string =>
  latitude === null || longitude === null ? '' : contentLine('GEO', `${latitude.toFixed(6)};${longitude.toFixed(6)}`);

const listLine = (name: string, values: readonly string[], language: { LANGUAGE: string }): string =>
  values.length === 0 ? '' : contentLine(name, values.map(escapeText).join(','), language);
