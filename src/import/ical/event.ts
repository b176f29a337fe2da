// Reads a VEVENT.
import { addDays, parseDay, secondsPerDay } from '../../core/dates/civil.ts';
import { type EventTimes, toSpan } from '../../core/dates/event-span.ts';
import type { DateValue } from '../../core/dates/parse/date-value.ts';
import type { Zones } from '../../core/dates/zones.ts';
import { attendanceModes, eventStatuses } from '../../core/event-status.ts';
import type { StoredStatus } from '../../core/kinds.ts';
import type { Language } from '../../core/languages.ts';
import { withoutUndefined } from '../../core/objects.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { maxLineLength, parseWebsite } from '../../resources/records/fields.ts';
import { type Note, Unusable } from '../report.ts';
import { shorten, textOf } from '../values.ts';
import type { EventProperty } from './components.ts';
import { type Location, readLocation } from './location.ts';
import type { Properties } from './properties.ts';
import {
  hasInlineImage,
  neutralTitles,
  readCategories,
  readDescription,
  readEventCost,
  readImage,
  readLanguage,
  readOrganizers,
  readParent,
  readTags,
  readTitle,
  readUrl,
} from './texts.ts';
import { dayOf, type FileTime, type Length, lastDay, parseDuration, readTime, type TimeContext } from './times.ts';

export interface ReadContext extends TimeContext {
  now: number;
  /** Language of the calendar. */
  calendarLanguage: Language;
  /** All its events are cancelled. */
  isCancellation: boolean;
  /** Kalends wrote it. */
  isOurs: boolean;
  /** Import the e-mail addresses of organizers, which become public. */
  organizerAddresses: boolean;
}

export type FileEvent = ReturnType<typeof readFileEvent>;

/** The fields of an event; `undefined` if the file does not contain one. Throws Unusable. */
export function readFileEvent(properties: Properties, uid: string, times: ReadContext, note: Note) {
  const title = readTitle(properties, note);
  const isTitled = !isBlank(title);
  const language = readLanguage(properties);
  const untitled = neutralTitles[language ?? times.calendarLanguage];
  if (!isTitled) note(`has no title; it is called "${untitled}"`);
  const start = readStart(properties, times, note);
  if (start === undefined) {
    const written = properties.written('DTSTART');
    throw new Unusable(written === undefined ? 'has no start date' : 'has an invalid start', written);
  }
  noteOmissions(properties, note);
  const location = readPlaceOf(properties);
  const eventStatus = readEventStatus(properties, location, note);
  return {
    uid,
    title: isTitled ? title : untitled,
    /** The title is from the file. */
    isTitled,
    start,
    length: readLength(properties, start, times, note),
    ...readStatus(properties, note),
    ...readStamps(properties, times),
    language,
    description: readDescription(properties, note),
    url: readUrl(properties, note),
    location,
    organizers: readOrganizers(properties, times.organizerAddresses, note),
    categories: readCategories(properties, note),
    tags: readTags(properties, note),
    parentUid: readParent(properties),
    image: readImage(properties),
    statusReason: eventStatus.reason,
    columns: withoutUndefined({ cost: readEventCost(properties), ...eventStatus.columns }),
  };
}

/** Programs that know no CONFERENCE find its URL in LOCATION, where it is no place. Outlook writes only the words there. */
function readPlaceOf(properties: Properties): Location | undefined {
  const location = readLocation(properties);
  const conference = conferenceIn(properties);
  const isConference = location?.kind === 'url' && location.website === conference;
  const isTeams = conference !== undefined && meetingOfTeams.test(properties.text('LOCATION') ?? '');
  return isConference || isTeams || isCalledOnline(properties) ? { kind: 'none' } : location;
}

/** `Microsoft Teams Meeting` in any language, but not beside a room. */
const meetingOfTeams = /^[^;,\d]{0,15}Microsoft Teams[^;,\d]{0,15}$/i;

/** Meetup and Eventbrite write `Online event` as the place. A Kalends links the page of a venue that is called so. */
function isCalledOnline(properties: Properties): boolean {
  const { values = [], parameters = {} } = properties.first('LOCATION') ?? {};
  return parameters['altrep'] === undefined && online.test(String(values[0] ?? '').trim());
}

const online =
  /^(?:online|virtual|online[ -]?(?:event|meeting|veranstaltung|termin)|virtual event|(?:événement )?en ligne|(?:evento )?en línea|(?:evento )?online|онлайн(?: събитие)?|オンライン(?:イベント)?|(?:线上|在线)(?:活动)?)$/i;

function noteOmissions(properties: Properties, note: Note): void {
  for (const { number, isCut } of properties.broken)
    note(
      isCut ? 'has a line that is too long; left out' : 'has a line that cannot be read; left out',
      `line ${number}`,
    );
  if (hasInlineImage(properties)) note('has an image embedded in the file; it is not imported');
}

/** Some programs write `CANCELED`. */
const statusOf = (properties: Properties): string =>
  (properties.text('STATUS') ?? '')
    .trim()
    .toUpperCase()
    .replace(/^CANCELED$/, 'CANCELLED');

function readStatus(properties: Properties, note: Note) {
  const status = statusOf(properties);
  const access = (properties.text('CLASS') ?? '').trim().toUpperCase();
  const ownStatus = ownStatusOf(properties);
  if (status === 'TENTATIVE' && ownStatus === undefined) note('is tentative; it is published anyway');
  return {
    status: ownStatus ?? (/^(?:PRIVATE|CONFIDENTIAL)$/.test(access) ? 'private' : 'publish'),
    /** The file contains CLASS, even if it is PUBLIC. */
    isClassGiven: access !== '',
    isCancelled: status === 'CANCELLED' && (ownStatus === 'trash' || properties.text('X-EVENT-STATUS') === undefined),
  } as const;
}

function readStamps(properties: Properties, times: ReadContext) {
  const instantOf = (name: EventProperty) => {
    const stamp = properties.first(name);
    const time = stamp && readTime(stamp, times, () => {});
    return time?.kind === 'time' ? time.epoch : undefined;
  };
  // The clocks of other programs may be wrong. Kalends writes the time of publication, which may be in the future.
  const past = (epoch: number | undefined) => (epoch === undefined ? undefined : Math.min(epoch, times.now));
  const created = instantOf('CREATED');
  const isOurs = properties.text('X-STATUS') !== undefined;
  return {
    publishedAt: isOurs ? created : past(created),
    modifiedAt: past(instantOf('LAST-MODIFIED') ?? instantOf('DTSTAMP')),
  };
}

/** Kalends marks unpublished events. */
function ownStatusOf(properties: Properties): StoredStatus | undefined {
  const status = properties.text('X-STATUS');
  return status === 'draft' || status === 'pending' || status === 'trash' ? status : undefined;
}

function readStart(properties: Properties, times: TimeContext, note: Note): FileTime | undefined {
  const property = properties.first('DTSTART');
  const start = property && readTime(property, times, note);
  return start !== undefined && isDay(start, properties, times) ? { kind: 'day', day: dayOf(start) } : start;
}

/** Outlook may write the days of an all-day event as midnights, and says so. */
function isDay(start: FileTime, properties: Properties, times: TimeContext): boolean {
  if (!/^TRUE$/i.test(properties.text('X-MICROSOFT-CDO-ALLDAYEVENT') ?? '')) return false;
  const ending = properties.first('DTEND');
  const end = ending && readTime(ending, times, () => {});
  return [start, end].every((time) => time === undefined || time.kind === 'day' || time.wall.endsWith(' 00:00:00'));
}

/** From DTEND or DURATION; without either, a day for all-day events, else no duration (RFC 5545, 3.6.1). */
function readLength(properties: Properties, start: FileTime, times: TimeContext, note: Note): Length {
  const none: Length = { days: start.kind === 'day' ? 1 : 0, seconds: 0 };
  const ending = properties.first('DTEND');
  if (ending === undefined) {
    const text = properties.text('DURATION');
    const length = text === undefined ? none : parseDuration(text);
    if (length === undefined) note('has an invalid duration; it ends when it starts', text);
    return length ?? none;
  }
  const end = readTime(ending, times, note);
  const between = end && lengthBetween(start, end, times);
  if (between === undefined) note('has an invalid end; it ends when it starts', properties.written('DTEND'));
  else if (between.days < 0 || between.seconds < 0)
    note('ends before it starts; the end is now the start', properties.written('DTEND'));
  else return between;
  return none;
}

/** Undefined if the end is out of range in its zone. */
function lengthBetween(start: FileTime, end: FileTime, { zones }: TimeContext): Length | undefined {
  if (start.kind === 'day') {
    const [from, to] = [parseDay(start.day), parseDay(dayOf(end))];
    return from === undefined || to === undefined ? undefined : { days: to - from, seconds: 0 };
  }
  const epoch = end.kind === 'time' ? end.epoch : zones.toEpoch(`${end.day} 00:00:00`, start.zone.id).epoch;
  return { days: 0, seconds: epoch - start.epoch };
}

/** The time columns of an event. Throws Unusable. */
export function whenOf(start: FileTime, length: Length, { zones, defaultZone }: TimeContext): EventTimes {
  const allDay = start.kind === 'day';
  const zone = start.kind === 'time' ? start.zone.id : defaultZone;
  const [from, to] = start.kind === 'day' ? daysOf(start.day, length) : instantsOf(start.epoch, length, zone, zones);
  const span = toSpan(from, to, { zone, allDay, zones });
  if (typeof span === 'string') throw new Unusable('has dates outside of the years 1 to 9999 in UTC');
  return span;
}

/** Days are added by the calendar, hours by the clock: a day may have 23 or 25 hours. */
function instantsOf(epoch: number, { days, seconds }: Length, zone: string, zones: Zones): [DateValue, DateValue] {
  const [day, clock] = zones.toWall(epoch, zone).split(' ') as [string, string];
  const moved = days === 0 ? epoch : zones.toEpoch(`${addDays(day, days)} ${clock}`, zone).epoch;
  return [
    { kind: 'instant', epoch },
    { kind: 'instant', epoch: moved + seconds },
  ];
}

function daysOf(day: string, { days, seconds }: Length): [DateValue, DateValue] {
  const last = lastDay(day, days + Math.ceil(seconds / secondsPerDay));
  return [
    { kind: 'wall', wall: `${day} 00:00:00`, dateOnly: true },
    { kind: 'wall', wall: `${last} 00:00:00`, dateOnly: true },
  ];
}

const icalStatuses = { CANCELLED: 'canceled', CONFIRMED: 'scheduled' } as const;

function readEventStatus(properties: Properties, location: Location | undefined, note: Note) {
  const stated = wordIn(properties, 'X-EVENT-STATUS', eventStatuses);
  const status = stated ?? icalStatuses[statusOf(properties) as keyof typeof icalStatuses];
  const url = conferenceIn(properties) ?? (location?.kind === 'url' ? location.website : undefined);
  const isOnline = url !== undefined || isCalledOnline(properties);
  const derived = !isOnline ? undefined : location?.kind === 'venue' ? 'mixed' : 'online';
  const mode = wordIn(properties, 'X-ATTENDANCE-MODE', attendanceModes) ?? derived;
  const comment = status === undefined || status === 'scheduled' ? undefined : properties.text('COMMENT');
  const reason = comment && shorten(properties.plain(textOf(comment)), maxLineLength, 'status reason', note);
  return {
    columns: { event_status: status, attendance_mode: mode, online_url: url },
    reason: reason === undefined ? {} : { event_status_reason: reason },
  };
}

const wordIn = <Word extends string>(
  properties: Properties,
  name: EventProperty,
  words: readonly Word[],
): Word | undefined => words.find((word) => word === properties.text(name)?.toLowerCase());

/** The property of RFC 7986, and those of Google and Microsoft. */
const conferenceNames = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'] as const;

const conferenceIn = (properties: Properties): string | undefined =>
  conferenceNames
    .flatMap((name) => properties.all(name))
    .map(({ values }) => parseWebsite(textOf(values[0])))
    .find((url) => url !== undefined);
