import type { Zones } from '../dates/zones.ts';
import { contentLine, textLine, uriLine } from './content-line.ts';
import { utcValue } from './date-time.ts';
import { eventLines, hasRules, type IcalEvent } from './event.ts';
import { timeZoneLines, type UsedZone } from './time-zone.ts';

export interface CalendarProperties {
  name: string;
  description: string;
  /** IANA zone of the calendar as a whole, if it has one. */
  timezone: string | undefined;
  language: string;
  /** Address of the calendar for people, and of this file. */
  url: string;
  source: string;
}

/** Suggested interval between two requests of a subscriber. */
const refreshAfter = 'PT1H';

export interface CalendarWriter {
  /** Returns the size of these events in bytes. */
  add(events: readonly IcalEvent[]): number;
  /** The whole calendar, in pieces. */
  finish(): Buffer[];
}

/** Writes a calendar from batches of events. The time zones, which come first, are complete after the last batch. */
export function createCalendar(properties: CalendarProperties, zones: Zones): CalendarWriter {
  const pieces: Buffer[] = [];
  const used = new Map<string, UsedZone>();
  let newest = 0;
  return {
    add(events) {
      for (const event of events) {
        noteZone(used, event);
        newest = Math.max(newest, event.shownModifiedAt);
      }
      const piece = Buffer.from(events.map((event) => eventLines(event, zones)).join(''));
      pieces.push(piece);
      return piece.length;
    },
    finish: () => [
      Buffer.from(headLines(properties, newest)),
      ...[...used.values()]
        .sort((a, b) => (a.zone < b.zone ? -1 : 1))
        .map((zone) => Buffer.from(timeZoneLines(zone, zones))),
      ...pieces,
      Buffer.from(contentLine('END', 'VCALENDAR')),
    ],
  };
}

function noteZone(used: Map<string, UsedZone>, { allDay, timezone, startUtc, endUtc }: IcalEvent): void {
  if (allDay || timezone === 'UTC') return;
  for (const moment of [startUtc, endUtc].filter(hasRules)) {
    const { from, to } = used.get(timezone) ?? { from: moment, to: moment };
    used.set(timezone, { zone: timezone, from: Math.min(from, moment), to: Math.max(to, moment) });
  }
}

/** Name and description are written twice: as in RFC 7986, and in the older X-WR properties. */
const headLines = ({ name, description, timezone, language, url, source }: CalendarProperties, newest: number) =>
  [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Kalends//Kalends//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    textLine('NAME', name, { LANGUAGE: language }),
    textLine('X-WR-CALNAME', name),
    textLine('DESCRIPTION', description, { LANGUAGE: language }),
    textLine('X-WR-CALDESC', description),
    ...(timezone === undefined ? [] : [textLine('X-WR-TIMEZONE', timezone)]),
    ...(newest > 0 ? [contentLine('LAST-MODIFIED', utcValue(newest))] : []),
    uriLine('URL', url),
    uriLine('SOURCE', source, { VALUE: 'URI' }),
    contentLine('REFRESH-INTERVAL', refreshAfter, { VALUE: 'DURATION' }),
    contentLine('X-PUBLISHED-TTL', refreshAfter),
  ].join('');
