// Differences under an alias, for clients of the reference (D12, D65, D66).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const alias = 'http://calendar.example/wp-json/tribe/events/v1';
let app: TestApp;
let event: Body & { id: number; slug: string };

beforeAll(async () => {
  app = await startTestApp();
  event = await make(app, 'events', {
    ...kinds.events.required(),
    title: `Tom & "Jerry's" 3 < 4`,
    venue: { venue: 'Bed & Breakfast' },
    organizer: { organizer: 'Q & A' },
    categories: ['Rock & Roll'],
    tags: ["Rock 'n' Roll"],
  });
});

const read = async (path: string) => (await app.request<Body>({ path })).body;
const encoded = {
  title: 'Tom &#038; &quot;Jerry&#039;s&quot; 3 &lt; 4',
  author: '2',
  venue: { venue: 'Bed &#038; Breakfast', author: '2' },
  organizer: [{ organizer: 'Q &#038; A', author: '2' }],
  categories: [{ name: 'Rock &#038; Roll' }],
  tags: [{ name: 'Rock &#039;n&#039; Roll' }],
};

describe('plain texts are HTML and authors are text under an alias', () => {
  test('Under an alias, reads, lists and writes of events have HTML titles and textual authors', async () => {
    expect(await read(`${alias}/events/${event.id}`)).toMatchObject(encoded);
    expect(await read(`${alias}/events/by-slug/${event.slug}`)).toMatchObject(encoded);
    expect(await read(`${alias}/events`)).toMatchObject({ events: [encoded] });
    const path = `${alias}/events/${event.id}`;
    expect(await app.request({ as: 'ed', path: `${alias}/events` })).toMatchObject({ body: { events: [encoded] } });
    expect(await app.request({ as: 'ed', method: 'POST', path, json: {} })).toMatchObject({ body: encoded });
  });
  test('Under an alias, lists of venues, organizers and terms have HTML titles and textual authors', async () => {
    expect(await read(`${alias}/venues`)).toMatchObject({ venues: [encoded.venue] });
    expect(await read(`${alias}/organizers`)).toMatchObject({ organizers: encoded.organizer });
    expect(await read(`${alias}/categories`)).toMatchObject({ categories: encoded.categories });
    expect(await read(`${alias}/tags`)).toMatchObject({ tags: encoded.tags });
  });
  test('A venue whose author was erased has none under an alias either', async () => {
    const other = await startTestApp();
    await make(other, 'venues', { venue: 'Hall' });
    await other.store.write((db) => db.updateTable('linked_records').set({ author_id: 0 }).execute());
    for (const path of [`${alias}/venues`, '/venues']) {
      const { body } = await other.request<{ venues: Body[] }>({ path });
      expect(body.venues[0], path).not.toHaveProperty('author');
    }
  });
  test('Texts stay plain under the calendar’s own namespace', async () => {
    const own = { title: `Tom & "Jerry's" 3 < 4`, author: 2, website: '', categories: [{ name: 'Rock & Roll' }] };
    expect(await read(`/events/${event.id}`)).toMatchObject(own);
    expect(await read('/events')).toMatchObject({ events: [own] });
  });
  test('The document describes titles as HTML and authors as text', async () => {
    const authorIn = async (path: string) => (await read(path))['components'] as { schemas: Record<string, Body> };
    for (const name of ['Event', 'Venue', 'Organizer']) {
      expect((await authorIn(`${alias}/doc`)).schemas[name]).toMatchObject({
        properties: { author: { type: 'string' } },
      });
      expect((await authorIn('/doc')).schemas[name]).toMatchObject({ properties: { author: { type: 'integer' } } });
    }
  });
});

test('A record read under an alias can be sent back unchanged', async () => {
  const { title, venue, organizer, categories, tags } = (await read(`${alias}/events/${event.id}`)) as typeof encoded;
  const json = {
    title,
    venue: { venue: venue.venue },
    organizer: organizer.map((one) => ({ organizer: one.organizer })),
    categories: categories.map(({ name }) => name),
    tags: tags.map(({ name }) => name).join(','),
  };
  const before = await read(`/events/${event.id}`);
  const sent = await app.request<Body>({ as: 'ed', method: 'PUT', path: `${alias}/events/${event.id}`, json });
  expect(sent.status).toBe(200);
  const { modified: _m, modified_utc: _u, ...after } = await read(`/events/${event.id}`);
  expect(before).toMatchObject(after);
});

test.each([
  ['published', '', {}],
  ['a draft', '', { status: 'draft' }],
  ['with a slug beyond ASCII', '', { title: 'お祭り' }],
  ['in another language', '?i18n_language=pt-br', {}],
])('A whole event without a website, sent back under an alias, still has none: %s', async (_name, query, more) => {
  const { id } = await make(app, 'events', { ...kinds.events.required(), ...more });
  const path = `${alias}/events/${id}${query}`;
  const json = (await app.request<Body>({ as: 'ed', path })).body;
  expect(json['website']).toBe(json['url']);
  expect((await app.request({ as: 'ed', method: 'PUT', path, json })).status).toBe(200);
  expect((await app.request<Body>({ as: 'ed', path: `/events/${id}${query}` })).body['website']).toBe('');
});

test('Other pages of the calendar can be the website of an event under an alias', async () => {
  for (const website of [
    'http://calendar.example/',
    'http://calendar.example/events/',
    'http://other.example/event/a/',
  ]) {
    const json = { ...kinds.events.required(), website };
    const { body } = await app.request<Body>({ as: 'ed', method: 'POST', path: `${alias}/events`, json });
    expect(body['website']).toBe(website);
  }
});

test('Only entities that an alias encodes are decoded, and only once', async () => {
  const json = { ...kinds.events.required(), title: 'A &amp;amp; B &#8217; &eacute; &#x27;c&#39;' };
  const { body } = await app.request<Body>({ as: 'ed', method: 'POST', path: `${alias}/events`, json });
  expect((await read(`/events/${body['id']}`))['title']).toBe(`A &amp; B &#8217; &eacute; 'c'`);
  const own = await make(app, 'events', { ...json, title: 'A &amp; B' });
  expect(own['title']).toBe('A &amp; B');
});

test('An ETag read under an alias is valid for a write there', async () => {
  const { headers } = await app.request({ path: `${alias}/events/${event.id}` });
  const change = { as: 'ed', method: 'PATCH', path: `${alias}/events/${event.id}`, json: { cost: '5' } } as const;
  const first = await app.request({ ...change, headers: { 'if-match': headers['etag'] } });
  expect(first.status).toBe(200);
  expect((await app.request({ path: change.path })).headers['etag']).toBe(first.headers['etag']);
});

test('An event without a website has the URL of its page as website', async () => {
  const shown = await read(`${alias}/events/${event.id}`);
  expect(shown['website']).toBe(shown['url']);
  const linked = await make(app, 'events', { ...kinds.events.required(), website: 'https://example.org/' });
  expect((await read(`${alias}/events/${linked.id}`))['website']).toBe('https://example.org/');
  expect(await read(`${alias}/venues/${(event['venue'] as Body)['id']}`)).not.toHaveProperty('website');
});

describe('bearer tokens of other systems', () => {
  const headers = { authorization: 'Bearer some.other.token' };
  test('A foreign Bearer value is ignored on reads, however often', async () => {
    for (let attempt = 0; attempt < 12; attempt++)
      expect((await app.request({ path: `${alias}/events/${event.id}`, headers })).status).toBe(200);
  });
  test('A foreign Bearer value is refused on writes, and under the calendar’s own namespace', async () => {
    const write = { method: 'POST', path: `${alias}/events`, json: kinds.events.required(), headers } as const;
    expect((await app.request<Body>(write)).body['code']).toBe('invalid_token');
    expect((await app.request<Body>({ path: '/events', headers })).body['code']).toBe('invalid_token');
  });
  test('A bearer token of the calendar authenticates', async () => {
    const draft = await make(app, 'events', { ...kinds.events.required(), status: 'draft' });
    const own = { authorization: `Bearer ${app.passwords.ed}` };
    expect((await app.request({ path: `${alias}/events/${draft.id}`, headers: own })).status).toBe(200);
  });
});

test('Under an alias, images have HTML titles and textual authors, and writing one back changes nothing', async () => {
  const path = `${alias}/media/${(await uploadRaw(await png(), { app, as: 'ed' })).body.id}`;
  const patch = (json: Body) => app.request<Body>({ as: 'ed', method: 'PATCH', path, json });
  const shown = { title: 'Tom &#038; &quot;Jerry&quot;', author: '2' };
  expect((await patch({ title: 'Tom & "Jerry"' })).body).toMatchObject(shown);
  expect(await read(`${alias}/media`)).toMatchObject({ media: [shown] });
  const { title } = await read(path);
  await patch({ title });
  expect(await read(path.replace(alias, ''))).toMatchObject({ title: 'Tom & "Jerry"', author: 2 });
});

test('An unknown order of terms is replaced by the default', async () => {
  await make(app, 'categories', { name: 'Aaa' });
  const namesIn = async (query: string) =>
    ((await read(`${alias}/categories?hide_empty=false&${query}`))['categories'] as Body[]).map(({ name }) => name);
  expect(await namesIn('orderby=nonsense')).toEqual(['Aaa', 'Rock &#038; Roll']);
  expect(await namesIn('orderby=name&order=sideways')).toEqual(['Rock &#038; Roll', 'Aaa']);
  expect((await app.request({ path: '/categories?orderby=nonsense' })).status).toBe(400);
});

test.each(['orderby=', 'order=', 'orderby[]=name', 'order[]=asc'])(
  'Under an alias, %s is invalid for lists of terms',
  async (query) => {
    for (const list of ['categories', 'tags']) {
      const reply = await app.request<Body>({ path: `${alias}/${list}?${query}` });
      expect([reply.status, reply.body['code']]).toEqual([400, 'rest_invalid_param']);
    }
  },
);

test.each(['orderby=event_date&order=DESC', 'orderby=menu_order', 'order=newest', 'orderby=&order='])(
  'An unknown order of events, as in %s, is ignored',
  async (query) => {
    const idsIn = async (list: string) => ((await read(list))['events'] as Body[]).map(({ id }) => id);
    expect(await idsIn(`${alias}/events?${query}`)).toEqual(await idsIn(`${alias}/events`));
    expect(await idsIn(`${alias}/events?order=DESC`)).toEqual((await idsIn(`${alias}/events`)).toReversed());
    expect((await app.request({ path: `/events?${query}` })).status).toBe(400);
  },
);

test('Links to further pages of events repeat the direction as it was sent', async () => {
  const { headers } = await app.request({ path: `${alias}/events?order=ASC&per_page=1` });
  expect(headers['link']).toContain('order=ASC');
});

test.each([
  ['POST', 404, 'rest-event-not-found'],
  ['PUT', 404, 'rest-event-not-found'],
  ['PATCH', 404, 'rest-event-not-found'],
  ['DELETE', 400, 'rest_invalid_param'],
] as const)('%s of an unknown slug of an event is %i, as in the reference', async (method, status, code) => {
  const reply = await app.request<Body>({ as: 'ed', method, path: `${alias}/events/by-slug/nope`, json: {} });
  expect([reply.status, reply.body['code']]).toEqual([status, code]);
});

describe('discovery names the alias', () => {
  const site = 'http://calendar.example';
  const root = `${site}/wp-json/tribe/events/v1/`;
  const tags = [
    `<link rel="https://api.w.org/" href="${site}/wp-json/">`,
    `<link rel="alternate" href="${root}">`,
    `<meta name="tec-api-origin" content="${site}">`,
  ];
  test.each(['/', '/events/', '/docs'])('The headers of %s name the alias', async (path) => {
    const { headers } = await app.request({ path: site + path, headers: { accept: 'text/html' } });
    expect(headers).toMatchObject({ 'x-tec-api-version': 'v1', 'x-tec-api-root': root, 'x-tec-api-origin': site });
    expect(headers['link']).toContain(`<${site}/wp-json/>; rel="https://api.w.org/"`);
  });
  test.each(['/', '/events/'])('The head of %s names the alias', async (path) => {
    const { body } = await app.request<string>({ path: site + path, headers: { accept: 'text/html' } });
    for (const tag of tags) expect(body).toContain(tag);
  });
  test('The index lists the alias and the calendar’s own namespace', async () => {
    const { body } = await app.request<Body>({ path: `${site}/wp-json/` });
    expect(body['_links']).toMatchObject({
      events: [{ href: `${site}/wp-json/calendar/events/v1/events` }, { href: `${root}events` }],
    });
  });
  test('Without an alias the index lists the calendar’s own namespace', async () => {
    const bare = await startTestApp({ settings: { namespaces: ['calendar/events/v1'] } });
    const { headers } = await bare.request({ path: `${site}/` });
    expect(headers['x-tec-api-root']).toBe(`${site}/wp-json/calendar/events/v1/`);
  });
});
