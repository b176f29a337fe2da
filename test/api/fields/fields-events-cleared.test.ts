// Defaults of an event's fields, and the effect of `null`, `""` and `[]` on each (D4, D63).
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  kinds,
  languageSelections,
  make,
  readFor,
  updateRoutes,
  withSelection,
} from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

/** The reply for an event with only required fields. */
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
  ])('Optional fields have their defaults when %s', async (_name, empty) => {
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

test('A contributor writes drafts and cannot set another author', async () => {
  const draft = await make(app, 'events', kinds.events.required(), 'con');
  expect(draft).toMatchObject({ author: 4, status: 'draft' });
});

/** Field, value, members that depend on it, and their values once it is emptied. */
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

/** Each emptying value, for all fields that accept it. */
const empties: [empty: unknown, fields: typeof filled][] = [null, '', [], 0, '0'].map((empty) => [
  empty,
  filled.filter(([field]) => {
    if (Array.isArray(empty)) return lists.includes(field);
    return empty === null || empty === '' || ['venue', 'organizer', 'post_parent'].includes(field);
  }),
]);

describe.each(languageSelections)('emptied, %s', (selection) => {
  test.each(empties)('Fields are emptied by %j', async (empty, fields) => {
    const isTranslated = selection !== 'plain';
    for (let turn = 0; turn < 2; turn++) {
      const values = Object.fromEntries(fields.map(([field, value]) => [field, value()]));
      const record = await make(app, 'events', { ...kinds.events.required(), ...values });
      const { body: full } = await readFor(app, kinds.events, record.id);
      for (const [, , cleared] of fields) expect(full).not.toMatchObject(cleared);
      const translatable = fields.filter(([, , , isText]) => isText).map(([field]) => field);
      if (isTranslated && translatable.length > 0) {
        const texts = translatable.map((field) => [field, field === 'website' ? 'https://fr.example/' : 'mots']);
        const path = `/events/${record.id}`;
        const json = Object.fromEntries(texts);
        await app.request(withSelection(selection, { as: 'ed', method: 'PATCH', path, json }));
      }
      const routes = updateRoutes(kinds.events, record);
      const route = routes[(languageSelections.indexOf(selection) * 2 + turn * 3) % routes.length]?.request;
      const json = Object.fromEntries(fields.map(([field]) => [field, empty]));
      const { status, body } = await app.request<Body>(
        withSelection(selection, { as: 'ed', ...route, path: route?.path ?? '', json }),
      );
      expect(status, JSON.stringify(body)).toBe(200);
      const read = (await readFor(app, kinds.events, record.id, selection)).body;
      for (const [field, , cleared, isText] of fields) {
        const expected = isText && isTranslated ? { [field]: record[field] } : cleared;
        for (const shown of [body, read])
          expect(shown, `${field}, ${route?.method} ${route?.path}`).toMatchObject(expected);
      }
    }
  });
});

test.each([null, ''])('Fields that always have a value keep it when %j is sent', async (empty) => {
  const json = {
    ...kinds.events.required(),
    slug: `kept-${String(empty) || 'blank'}`,
    status: 'private',
    author: 3,
    date: '2027-01-05 08:00:00',
    timezone: 'Europe/Paris',
  };
  const record = await make(app, 'events', json);
  const fields = ['slug', 'status', 'author', 'date', 'date_utc', 'timezone'];
  const sent = Object.fromEntries(fields.map((field) => [field, empty]));
  for (const selection of languageSelections) {
    for (const { request } of updateRoutes(kinds.events, record)) {
      const { status, body } = await app.request<Body>(withSelection(selection, { as: 'ed', ...request, json: sent }));
      expect(status, JSON.stringify(body)).toBe(200);
      for (const field of fields) expect(body[field], field).toEqual(record[field]);
    }
  }
});

describe('an empty update', () => {
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
