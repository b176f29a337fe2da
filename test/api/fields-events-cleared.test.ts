// Defaults of an event's fields, and what `null`, `""` and `[]` do to each (D4, D63).
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  kinds,
  languageSelections,
  make,
  readFor,
  updateRoutes,
  withSelection,
} from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

/** What a bare event shows. */
const defaults: Record<string, unknown> = {
  author: 2,
  status: 'publish',
  date: '2027-03-01 07:00:00',
  date_utc: '2027-03-01 12:00:00',
  description: '',
  excerpt: '',
  image: false,
  timezone: 'America/New_York',
  all_day: false,
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  website: '',
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  tickets: [],
  ticketed: false,
  post_parent: 0,
};
const optional = [
  'author',
  'status',
  'date',
  'date_utc',
  'description',
  'excerpt',
  'slug',
  'image',
  'timezone',
  'all_day',
  'cost',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'categories',
  'tags',
  'venue',
  'organizer',
  'tickets',
  'post_parent',
  'password',
];
const lists = ['categories', 'tags', 'venue', 'organizer', 'tickets', 'cost'];

describe.each(languageSelections)('defaults, %s', (selection) => {
  test.each([
    ['not sent', {}],
    ['null', Object.fromEntries(optional.map((name) => [name, null]))],
    ['empty text', Object.fromEntries(optional.map((name) => [name, '']))],
    ['empty lists', Object.fromEntries(lists.map((name) => [name, []]))],
  ])('%s', async (_name, empty) => {
    app.clock.set('2027-03-01T12:00:00Z');
    const json = { ...kinds.events.required(), ...empty };
    const { status, body } = await app.request(
      withSelection(selection, { as: 'ed', method: 'POST', path: '/events', json }),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject(defaults);
    expect(body['slug']).toBe(String(json.title).toLowerCase().replace(' ', '-'));
    expect(body).not.toHaveProperty('password');
  });
});

test('A contributor writes drafts, and nobody else becomes the author', async () => {
  const draft = await make(app, 'events', kinds.events.required(), 'con');
  expect(draft).toMatchObject({ author: 4, status: 'draft' });
});

/** Field, a value, members that show the value, and what they show once it is taken away. */
const filled: [field: string, value: () => unknown, cleared: Record<string, unknown>, translatable?: true][] = [
  ['description', () => 'words', { description: '' }, true],
  ['excerpt', () => 'words', { excerpt: '' }, true],
  ['website', () => 'https://x.example/', { website: '' }, true],
  ['cost', () => '$5', { cost: '', cost_details: { values: [], currency_symbol: '' } }],
  ['all_day', () => true, { all_day: false }],
  ['show_map', () => true, { show_map: false }],
  ['show_map_link', () => true, { show_map_link: false }],
  ['hide_from_listings', () => true, { hide_from_listings: false }],
  ['sticky', () => true, { sticky: false }],
  ['featured', () => true, { featured: false }],
  ['categories', () => ['Cleared'], { categories: [] }],
  ['tags', () => ['Cleared'], { tags: [] }],
  ['venue', () => ({ venue: 'Cleared' }), { venue: [] }],
  ['organizer', () => [{ organizer: 'Cleared' }], { organizer: [] }],
  ['tickets', () => [{ name: 'Ticket' }], { tickets: [], ticketed: false }],
  ['post_parent', () => parent, { post_parent: 0 }],
];
let parent: number;
beforeAll(async () => {
  parent = (await make(app, 'events', kinds.events.required())).id;
});

describe.each(filled)('%s is emptied', (field, value, cleared, translatable) => {
  const empties: unknown[] = [null, '', ...(lists.includes(field) ? [[]] : [])];
  if (field === 'venue' || field === 'organizer') empties.push(0, '0');
  if (field === 'post_parent') empties.push(0, '0');
  test.each(empties)('A field is emptied by %j', async (empty) => {
    for (const [index, selection] of languageSelections.entries()) {
      const record = await make(app, 'events', { ...kinds.events.required(), [field]: value() });
      expect((await readFor(app, kinds.events, record.id)).body).not.toMatchObject(cleared);
      if (translatable && selection !== 'plain') {
        const path = `/events/${record.id}`;
        const other = { [field]: field === 'website' ? 'https://fr.example/' : 'mots' };
        await app.request(withSelection(selection, { as: 'ed', method: 'PATCH', path, json: other }));
      }
      const routes = updateRoutes(kinds.events, record);
      const route = routes[(index * 2 + String(empty).length) % routes.length]?.request;
      const { status, body } = await app.request<Body>(
        withSelection(selection, { as: 'ed', ...route, path: route?.path ?? '', json: { [field]: empty } }),
      );
      expect(status, JSON.stringify(body)).toBe(200);
      const expected = translatable && selection !== 'plain' ? { [field]: record[field] } : cleared;
      expect(body, `${route?.method} ${route?.path} ${selection}`).toMatchObject(expected);
      expect((await readFor(app, kinds.events, record.id, selection)).body).toMatchObject(expected);
    }
  });
});

describe.each(['slug', 'status', 'author', 'date', 'date_utc', 'timezone'])('%s stays', (field) => {
  test.each([null, ''])('A field keeps its value when %j is sent', async (empty) => {
    const json = {
      ...kinds.events.required(),
      slug: `kept-${field}-${String(empty) || 'blank'}`,
      status: 'private',
      author: 3,
      date: '2027-01-05 08:00:00',
      timezone: 'Europe/Paris',
    };
    const record = await make(app, 'events', json);
    for (const selection of languageSelections) {
      for (const { request } of updateRoutes(kinds.events, record)) {
        const { status, body } = await app.request<Body>(
          withSelection(selection, { as: 'ed', ...request, json: { [field]: empty } }),
        );
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body[field]).toEqual(record[field]);
      }
    }
  });
});

describe('an update of nothing', () => {
  test('An empty update of an event changes nothing, not even its time of modification', async () => {
    const record = await make(app, 'events', kinds.events.required());
    app.clock.advance(600);
    for (const { request } of updateRoutes(kinds.events, record)) {
      expect(await app.request({ as: 'ed', ...request, json: {} })).toMatchObject({ status: 200, body: record });
      expect(await app.request({ as: 'ed', ...request })).toMatchObject({ status: 200, body: record });
      expect(
        await app.request({ as: 'ed', ...request, json: { unheard_of: 1, id: 99, password2: 'x' } }),
      ).toMatchObject({
        status: 200,
        body: record,
      });
    }
  });
});
