// WordPress routes that clients and scripts use besides the calendar.
import { beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../../src/core/languages.ts';
import { discoveryLinks } from '../../../src/http/discovery.ts';
import { type Document, type Documentation, readDocumentation } from '../../support/documented/documented.ts';
import { png } from '../../support/media/images.ts';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestReply, TestRequest } from '../../support/test-request.ts';

let app: TestApp;
let document: Document;
let documentation: Documentation;
const site = 'http://calendar.example';
const root = `${site}/wp-json/wp/v2`;
const main = '/wp-json/calendar/events/v1';

interface Index {
  routes: Readonly<Record<string, { _links?: { self: { href: string }[] } }>>;
  _links: Readonly<Record<string, { href: string }[]>>;
}

beforeAll(async () => {
  app = await startTestApp();
  document = (await app.request<Document>({ path: `${root}/doc` })).body;
  documentation = readDocumentation(document);
});

/** Sends the request and expects that the reply has the status and is documented. */
async function documented<Body = Readonly<Record<string, unknown>>>(status: number, request: TestRequest) {
  const reply = await app.request<Body>({ ...request, path: root + request.path });
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  expect(documentation.problemsOf({ ...request, path: root + request.path }, reply)).toEqual([]);
  return reply;
}

describe('the index', () => {
  test('The index describes the site, its namespaces, ways to sign in and routes', async () => {
    const { body } = await app.request<{ routes: object }>({ path: 'http://calendar.example/wp-json/' });
    expect(body).toMatchObject({
      name: 'Kalends',
      url: 'http://calendar.example',
      home: 'http://calendar.example',
      gmt_offset: -5,
      timezone_string: 'America/New_York',
      namespaces: ['calendar/events/v1', 'tribe/events/v1', 'wp/v2', 'oembed/1.0'],
      authentication: { 'application-passwords': {} },
    });
    for (const route of ['/calendar/events/v1/events', '/tribe/events/v1/tags/(?P<id>\\d+)', '/wp/v2/users/me'])
      expect(body.routes).toHaveProperty([route, 'methods']);
  });

  test('The offset in the index follows daylight saving time', async () => {
    const summer = await startTestApp({ now: '2027-07-01T12:00:00Z' });
    const { body } = await summer.request({ path: 'http://calendar.example/wp-json' });
    expect(body['gmt_offset']).toBe(-4);
  });

  test.each(['/?rest_route=/', '/?rest_route=', '/?rest_route=%2F&x=1', '/wp-json', '/wp-json/'])(
    'The index is at %s',
    async (path) => {
      const { body } = await app.request({ path: `http://calendar.example${path}` });
      expect(body['namespaces']).toContain('wp/v2');
    },
  );

  const entries = [
    '/',
    '',
    '/wp-json',
    '/wp-json/',
    '/?rest_route=/',
    '?rest_route=%2F&x=1',
    '/index.php?rest_route=/',
  ];

  test.each(someOf(languages))('The index behind the language %s is in that language', async (language) => {
    for (const entry of someOf(entries, languages.indexOf(language)))
      for (const method of ['GET', 'HEAD'] as const) {
        const path = `${site}/${language}${entry}`;
        const { status, headers, body } = await app.request({ method, path });
        expect([path, status]).toEqual([path, 200]);
        expect(headers['content-language']).toBe(language);
        expect(headers['link']).toBe(discoveryLinks(`${site}/${language}`, `${site}/${language}${main}`));
        if (method === 'GET') expect(body).toMatchObject({ language, url: site, home: site });
      }
  });

  test.each(someOf(['', '/fr', '/en', '/PT-BR']))(
    'The index behind "%s" leads to what is there, in that language',
    async (segment) => {
      const spelt = segment.toLowerCase();
      const { body } = await app.request<Index>({ path: `${site}${segment}/wp-json/` });
      const followed = [
        ...Object.values(body.routes).flatMap(({ _links }) => _links?.self ?? []),
        ...Object.values(body._links).flat(),
      ].filter(({ href }) => href.startsWith('http'));
      expect(followed.length).toBeGreaterThan(30);
      for (const { href } of followed) {
        expect(href).toMatch(new RegExp(`^${site}${spelt}/(?:wp-json|events\\.|sitemap\\.)`));
        const { status, headers } = await app.request({ as: 'admin', path: href });
        expect([href, [200, 404].includes(status) || /oembed/.test(href)]).toEqual([href, true]);
        expect([href, headers['content-language']]).toEqual([href, spelt.slice(1) || 'en']);
      }
      expect(body._links['calendar']?.[1]?.href).toBe(`webcal://calendar.example${spelt}/events.ics`);
    },
  );

  test.each(['', '/fr', '/pt-br'])('The root of a namespace leads up to the index behind "%s"', async (segment) => {
    for (const below of ['/wp-json/calendar/events/v1', '/calendar/events/v1', '/?rest_route=/wp/v2']) {
      const { body } = await app.request<Index>({ path: `${site}${segment}${below}` });
      const up = body._links['up']?.[0]?.href as string;
      const index = await app.request({ path: up });
      expect([up, index.status]).toEqual([up, 200]);
      expect(index.headers['content-language']).toBe(segment.slice(1) || 'en');
      expect(index.body['namespaces']).toContain('wp/v2');
    }
  });

  test.each(['/it/wp-json/', '/fr/wp-json/other', '/fr/fr/wp-json/', '/fr/index.php', '/fr/?rest_route=/other'])(
    'No index is at %s',
    async (path) => {
      const { status, body } = await app.request({ path: site + path });
      expect([status, body['code']]).toEqual([404, 'rest_no_route']);
    },
  );

  test.each(['/', '/wp-json/', '/?rest_route=/', '/fr/wp-json/'])(
    'Parameters apply to the index at %s',
    async (path) => {
      const get = (query: string) => app.request({ path: `${site}${path}${path.includes('?') ? '&' : '?'}${query}` });
      expect((await get('_fields=name,namespaces')).body).toEqual({ name: 'Kalends', namespaces: expect.any(Array) });
      expect((await get('_envelope&_fields=name')).body).toMatchObject({ body: { name: 'Kalends' }, status: 200 });
      const { body, headers } = await get('i18n_language=ja');
      expect([body['language'], headers['content-language']]).toEqual(['ja', 'ja']);
      expect(headers['link']).toBe(discoveryLinks(`${site}/ja`, `${site}/ja${main}`));
      for (const query of ['i18n_language=xx', 'page=%FF']) expect((await get(query)).status, query).toBe(400);
    },
  );

  test('Wrong credentials are refused at the index as well', async () => {
    const status = async (path: string, authorization: string) =>
      (await app.request({ path: site + path, headers: { authorization } })).status;
    for (const path of ['/', '/wp-json/', '/?rest_route=/', '/de/wp-json'])
      expect(await status(path, `Basic ${Buffer.from('ed:wrong').toString('base64')}`), path).toBe(401);
    // As in the namespaces of existing clients, which may send tokens of other programs (D65).
    expect(await status('/wp-json/', 'Bearer other')).toBe(200);
    expect((await app.request({ as: 'ed', path: `${site}/wp-json/` })).headers['cache-control']).toContain('private');
  });

  test('The index of the namespace lists its routes', async () => {
    const { body } = await documented(200, { path: '/' });
    expect(body['namespace']).toBe('wp/v2');
    expect(Object.keys(body['routes'] as object)).toContain('/wp/v2/media/(?P<id>\\d+)');
  });
});

describe('the own account', () => {
  test('Only signed-in callers can read their account', async () => {
    const { body } = await documented(401, { path: '/users/me' });
    expect(body['code']).toBe('rest_not_logged_in');
    const { body: wrong } = await documented(401, {
      path: '/users/me',
      headers: { authorization: `Basic ${Buffer.from('ann:wrong').toString('base64')}` },
    });
    expect(wrong['code']).toBe('incorrect_password');
  });

  test("The caller's account includes its capabilities only with context=edit", async () => {
    const { body } = await documented(200, { as: 'ann', path: '/users/me' });
    expect(body).toMatchObject({ id: 3, name: 'ann', slug: 'ann' });
    expect(body).not.toHaveProperty('email');
    const edit = await documented(200, { as: 'ann', path: '/users/me', query: { context: 'edit' } });
    expect(edit.body).toMatchObject({ username: 'ann', email: '', roles: ['author'] });
    expect(edit.body['capabilities']).toMatchObject({ upload_files: true, publish_posts: true, author: true });
    expect(edit.body['capabilities']).not.toHaveProperty('edit_others_posts');
    const sub = await documented(200, { as: 'sub', path: '/users/me', query: { context: 'edit' } });
    expect(sub.body['capabilities']).toEqual({ read: true, subscriber: true });
    await documented(400, { as: 'sub', path: '/users/me', query: { context: 'all' } });
  });

  test("The caller's account is not cacheable", async () => {
    const { headers } = await documented(200, { as: 'ann', path: '/users/me' });
    expect(headers['cache-control']).toBe('private, no-store');
  });
});

describe('media', () => {
  async function upload(file: Buffer, headers: Record<string, string>, as: 'ann' | 'con' | null = 'ann', query = '') {
    const credentials = as
      ? { authorization: `Basic ${Buffer.from(`${as}:${app.passwords[as]}`).toString('base64')}` }
      : {};
    const reply = await app.app.inject({
      method: 'POST',
      url: `${root}/media${query}`,
      headers: { host: 'calendar.example', ...credentials, ...headers },
      payload: file,
    });
    const shown = {
      status: reply.statusCode,
      headers: reply.headers as TestReply<never>['headers'],
      body: reply.json(),
    };
    const request: TestRequest = { method: 'POST', path: `${root}/media` };
    expect(documentation.problemsOf(request, shown)).toEqual([]);
    return shown;
  }
  const raw = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="Fire & Ice.png"' };

  test('An attachment is uploaded as the body itself, and is an image of the calendar', async () => {
    const reply = await upload(await png({ width: 800, height: 600 }), raw);
    expect(reply.status).toBe(201);
    const { id, source_url: source } = reply.body;
    expect(reply.headers['location']).toBe(`${root}/media/${id}`);
    expect(reply.body).toMatchObject({
      type: 'attachment',
      status: 'inherit',
      media_type: 'image',
      mime_type: 'image/png',
      author: 3,
      title: { rendered: 'Fire &amp; Ice' },
      date: '2027-03-01T07:00:00',
      date_gmt: '2027-03-01T12:00:00',
      media_details: { width: 800, height: 600, sizes: { full: { source_url: source, width: 800 } } },
    });
    expect((await app.request({ path: source })).status).toBe(200);
    const read = await documented(200, { path: `/media/${id}` });
    expect(read.body).toEqual(reply.body);
    const edit = await documented(200, { as: 'ann', path: `/media/${id}`, query: { context: 'edit' } });
    expect(edit.body['title']).toEqual({ raw: 'Fire & Ice', rendered: 'Fire &amp; Ice' });
    expect((await app.request({ path: `/media/${id}` })).body).toMatchObject({ id, url: source });
    const json = { title: 'Shown', start_date: '2027-06-19 10:00', end_date: '2027-06-19 11:00', image: id };
    const event = await app.request({ as: 'ann', method: 'POST', path: '/events', json });
    expect(event.body['image']).toMatchObject({ id, url: source });
  });

  test('An image is uploaded as a form', async () => {
    const file = await png({ colour: '#102030' });
    const part = (head: string, value: Buffer | string) =>
      Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]);
    const form = [
      part('name="title"', 'Poster'),
      part('name="alt_text"', 'Blue'),
      part('name="file"; filename="a.png"', file),
    ];
    const body = Buffer.concat([...form, Buffer.from('--x--\r\n')]);
    const reply = await upload(body, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(reply.body).toMatchObject({ title: { rendered: 'Poster' }, alt_text: 'Blue' });
  });

  test('An attachment is refused as an image of the calendar would be', async () => {
    expect((await upload(await png(), raw, null)).status).toBe(401);
    expect((await upload(await png(), raw, 'con')).status).toBe(403);
    expect((await upload(Buffer.from('<svg/>'), raw)).status).toBe(415);
    const nothing = await upload(Buffer.from('{}'), { 'content-type': 'application/json' });
    expect([nothing.status, nothing.body.code]).toEqual([400, 'rest_upload_no_data']);
    const unknown = await documented(404, { path: '/media/999' });
    expect(unknown.body['code']).toBe('rest_post_invalid_id');
  });

  test('A script describes an image after its upload, and deletes it', async () => {
    const { id } = (await upload(await png({ colour: '#405060' }), raw)).body;
    const path = `/media/${id}`;
    const json = { alt_text: 'A lake', title: 'Lake', caption: 'Ignored', post: 1 };
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const changed = await documented(200, { as: 'ann', method, path, json });
      expect(changed.body).toMatchObject({ id, alt_text: 'A lake', title: { rendered: 'Lake' } });
    }
    await documented(401, { method: 'POST', path, json });
    await documented(403, { as: 'con', method: 'POST', path, json });
    const day = { start_date: '2027-06-19 10:00', end_date: '2027-06-19 11:00' };
    const event = { as: 'ann', method: 'POST', path: '/events', json: { title: 'Swim', ...day, image: id } } as const;
    const { id: eventId } = (await app.request<{ id: number }>(event)).body;
    await documented(409, { as: 'ann', method: 'DELETE', path });
    const deleted = await documented(200, { as: 'ann', method: 'DELETE', path, query: { force: true } });
    expect(deleted.body).toMatchObject({ deleted: true, previous: { id, alt_text: 'A lake' } });
    expect((await app.request({ path: `/events/${eventId}` })).body).toMatchObject({ image: false });
    for (const method of ['POST', 'DELETE'] as const) {
      const { body } = await documented(404, { as: 'ann', method, path, json: {} });
      expect(body['code']).toBe('rest_post_invalid_id');
    }
  });

  test('The namespace has no posts and no accounts of others', async () => {
    for (const path of ['/posts', '/users', '/users/1', '/media/x']) {
      const { status, body } = await app.request({ as: 'admin', path: root + path });
      expect([status, body['code']]).toEqual([404, 'rest_no_route']);
    }
  });
});

describe('tags', () => {
  type Tag = { id: number; name: string; slug: string };
  beforeAll(async () => {
    for (const name of ['Alpha', 'Beta', 'Beta two', 'Gamma & Co'])
      await documented(201, { as: 'ed', method: 'POST', path: '/tags', json: { name } });
  });
  const names = async (query: TestRequest['query']) =>
    (await documented<Tag[]>(200, { path: '/tags', query })).body.map(({ name }) => name);

  test('Tags are found by name, slug and id', async () => {
    expect(await names({ search: 'beta' })).toEqual(['Beta', 'Beta two']);
    expect(await names({ slug: 'beta' })).toEqual(['Beta']);
    expect(await names({ slug: 'beta-two,alpha' })).toEqual(['Alpha', 'Beta two']);
    expect(await names({ slug: 'nothing' })).toEqual([]);
    expect(await names({ search: '', order: 'desc' })).toEqual(['Gamma &#038; Co', 'Beta two', 'Beta', 'Alpha']);
    expect(await names({ hide_empty: true })).toEqual([]);
    const [{ id } = { id: 0 }] = (await documented<Tag[]>(200, { path: '/tags', query: { slug: 'alpha' } })).body;
    expect((await documented(200, { path: `/tags/${id}` })).body).toMatchObject({
      name: 'Alpha',
      taxonomy: 'post_tag',
    });
    expect((await app.request({ path: `/tags/${id}` })).body).toMatchObject({ id, name: 'Alpha' });
  });

  test('Tags come in pages, with totals and links in headers', async () => {
    const first = await documented<Tag[]>(200, { path: '/tags', query: { per_page: 3, search: 'a', orderby: 'id' } });
    expect(first.headers).toMatchObject({ 'x-wp-total': '4', 'x-wp-totalpages': '2' });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] as string)?.[1] as string;
    const second = await app.request<Tag[]>({ path: next });
    expect(second.body.map(({ name }) => name)).toEqual(['Gamma &#038; Co']);
    expect(second.headers['link']).toMatch(/page=1>; rel="prev"/);
    expect(await names({ per_page: 3, page: 9 })).toEqual([]);
    const repeated = await app.request({
      path: `${root}/tags?slug=alpha&slug=beta&search=&search=a&per_page=1`,
    });
    const link = new URL(/<([^>]+)>; rel="next"/.exec(repeated.headers['link'] as string)?.[1] as string, 'http://x');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      slug: 'alpha,beta',
      search: 'a',
      per_page: '1',
      page: '2',
    });
  });

  test('Tags of the neighbouring namespace keep the rules of the calendar', async () => {
    const json = { name: 'Delta' };
    await documented(401, { method: 'POST', path: '/tags', json });
    await documented(403, { as: 'con', method: 'POST', path: '/tags', json });
    await documented(400, { as: 'ed', method: 'POST', path: '/tags', json: {} });
    const twin = await documented(400, { as: 'ed', method: 'POST', path: '/tags', json: { name: 'alpha' } });
    expect(twin.body).toMatchObject({ code: 'term_exists', data: { term_id: expect.any(Number) } });
    await documented(400, { path: '/tags', query: { orderby: 'colour', post: 999, per_page: 0 } });
    expect((await documented(404, { path: '/tags/999' })).body['code']).toBe('rest_term_invalid');
    const draft = { title: 'Secret', start_date: '2027-06-19 10:00', end_date: '2027-06-19 11:00', status: 'draft' };
    const event = await app.request({ as: 'ed', method: 'POST', path: '/events', json: { ...draft, tags: ['Alpha'] } });
    await documented(400, { path: '/tags', query: { post: event.body['id'] as number } });
    const own = await documented<Tag[]>(200, { as: 'ed', path: '/tags', query: { post: event.body['id'] as number } });
    expect(own.body).toMatchObject([{ name: 'Alpha' }]);
  });

  test('Tags are created as the example of the document shows', async () => {
    const examples = document.components.schemas['TagCreate']?.examples as { name: string }[];
    expect(examples).not.toEqual([]);
    for (const json of examples) {
      const { body } = await documented(201, { as: 'ed', method: 'POST', path: '/tags', json });
      expect(body['name']).toBe(json.name);
    }
  });

  test('Tags are found at ?rest_route= too, and in a language', async () => {
    const query = await app.request<Tag[]>({ path: 'http://calendar.example/?rest_route=/wp/v2/tags&slug=alpha' });
    expect(query.body).toMatchObject([{ slug: 'alpha' }]);
    const french = await app.request<{ link: string }[]>({
      path: 'http://calendar.example/fr/wp-json/wp/v2/tags?slug=alpha',
    });
    expect(french.body[0]?.link).toBe('http://calendar.example/fr/tag/alpha/');
  });
});
