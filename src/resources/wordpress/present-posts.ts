// Converts responses of the calendar's routes to the formats of WordPress.
import type { Links } from '../../http/links.ts';
import { linksTo, time } from './present.ts';

/** A record in a response of the calendar's routes. */
export type CalendarRecord = Readonly<Record<string, unknown>>;

interface Context {
  links: Links;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const timeOf = (value: unknown): string => time(text(value));
const html = (value: unknown) => ({ rendered: text(value), protected: false });
const idsOf = (value: unknown): number[] => listOf(value).map(({ id }) => id as number);
const listOf = (value: unknown): CalendarRecord[] =>
  Array.isArray(value) ? value : value && typeof value === 'object' ? [value as CalendarRecord] : [];

function post(type: string, title: string, record: CalendarRecord, context: Context) {
  const image = record['image'];
  return {
    id: record['id'],
    date: timeOf(record['date']),
    date_gmt: timeOf(record['date_utc']),
    guid: { rendered: context.links.file(`/?p=${record['id']}`) },
    modified: timeOf(record['modified']),
    modified_gmt: timeOf(record['modified_utc']),
    slug: record['slug'],
    status: record['status'],
    type,
    link: record['url'],
    // In this namespace, the calendar's plain texts are already HTML (D65).
    title: { rendered: record[title] },
    content: html(record['description']),
    excerpt: html(record['excerpt']),
    author: Number(record['author']),
    featured_media: image && typeof image === 'object' ? (image as CalendarRecord)['id'] : 0,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    _links: linksTo(context.links, `/${type}`, record['id']),
  };
}

export const presentEventPost = (event: CalendarRecord, context: Context) => {
  const { currency_symbol: symbol = '', currency_position: position = '' } = (event['cost_details'] ??
    {}) as CalendarRecord;
  return {
    ...post('tribe_events', 'title', event, context),
    tags: idsOf(event['tags']),
    tribe_events_cat: idsOf(event['categories']),
    meta: {
      _EventAllDay: event['all_day'],
      _EventTimezone: event['timezone'],
      _EventTimezoneAbbr: event['timezone_abbr'],
      _EventStartDate: event['start_date'],
      _EventEndDate: event['end_date'],
      _EventStartDateUTC: event['utc_start_date'],
      _EventEndDateUTC: event['utc_end_date'],
      _EventShowMap: event['show_map'],
      _EventShowMapLink: event['show_map_link'],
      _EventURL: event['website'] === event['url'] ? '' : event['website'],
      _EventCost: event['cost'],
      _EventCurrencySymbol: symbol,
      _EventCurrencyPosition: position,
      _EventVenueID: idsOf(event['venue']),
      _EventOrganizerID: idsOf(event['organizer']),
    },
  };
};

export const presentVenuePost = (venue: CalendarRecord, context: Context) => ({
  ...post('tribe_venue', 'venue', venue, context),
  meta: {
    _VenueAddress: text(venue['address']),
    _VenueCity: text(venue['city']),
    _VenueCountry: text(venue['country']),
    _VenueProvince: text(venue['province']),
    _VenueState: text(venue['state']),
    _VenueZip: text(venue['zip']),
    _VenuePhone: text(venue['phone']),
    _VenueURL: text(venue['website']),
    _VenueStateProvince: text(venue['stateprovince']),
    _VenueLat: String(venue['geo_lat'] ?? ''),
    _VenueLng: String(venue['geo_lng'] ?? ''),
  },
});

export const presentOrganizerPost = (organizer: CalendarRecord, context: Context) => ({
  ...post('tribe_organizer', 'organizer', organizer, context),
  meta: {
    _OrganizerEmail: text(organizer['email']),
    _OrganizerWebsite: text(organizer['website']),
    _OrganizerPhone: text(organizer['phone']),
  },
});

export const presentCategory = (term: CalendarRecord, context: Context) => ({
  id: term['id'],
  count: term['count'],
  description: term['description'],
  link: term['url'],
  name: term['name'],
  slug: term['slug'],
  taxonomy: 'tribe_events_cat',
  parent: term['parent'],
  meta: [],
  _links: linksTo(context.links, '/tribe_events_cat', term['id']),
});
