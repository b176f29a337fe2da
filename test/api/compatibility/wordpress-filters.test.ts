// The parameters that WordPress documents for lists of posts and terms.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { jpeg } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

const root = 'http://calendar.example/wp-json/wp/v2';
let app: TestApp;
let id: Record<string, number>;

const named = (ids: readonly number[]) => ids.map((found) => Object.keys(id).find((name) => id[name] === found));
const listed = async (path: string, as: Login | null = null) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(id[name]));
  const { status, body, headers } = await app.request<Body[]>({ as, path: root + filled });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(headers['x-wp-total'], path).toBe(String(body.length));
  return named(body.map((record) => record['id'] as number)).join(' ');
};
const refusedBy = async (path: string) => {
  const { status, body } = await app.request<{ data: { params: object } }>({ path: root + path });
  return [status, ...Object.keys(body.data.params)];
};

const records = [
  ['tribe_events', 'events', () => kinds.events.required()],
  ['tribe_venue', 'venues', () => kinds.venues.required()],
  ['tribe_organizer', 'organizers', () => kinds.organizers.required()],
] as const;

describe.each(records)('The list %s', (type, plural, required) => {
  beforeAll(async () => {
    app = await startTestApp();
    id = {};
    const create = async (name: string, date: string, more: object = {}) => {
      id[name] = (await make(app, plural, { ...required(), date, ...more })).id;
    };
    await create('May', '2026-05-01 12:00');
    await create('June', '2026-06-01 12:00', { author: 3 });
    await create('Draft', '2026-06-02 12:00', { author: 3, status: 'draft' });
    await create('July', '2026-07-01 12:00');
  });
  const cases: [query: string, expected: string, as?: Login][] = [
    ['', 'July June May'],
    ['after=2026-05-01T12:00:00', 'July June'],
    ['after=2026-05-01T15:59:59Z', 'July June May'],
    ['after=2026-05-01T16:00:00.000Z', 'July June'],
    ['after=2026-05-01T18:00:00%2B02:00', 'July June'],
    ['before=2026-06-01', 'May'],
    ['after=2026-05-15&before=2026-06-15T00:00:00', 'June'],
    ['after=2026-05-15&before=2026-06-15&status=draft,publish', 'Draft June', 'ed'],
    ['after=2026-05-15&before=2026-06-15&status[]=draft&status[]=publish', 'Draft June', 'ann'],
    ['after=&before=&author=&exclude=', 'July June May'],
    ['author=3', 'June'],
    ['author[]=3&author[]=2&order=asc', 'May June July'],
    ['author=999', ''],
    ['exclude={June},999', 'July May'],
    ['exclude[]={June}&exclude[]={July}&orderby=title', 'May'],
    ['modified_after=2020-01-01&modified_before=2020-01-02', ''],
    ['search=zzz&orderby=relevance', ''],
    ['orderby=relevance&order=desc', 'July June May'],
  ];
  test.each(cases)('The query %s lists "%s"', async (query, expected, as) => {
    expect(await listed(`/${type}?${query}`, as)).toBe(expected);
  });
  test('A time that is none, and an author that is no id, are refused by their names', async () => {
    expect(await refusedBy(`/${type}?after=soon&author=ann&exclude=x`)).toEqual([400, 'after', 'author', 'exclude']);
  });
});

describe('Terms', () => {
  beforeAll(async () => {
    app = await startTestApp();
    id = {};
    const create = async (name: string, parent = {}) => {
      id[name] = (await make(app, 'categories', { name, ...parent })).id;
    };
    await create('Art');
    await create('Film', { parent: id['Art'] });
    await create('Music');
    id['event'] = (await make(app, 'events', { ...kinds.events.required(), categories: [id['Film']] })).id;
    id['secret'] = (
      await make(app, 'events', { ...kinds.events.required(), categories: [id['Music']], password: 'p' })
    ).id;
  });
  test.each([
    ['', 'Art Film Music'],
    ['parent=0', 'Art Music'],
    ['parent={Art}', 'Film'],
    ['parent=999', ''],
    ['parent=', 'Art Film Music'],
    ['slug=music,art', 'Art Music'],
    ['slug[]=film&slug[]=none', 'Film'],
    ['include={Music},{Art},999', 'Art Music'],
    ['include={Music},{Art}&orderby=include', 'Music Art'],
    ['exclude={Film},999', 'Art Music'],
    ['post={event}', 'Film'],
    ['orderby=id&order=desc', 'Music Film Art'],
    ['search=i&parent=0', 'Music'],
    ['hide_empty=true&parent=0', 'Art Music'],
  ])('The query %s lists the categories "%s"', async (query, expected) => {
    expect(await listed(`/tribe_events_cat?${query}`)).toBe(expected);
  });
  test('The categories of an event behind a password are not listed', async () => {
    expect(await refusedBy(`/tribe_events_cat?post=${id['secret']}`)).toEqual([400, 'post']);
  });
  test('A single category names its parent and its page', async () => {
    const { body } = await app.request<Body>({ path: `${root}/tribe_events_cat/${id['Film']}` });
    const link = 'http://calendar.example/events/category/art/film/';
    expect(body).toMatchObject({ name: 'Film', parent: id['Art'], count: 1, link });
  });
});

test('Kinds of records and vocabularies name their lists, which programs then read', async () => {
  app = await startTestApp();
  interface Entry {
    rest_base: string;
    _links: { 'wp:items': [{ href: string }] };
  }
  const read = (path: string) => app.request<Record<string, Entry>>({ path: root + path });
  const { body: types } = await read('/types');
  const { body: taxonomies } = await read('/taxonomies?type=tribe_events');
  expect(Object.keys(types)).toEqual(['tribe_events', 'tribe_venue', 'tribe_organizer', 'attachment']);
  expect(types['tribe_events']).toMatchObject({ taxonomies: ['post_tag', 'tribe_events_cat'], has_archive: 'events' });
  expect(taxonomies).toMatchObject({ post_tag: { hierarchical: false }, tribe_events_cat: { hierarchical: true } });
  for (const { rest_base, _links } of [...Object.values(types), ...Object.values(taxonomies)]) {
    const [{ href }] = _links['wp:items'];
    expect(href).toBe(`${root}/${rest_base}`);
    expect((await app.request({ path: href })).status).toBe(200);
  }
  expect((await read('/taxonomies')).body).toEqual(taxonomies);
  expect((await read('/taxonomies?type=tribe_venue')).body).toEqual({});
});

test('Images are listed by the time of their upload and of their last change', async () => {
  app = await startTestApp();
  id = {};
  const { body } = await uploadRaw(await jpeg(), { app });
  id['image'] = body.id;
  expect(await listed('/media?after=2027-02-28')).toBe('image');
  expect(await listed('/media?before=2027-02-28T00:00:00')).toBe('');
  expect(await listed('/media?modified_after=2027-03-02')).toBe('');
  expect(await refusedBy('/media?after=soon')).toEqual([400, 'after']);
});

test('A relative time in a list of images follows the clock, because it is not cached', async () => {
  app = await startTestApp();
  await uploadRaw(await jpeg(), { app });
  const origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const total = async () => (await fetch(`${origin}/wp-json/wp/v2/media?after=-1 hour`)).headers.get('x-wp-total');
  expect([await total(), await total()]).toEqual(['1', '1']);
  app.clock.set('2027-03-01T18:00:00Z');
  expect(await total()).toBe('0');
});
