// Members of replies are in the order of the reference; additional ones are last or next to related ones.
import { beforeAll, expect, test } from 'vitest';
import { type Body, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const publication = ['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url', 'rest_url'];
const languages = ['language', 'translations'];
const globalIds = ['global_id', 'global_id_lineage'];
const contact = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'];
const venueKeys = [
  ...[...publication, 'venue', 'description', 'slug', ...contact, 'geo_lat', 'geo_lng', 'json_ld'],
  ...['show_map', 'show_map_link', ...languages, ...globalIds],
];
const organizerKeys = [
  ...[...publication, 'organizer', 'description', 'slug', 'phone', 'website', 'email', 'json_ld'],
  ...[...languages, ...globalIds],
];
const eventKeys = [
  ...['id', ...globalIds, ...publication.slice(1), 'title', 'description', 'excerpt', 'slug', 'image', 'all_day'],
  ...['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].flatMap((name) => [name, `${name}_details`]),
  ...['timezone', 'timezone_abbr', 'cost', 'cost_details', 'website', 'show_map', 'show_map_link'],
  ...['hide_from_listings', 'sticky', 'featured', 'categories', 'tags', 'venue', 'organizer', 'custom_fields'],
  ...['tickets', 'ticketed', 'event_status', 'event_status_reason', 'previous_start_date', 'attendance_mode'],
  ...['online_url', 'is_virtual', 'virtual_url', 'post_parent', ...languages, 'json_ld'],
];
const withoutJsonLd = (keys: readonly string[]) => keys.filter((key) => key !== 'json_ld');
const text = Object.fromEntries(contact.map((name) => [name, name]));

let app: TestApp;
let open: { id: number };
beforeAll(async () => {
  app = await startTestApp();
  const contact = { description: 'd', website: 'https://x.example', phone: '1' };
  const dates = { start_date: '2027-06-10 10:00', end_date: '2027-06-10 11:00' };
  open = await make(app, 'events', {
    ...dates,
    title: 'Open',
    venue: { ...text, ...contact, venue: 'Hall', geo_lat: 1, geo_lng: 2 },
    organizer: { ...contact, organizer: 'Ann', email: 'a@b.example' },
  });
  await make(app, 'events', { ...dates, title: 'Protected', cost: '5', password: 'sesame' });
});

test('Members of an event, its venue and its organizers come in the documented order', async () => {
  const { body } = await app.request<Body & { venue: Body; organizer: Body[] }>({ path: `/events/${open.id}` });
  expect(Object.keys(body)).toEqual(eventKeys);
  expect(Object.keys(body.venue)).toEqual(venueKeys);
  expect(Object.keys(body.organizer[0] as Body)).toEqual(organizerKeys);
});

test.each([
  ['venues', venueKeys],
  ['organizers', organizerKeys],
] as const)('Members of %s in a list come in the documented order', async (plural, keys) => {
  const { body } = await app.request<Record<string, Body[]>>({ path: `/${plural}` });
  expect(Object.keys(body[plural]?.[0] as Body)).toEqual(withoutJsonLd(keys));
});

test('Members of a list of events come in the documented order, masked events included', async () => {
  const { body } = await app.request<{ events: (Body & { cost_details: Body })[] }>({ path: '/events' });
  expect(Object.keys(body)).toEqual(['events', 'rest_url', 'total', 'total_pages']);
  const [first, masked] = body.events.map((event) => [Object.keys(event), Object.keys(event.cost_details)]);
  const details = ['currency_symbol', 'currency_code', 'currency_position', 'values'];
  expect(first).toEqual([withoutJsonLd(eventKeys), details]);
  const maskedDetails = ['currency_symbol', 'currency_position', 'currency_code', 'values'];
  expect(masked).toEqual([withoutJsonLd(eventKeys), maskedDetails]);
});
