// Every filter of the event list applies in every order, and none reveals what a password hides (D16), nor venues and
// organizers that the caller may not read (D15).
import { beforeAll, expect, test } from 'vitest';
import { eventTable } from '../../../src/resources/events/fields/table.ts';
import { eventFilters, type FilterName } from '../../../src/resources/events/list/filters.ts';
import { eventOrderings } from '../../../src/resources/events/list/orders.ts';
import { maskedValuesOf } from '../../../src/resources/records/field-table.ts';
import { make } from '../../support/field-table.ts';
import { listRequests } from '../../support/list-requests.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
const ids: Record<string, number> = {};
const dates = { start_date: '2027-06-10 10:00', end_date: '2027-06-10 12:00' };
const hall = { venue: 'Hall', city: 'Lyon', geo_lat: 48.8, geo_lng: 2.3 };
const ann = { organizer: 'Ann' };
const hiddenByPassword = Object.keys(maskedValuesOf(eventTable));

beforeAll(async () => {
  app = await startTestApp();
  const create = async (name: string, plural: string, body: object) => {
    ids[name] = (await make(app, plural, body)).id;
  };
  await create('category', 'categories', { name: 'Music' });
  await create('tag', 'tags', { name: 'loud' });
  await create('venue', 'venues', hall);
  await create('organizer', 'organizers', ann);
  await create('privateVenue', 'venues', { ...hall, status: 'private' });
  await create('privateOrganizer', 'organizers', { ...ann, status: 'private' });
  await create('parent', 'events', { title: 'Other', ...dates });
  await create('maskedOther', 'events', { title: 'Masked other', ...dates, password: 'secret' });
  const behind = { venue: ids['privateVenue'], organizer: ids['privateOrganizer'] };
  await create('otherWithPrivate', 'events', { title: 'Other', ...dates, ...behind });
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
  const shown = Object.entries(matching).filter(([name]) => !hiddenByPassword.includes(name));
  await create('maskedTwin', 'events', { title: 'Masked match', ...Object.fromEntries(shown), password: 'secret' });
  await create('hiddenMatch', 'events', { title: 'Hidden', ...matching, hide_from_listings: true });
});

interface Example {
  query(): string;
  /** Whether masked events match like others: both of them, as they differ only in what the password hides. */
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
  include: { query: () => `include=${ids['match']},${ids['maskedMatch']},${ids['maskedTwin']}`, findsMasked: true },
  exclude: {
    query: () => `exclude=${ids['parent']},${ids['maskedOther']},${ids['otherWithPrivate']}`,
    findsMasked: true,
  },
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

const expectedOf = ({ findsMasked, findsNothing }: Example) =>
  findsNothing ? [] : [ids['match'], ...(findsMasked ? [ids['maskedMatch'], ids['maskedTwin']] : [])];

const listed = async (query: string): Promise<{ found: number[]; total: number }> => {
  const { body, status } = await app.request<{ events: { id: number }[]; total: number }>({ path: `/events?${query}` });
  expect(status, query).toBe(200);
  return { found: body.events.map(({ id }) => id).sort((a, b) => a - b), total: body.total };
};

test.each(Object.keys(examples) as FilterName[])('Filter %s finds the same events in every order', async (name) => {
  const { query, findsMasked } = examples[name];
  const expected = expectedOf(examples[name]);
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
    const { query } = examples[name];
    const sent = name === 'search' ? query() : `${query()}&search=match`;
    expect((await listed(sent)).found, sent).toEqual(expectedOf(examples[name]));
  },
);

/** Each pair differs only in what callers may not see. */
const pairs = [
  ['maskedMatch', 'maskedTwin'],
  ['parent', 'otherWithPrivate'],
] as const;

/** The examples of the plan tests with parameters of the filter only. */
function queriesOf(name: FilterName): Record<string, string | number>[] {
  const at = (key: string) => ids[key] as number;
  const samples = {
    event: at('hiddenMatch'),
    venue: at('venue'),
    organizer: at('organizer'),
    category: at('category'),
    tag: at('tag'),
    rareTag: at('tag'),
    words: ['jazz', 'with', 'evening'],
    eventPassword: '',
    point: { lat: 48.8, lng: 2.3 },
    town: 'Lyon',
    changesToken: '',
    day: '2027-06-10',
  };
  const names = Object.keys(eventFilters[name].parameters);
  const queries = listRequests('events', samples)
    .filter(({ as }) => as === undefined)
    .map(({ query }) => query);
  return queries.filter((query) => {
    const used = Object.keys(query);
    return used.length > 0 && used.every((parameter) => names.includes(parameter));
  });
}

test.each(Object.keys(examples) as FilterName[])(
  'Filter %s does not tell apart events that differ only in what the caller may not see',
  async (name) => {
    const queries = queriesOf(name);
    expect(queries).not.toEqual([]);
    for (const query of queries) {
      const { found } = await listed(String(new URLSearchParams(query as Record<string, string>)));
      const isFound = (event: string) => found.includes(ids[event] as number);
      for (const [one, other] of pairs) expect(isFound(one), `${JSON.stringify(query)} ${one}`).toBe(isFound(other));
    }
  },
);

test('No two filters share a parameter', () => {
  const names = Object.values(eventFilters).flatMap(({ parameters }) => Object.keys(parameters));
  expect(new Set(names).size).toBe(names.length);
});
