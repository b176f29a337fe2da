// Events, venues and organizers in the format of WordPress, from replies of the calendar's routes.
import type { Links } from '../../http/links.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { anyText, idSchema, textSchema, urlSchema } from '../records/reply-schemas.ts';
import { type ReplyTable, schemasOf, showTable } from '../records/reply-table.ts';
import { statuses } from '../records/status.ts';
import { type CalendarRecord, imageIdOf, recordsOf } from './calendar-record.ts';
import { embeddedSchema } from './embedded.ts';
import { linksSchema, linksTo, renderedSchema, time, timeSchema } from './formats.ts';

interface View {
  record: CalendarRecord;
  links: Links;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const timeOf = (value: unknown): string => time(text(value));
const html = (value: unknown) => ({ rendered: text(value), protected: false });
const idsOf = (value: unknown): number[] => recordsOf(value).map(({ id }) => id as number);

const content = strictObject({ rendered: textSchema('HTML'), protected: { const: false } });

const postTable = (type: string, title: string): ReplyTable<View> => ({
  id: [idSchema, ({ record }) => record['id']],
  date: [timeSchema("Publication date, in the site's time zone"), ({ record }) => timeOf(record['date'])],
  date_gmt: [timeSchema('Publication date, in UTC'), ({ record }) => timeOf(record['date_utc'])],
  guid: [renderedSchema, ({ record, links }) => ({ rendered: links.file(`/?p=${record['id']}`) })],
  modified: [timeSchema("Last modification, in the site's time zone"), ({ record }) => timeOf(record['modified'])],
  modified_gmt: [timeSchema('Last modification, in UTC'), ({ record }) => timeOf(record['modified_utc'])],
  slug: [anyText, ({ record }) => record['slug']],
  status: [{ type: 'string', enum: statuses }, ({ record }) => record['status']],
  type: [{ const: type }, () => type],
  link: [urlSchema('URL of the public page'), ({ record }) => record['url']],
  // In this namespace, the calendar's plain texts are already HTML (D65).
  title: [renderedSchema, ({ record }) => ({ rendered: record[title] })],
  content: [content, ({ record }) => html(record['description'])],
  excerpt: [content, ({ record }) => html(record['excerpt'])],
  author: [{ type: 'integer', minimum: 0 }, ({ record }) => Number(record['author'] ?? 0)],
  featured_media: [
    { type: 'integer', minimum: 0, description: 'Id of the image; 0 for none' },
    ({ record }) => imageIdOf(record),
  ],
  comment_status: [{ const: 'closed' }, () => 'closed'],
  ping_status: [{ const: 'closed' }, () => 'closed'],
  template: [{ const: '' }, () => ''],
});

const meta: JsonSchema = { type: 'object', description: 'Further fields of the calendar, by their WordPress names' };

/** The schema of a post, and the function that presents one; `more` are members that only some posts have. */
function postOf(
  name: string,
  type: string,
  title: string,
  metaOf: (record: CalendarRecord) => object,
  more: ReplyTable<View> = {},
) {
  const table = postTable(type, title);
  const members = { ...schemasOf(table), meta, _links: linksSchema, ...schemasOf(more), _embedded: embeddedSchema };
  const schema = named(name, strictObject(members, ['_embedded']));
  const present = (record: CalendarRecord, { links }: Pick<View, 'links'>) => ({
    ...showTable(table, { record, links }),
    _links: linksTo(links, `/${type}`, record['id']),
    ...showTable(more, { record, links }),
    meta: metaOf(record),
  });
  return { noun: name, schema, present };
}

export const eventPost = postOf(
  'EventPost',
  'tribe_events',
  'title',
  (event) => {
    const { currency_symbol = '', currency_position = '' } = (event['cost_details'] ?? {}) as CalendarRecord;
    return {
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
      _EventCurrencySymbol: currency_symbol,
      _EventCurrencyPosition: currency_position,
      _EventVenueID: idsOf(event['venue']),
      _EventOrganizerID: idsOf(event['organizer']),
    };
  },
  {
    tags: [listOf(idSchema), ({ record }) => idsOf(record['tags'])],
    tribe_events_cat: [listOf(idSchema), ({ record }) => idsOf(record['categories'])],
  },
);

export const venuePost = postOf('VenuePost', 'tribe_venue', 'venue', (venue) => ({
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
}));

export const organizerPost = postOf('OrganizerPost', 'tribe_organizer', 'organizer', (organizer) => ({
  _OrganizerEmail: text(organizer['email']),
  _OrganizerWebsite: text(organizer['website']),
  _OrganizerPhone: text(organizer['phone']),
}));
