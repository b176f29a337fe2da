// Every filter of the event list applies in every order, and none reveals what a password hides (D16).
import { beforeAll, expect, test } from 'vitest';
import { eventFilters, type FilterName } from '../../../src/resources/events/list/filters.ts';
import { eventOrderings } from '../../../src/resources/events/list/orders.ts';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
const ids: Record<string, number> = {};
const dates = { start_date: '2027-06-10 10:00', end_date: '2027-06-10 12:00' };

beforeAll(async () => {
  app = await startTestApp();
  const create = async (name: string, plural: string, body: object) => {
    ids[name] = (await make(app, plural, body)).id;
  };
  await create('category', 'categories', { name: 'Music' });
  await create('tag', 'tags', { name: 'loud' });
  await create('venue', 'venues', { venue: 'Hall', geo_lat: 48.8, geo_lng: 2.3 });
  await create('organizer', 'organizers', { organizer: 'Ann' });
  await create('parent', 'events', { title: 'Other', ...dates });
  await create('maskedOther', 'events', { title: 'Masked other', ...dates, password: 'secret' });
  app.clock.advance(3600);
  const matching = {
    ...dates,
    description: 'An evening of jazz',
    categories: [ids['category']],
    tags: [ids['tag']],
    venue: ids['venue'],
    organizer: ids['organizer'],
    featured: true,
    author: 3,
    post_parent: ids['parent'],
    tickets: [{ name: 'Seat' }],
    event_status: 'canceled',
    attendance_mode: 'mixed',
    cost: 'Free',
  };
  await create('match', 'events', { title: 'Match', ...matching });
  await create('maskedMatch', 'events', { title: 'Masked match', ...matching, password: 'secret' });
  await create('hiddenMatch', 'events', { title: 'Hidden', ...matching, hide_from_listings: true });
});

interface Example {
  query(): string;
  /** Whether masked events match like others. */
  findsMasked?: true;
  findsNothing?: true;
}

// A filter without an example does not compile.
const examples: Record<FilterName, Example> = {
  search: { query: () => 'search=jazz' },
  categories: { query: () => `categories=${ids['category']}` },
  tags: { query: () => `tags=${ids['tag']}` },
  venues: { query: () => `venue=${ids['venue']}` },
  organizers: { query: () => `organizer=${ids['organizer']}` },
  featured: { query: () => 'featured=true' },
  include: { query: () => `include=${ids['match']},${ids['maskedMatch']}`, findsMasked: true },
  exclude: { query: () => `exclude=${ids['parent']},${ids['maskedOther']}`, findsMasked: true },
  author: { query: () => 'author=3', findsMasked: true },
  parent: { query: () => `post_parent=${ids['parent']}` },
  ticketed: { query: () => 'ticketed=true' },
  status: { query: () => 'event_status=canceled,postponed', findsMasked: true },
  attendance: { query: () => 'online=true' },
  free: { query: () => 'free=true' },
  modified: { query: () => 'modified_after=2027-03-01T12:30:00Z', findsMasked: true },
  published: { query: () => 'published_after=2027-03-01T12:30:00Z', findsMasked: true },
  located: { query: () => 'geoloc=true' },
  around: { query: () => 'geoloc_lat=48.8&geoloc_lng=2.3' },
  hidden: { query: () => 'hide_from_listings=true', findsNothing: true },
};

const listed = async (query: string): Promise<{ found: number[]; total: number }> => {
  const { body, status } = await app.request<{ events: { id: number }[]; total: number }>({ path: `/events?${query}` });
  expect(status, query).toBe(200);
  return { found: body.events.map(({ id }) => id).sort((a, b) => a - b), total: body.total };
};

test.each(Object.keys(examples) as FilterName[])('Filter %s finds the same events in every order', async (name) => {
  const { query, findsMasked, findsNothing } = examples[name];
  const expected = findsNothing ? [] : [ids['match'], ...(findsMasked ? [ids['maskedMatch']] : [])];
  for (const orderby of ['', ...eventOrderings]) {
    const point = orderby === 'distance' && name !== 'around' ? '&geoloc_lat=48.8&geoloc_lng=2.3' : '';
    if (point !== '' && findsMasked) continue;
    const sent = `${query()}${orderby === '' ? '' : `&orderby=${orderby}`}${point}`;
    expect(await listed(sent), sent).toEqual({ found: expected, total: expected.length });
  }
});

test.each(Object.keys(examples) as FilterName[])(
  'Filter %s finds the same events among those of a search',
  async (name) => {
    const { query, findsMasked, findsNothing } = examples[name];
    const expected = findsNothing ? [] : [ids['match'], ...(findsMasked ? [ids['maskedMatch']] : [])];
    const sent = name === 'search' ? query() : `${query()}&search=match`;
    expect((await listed(sent)).found, sent).toEqual(expected);
  },
);

test('No two filters share a parameter', () => {
  const names = Object.values(eventFilters).flatMap(({ parameters }) => Object.keys(parameters));
  expect(new Set(names).size).toBe(names.length);
});
