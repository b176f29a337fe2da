// Each order of the event list sorts by its own key. Four events have 24 arrangements, so that each order has its own.
import { beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../../src/core/roles.ts';
import { eventTable } from '../../../src/resources/events/fields/table.ts';
import { type EventOrdering, eventOrderings, orderOf } from '../../../src/resources/events/list/orders.ts';
import { anyTime } from '../../../src/resources/events/list/window.ts';
import { maskedColumnsOf } from '../../../src/resources/records/field-table.ts';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;

/** Titles in ascending order. */
const expected: Record<EventOrdering, string> = {
  id: 'b c a d',
  title: 'a b c d',
  start_date: 'c b a d',
  date: 'd a c b',
  modified: 'c a d b',
  distance: 'd b a c',
};

const create = async (at: TestApp, plural: string, json: object) => (await make(at, plural, json)).id;

beforeAll(async () => {
  app = await startTestApp();
  const event = async (title: string, day: number, published: number, longitude: number, more: object = {}) => {
    const venue = await create(app, 'venues', { venue: `Hall ${title}`, geo_lat: 0, geo_lng: longitude });
    const start = `2027-06-${10 + day} 10:00:00`;
    const date = `2027-01-${10 + published} 10:00:00`;
    return create(app, 'events', { title, start_date: start, end_date: start, date, venue, ...more });
  };
  const b = await event('b', 2, 3, 0.1);
  const c = await event('c', 1, 2, 0.3);
  const a = await event('a', 3, 1, 0.2);
  const d = await event('d', 4, 0, 0.05);
  for (const id of [c, a, d, b]) {
    app.clock.advance(60);
    await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { description: 'Changed' } });
  }
});

function queryFor(orderby: EventOrdering, order: string): Record<string, string | number> {
  const near = { geoloc_lat: 0, geoloc_lng: 0, geoloc_radius: 500 };
  return { orderby, order, ...(orderby === 'distance' ? near : {}) };
}

async function listed({ request }: TestApp, orderby: EventOrdering, order: string) {
  const query = queryFor(orderby, order);
  return (await request<{ events: { id: number; title: string }[] }>({ path: '/events', query })).body.events;
}

test('No two orders have the same arrangement', () => {
  expect(new Set(Object.values(expected)).size).toBe(eventOrderings.length);
});

test.each(eventOrderings)('The order %s lists events by its own key, in both directions', async (orderby) => {
  const titlesOf = async (order: string) => (await listed(app, orderby, order)).map(({ title }) => title);
  expect((await titlesOf('asc')).join(' ')).toBe(expected[orderby]);
  expect((await titlesOf('desc')).reverse().join(' ')).toBe(expected[orderby]);
});

/** Fields that a password hides, relations included. */
const hidden = {
  description: 'A word',
  excerpt: 'A word',
  all_day: true,
  cost: '$5',
  website: 'https://gala.example/',
  featured: true,
  sticky: true,
  show_map: true,
  categories: ['Music'],
  tags: ['loud'],
  venue: { venue: 'Room', geo_lat: 0, geo_lng: 0.01 },
  organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
  attendance_mode: 'online',
  online_url: 'https://meet.example/',
  tickets: [{ name: 'Adult', price: 12 }],
};

const gala = { title: 'Gala', start_date: '2027-06-10 00:00:00', end_date: '2027-06-10 23:59:59' };

/** Creates the events, and returns their places in the list in both directions. */
async function placesOf(orderby: EventOrdering, at: TestApp, events: readonly object[]): Promise<number[][]> {
  const ids: number[] = [];
  for (const json of events) ids.push(await create(at, 'events', json));
  const placesIn = async (order: string) => (await listed(at, orderby, order)).map(({ id }) => ids.indexOf(id));
  return [await placesIn('asc'), await placesIn('desc')];
}

/** Apart from what is hidden, the events differ only in their ids, which decide between equals. */
const byIds = [
  [0, 1, 2],
  [2, 1, 0],
];

test.each(eventOrderings)('The order %s does not reveal what a password hides', async (orderby) => {
  const masked = { ...gala, password: 'sesame' };
  const places = await placesOf(orderby, await startTestApp(), [masked, { ...masked, ...hidden }, masked]);
  // The filter by a place finds no protected event.
  expect(places).toEqual(orderby === 'distance' ? [[], []] : byIds);
});

test.each(eventOrderings)('The order %s does not reveal private venues and organizers', async (orderby) => {
  const other = await startTestApp();
  const venue = await create(other, 'venues', { venue: 'Hall', geo_lat: 0, geo_lng: 0.02 });
  const organizer = await create(other, 'organizers', { organizer: 'Bob' });
  const room = await create(other, 'venues', { venue: 'A room', geo_lat: 0, geo_lng: 0.01, status: 'private' });
  const ann = await create(other, 'organizers', { organizer: 'Ann', status: 'private' });
  const usual = { ...gala, venue, organizer };
  const events = [usual, { ...gala, venue: [room, venue], organizer: [ann, organizer] }, usual];
  expect(await placesOf(orderby, other, events)).toEqual(byIds);
});

test.each(eventOrderings)('The order %s reads no column that a password hides', (orderBy) => {
  const reader = { caller: anonymous, now: 0, language: 'en', hasProtected: true, dates: anyTime };
  const { columns } = orderOf({ ...reader, orderBy, criteria: {}, descending: false });
  const words = columns.flatMap((column) => column.compile(app.store.reader).sql.match(/\w+/g) ?? []);
  const masked = [...Object.keys(maskedColumnsOf(eventTable)), 'image_id', 'body_folded'];
  expect(masked.filter((name) => words.includes(name))).toEqual([]);
});
