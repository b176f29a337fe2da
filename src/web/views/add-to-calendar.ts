// Links that add an event to a calendar or share it, in the format of each service.

import { addDays } from '../../core/dates/civil.ts';
import { daysOf } from '../days.ts';
import type { EventJson } from '../load/api-types.ts';
import type { Texts } from '../texts/texts.ts';
import { firstVenue } from './parts.ts';
import type { ViewContext } from './view.ts';

export interface NamedLink {
  name: string;
  url: string;
}

export function calendarLinks(event: EventJson, { links, texts, password }: ViewContext): NamedLink[] {
  const file = { name: texts.text('calendarFile'), url: links.page(`/events/${event.id}.ics`) };
  const outlook = (host: string) => `https://${host}/calendar/0/action/compose?${encode(outlookQuery(event))}`;
  return [
    // The file of a protected event needs the password, which does not belong in a URL.
    ...(password === undefined ? [file] : []),
    { name: 'Google Calendar', url: `https://calendar.google.com/calendar/render?${encode(googleQuery(event))}` },
    { name: 'Outlook', url: outlook('outlook.live.com') },
    { name: 'Office 365', url: outlook('outlook.office.com') },
  ];
}

export function shareLinks({ title, url }: EventJson, texts: Texts): NamedLink[] {
  const text = `${title}\n${url}`;
  return [
    { name: texts.text('email'), url: `mailto:?${encode({ subject: title, body: text })}` },
    { name: 'WhatsApp', url: `https://wa.me/?${encode({ text })}` },
    { name: 'Facebook', url: `https://www.facebook.com/sharer/sharer.php?${encode({ u: url })}` },
    { name: 'Bluesky', url: `https://bsky.app/intent/compose?${encode({ text })}` },
  ];
}

/** Spaces are `%20`, because Outlook does not decode `+`. */
const encode = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** Start and end: days of all-day events, with an exclusive end, or UTC times. */
function span(event: EventJson): [string, string] {
  if (!event.all_day) return [toIso(event.utc_start_date), toIso(event.utc_end_date)];
  const [first, last] = daysOf(event);
  return [first, addDays(last, 1)];
}

/** `2027-05-10T19:30:00Z` */
export const toIso = (utc: string): string => `${utc.replace(' ', 'T')}Z`;

const googleQuery = (event: EventJson) => ({
  action: 'TEMPLATE',
  text: event.title,
  dates: span(event)
    .map((part) => part.replace(/[-:]/g, ''))
    .join('/'),
  details: event.url,
  location: placeOf(event),
});

function outlookQuery(event: EventJson): Record<string, string> {
  const [startdt, enddt] = span(event);
  const allday = String(event.all_day);
  return {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt,
    enddt,
    allday,
    body: event.url,
    location: placeOf(event),
  };
}

function placeOf(event: EventJson): string {
  const first = firstVenue(event);
  if (event.online_url !== '' && (event.attendance_mode === 'online' || !first)) return event.online_url;
  return first ? [first.venue, first.address, first.zip, first.city, first.country].filter(Boolean).join(', ') : '';
}
