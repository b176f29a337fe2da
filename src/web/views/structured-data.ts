// schema.org data within pages, for search engines and for programs that read events from pages.
import { html } from 'ghtml';
import { isoWithOffset, toWallSeconds } from '../../core/dates/civil.ts';
import { attendanceModeNames, eventStatusNames } from '../../core/event-status.ts';
import { htmlToText } from '../../core/text/html/html.ts';
import { daysOf } from '../days.ts';
import type { EventJson, OrganizerJson, VenueJson } from '../load/api-types.ts';
import { briefly } from './link-preview.ts';
import { venuesOf } from './parts.ts';

/** `<` is escaped, so that no text ends the element. */
const dataElement = (data: unknown): string =>
  html`<script type="application/ld+json">!${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** The API's data as Google asks for it: an all-day event has days without times, and nothing is empty. */
export function dataOfEvent(event: EventJson): string {
  const [startDate, endDate] = daysOf(event);
  const previousStartDate = event.previous_start_date.slice(0, 10) || undefined;
  return dataElement({
    ...event.json_ld,
    description: event.json_ld?.description || undefined,
    ...(event.all_day ? { startDate, endDate, previousStartDate } : {}),
  });
}

/**
 * The data of the events of a list, as far as the list shows them: replies to lists have no `json_ld`. A test compares it with
 * the complete data on the page of each event.
 */
export const dataOfList = (events: readonly EventJson[]): string =>
  events.length === 0 ? '' : dataElement(events.map(brief));

function brief(event: EventJson) {
  const [startDate, endDate] = event.all_day ? daysOf(event) : timesOf(event);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    // Its beginning is enough of a long description.
    description: briefly(htmlToText(event.excerpt || event.description.slice(0, 2000))) || undefined,
    image: event.image ? event.image.url : undefined,
    url: event.url,
    eventStatus: eventStatusNames[event.event_status],
    eventAttendanceMode: event.attendance_mode ? attendanceModeNames[event.attendance_mode] : undefined,
    startDate,
    endDate,
    location: unlessEmpty(locationsOf(event)),
    organizer: unlessEmpty(event.organizer.map(organizationOf)),
  };
}

function timesOf({ start_date, end_date, utc_start_date, utc_end_date }: EventJson): [string, string] {
  const at = (wall: string, utc: string) =>
    isoWithOffset(wall, (toWallSeconds(wall) as number) - (toWallSeconds(utc) as number));
  return [at(start_date, utc_start_date), at(end_date, utc_end_date)];
}

const unlessEmpty = <T>(items: readonly T[]) => (items.length > 0 ? items : undefined);

const locationsOf = (event: EventJson) => [
  ...(event.attendance_mode === 'online' ? [] : venuesOf(event).map(placeOf)),
  ...(event.attendance_mode === 'online' || event.attendance_mode === 'mixed' ? [virtualLocation(event)] : []),
];

const virtualLocation = ({ online_url, website, url }: EventJson) => ({
  '@type': 'VirtualLocation',
  url: online_url || website || url,
});

const organizationOf = ({ organizer, website, url }: OrganizerJson) => ({
  '@type': 'Organization',
  name: organizer,
  url: website || url,
});

const placeOf = ({ venue, url, address, city, stateprovince, zip, country }: VenueJson) => ({
  '@type': 'Place',
  name: venue,
  url,
  address: {
    '@type': 'PostalAddress',
    streetAddress: address,
    addressLocality: city,
    addressRegion: stateprovince,
    postalCode: zip,
    addressCountry: country,
  },
});
