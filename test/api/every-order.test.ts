// Each order of the event list sorts by its own key. Four events have 24 arrangements, so that each order has its own.
import { beforeAll, expect, test } from 'vitest';
import { eventTable } from '../../src/resources/events/fields/table.ts';
import { type EventOrdering, eventOrderings, orderOf } from '../../src/resources/events/list/orders.ts';
import { maskedColumnsOf } from '../../src/resources/records/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

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

beforeAll(async () => {
  app = await startTestApp();
  const create = async (path: string, json: object) =>
    (await app.request<{ id: number }>({ as: 'ed', method: 'POST', path, json })).body.id;
  const event = async (title: string, day: number, published: number, longitude: number) => {
    const venue = await create('/venues', { venue: `Hall ${title}`, geo_lat: 0, geo_lng: longitude });
    const start = `2027-06-${10 + day} 10:00:00`;
    const date = `2027-01-${10 + published} 10:00:00`;
    return create('/events', { title, start_date: start, end_date: start, date, venue });
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

test('No two orders have the same arrangement', () => {
  expect(new Set(Object.values(expected)).size).toBe(eventOrderings.length);
});

test.each(eventOrderings)('The order %s lists events by its own key, in both directions', async (orderby) => {
  const titlesOf = async (order: string) => {
    const near = { geoloc_lat: 0, geoloc_lng: 0, geoloc_radius: 500 };
    const query = { orderby, order, ...(orderby === 'distance' ? near : {}) };
    const { body } = await app.request<{ events: { title: string }[] }>({ path: '/events', query });
    return body.events.map(({ title }) => title);
  };
  expect((await titlesOf('asc')).join(' ')).toBe(expected[orderby]);
  expect((await titlesOf('desc')).reverse().join(' ')).toBe(expected[orderby]);
});

test.each(eventOrderings)('The order %s does not reveal what a password hides', (orderBy) => {
  const scope = { orderBy, criteria: {}, language: 'en', descending: false } as Parameters<typeof orderOf>[0];
  const { columns } = orderOf(scope);
  const words = columns.flatMap((column) => column.compile(app.store.reader).sql.match(/\w+/g) ?? []);
  const masked = [...Object.keys(maskedColumnsOf(eventTable)), 'image_id', 'body_folded'];
  expect(masked.filter((name) => words.includes(name))).toEqual([]);
});
