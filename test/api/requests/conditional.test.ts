// Conditional reads: ETag and Last-Modified on every GET, 304 for a tag that is still current (D10).
import { beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestReply, TestRequest } from '../../support/test-request.ts';

type Body = Readonly<Record<string, unknown>>;
const strong = /^"[\x21\x23-\x7e]+"$/;
const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };
const httpDate = (iso: string) => new Date(iso).toUTCString();

const idOf = (reply: TestReply<Body>): number => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body['id'] as number;
};
const create = async (app: TestApp, path: string, json: object, as: TestRequest['as'] = 'ed'): Promise<number> =>
  idOf(await app.request({ as, method: 'POST', path, json }));

describe('every read', () => {
  let app: TestApp;
  const paths = new Map<string, string>();

  beforeAll(async () => {
    app = await startTestApp();
    const venue = await create(app, '/venues', { venue: 'Hall' });
    const organizer = await create(app, '/organizers', { organizer: 'Club' });
    const category = await create(app, '/categories', { name: 'Music' });
    const tag = await create(app, '/tags', { name: 'loud' });
    const event = await create(app, '/events', { title: 'Gala', ...dates, venue, organizer, categories: [category] });
    const entries: [name: string, path: string][] = [
      ['root', '/'],
      ['doc', '/doc'],
      ['events', '/events'],
      ['event', `/events/${event}`],
      ['event by slug', '/events/by-slug/gala'],
      ['venues', '/venues'],
      ['venue', `/venues/${venue}`],
      ['organizers', '/organizers'],
      ['organizer', `/organizers/${organizer}`],
      ['categories', '/categories?hide_empty=false'],
      ['category', `/categories/${category}`],
      ['tags', '/tags?hide_empty=false'],
      ['empty list', '/tags?search=nothing'],
      ['tag', `/tags/${tag}`],
      ['site', 'http://calendar.example/wp-json/'],
    ];
    for (const [name, path] of entries) paths.set(name, path);
  });

  const names = 'root, doc, events, event, event by slug, venues, venue, organizers, organizer, categories, category';
  describe.each(someOf(`${names}, tags, empty list, tag, site`.split(', ')))('Conditional reads of: %s', (name) => {
    const read = (request: Partial<TestRequest> = {}) => app.request({ path: paths.get(name) as string, ...request });

    test.each([
      ['an anonymous caller', null],
      ['an editor', 'ed'],
    ] as const)('Every read has validators for %s', async (_, as) => {
      const whole = await read({ as });
      const { etag, 'last-modified': modified } = whole.headers as Record<string, string>;
      expect(whole.status).toBe(200);
      expect(etag).toMatch(strong);
      expect(new Date(modified as string).toUTCString()).toBe(modified);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const unchanged = await read({ as, headers: { 'if-none-match': tags as string } });
        expect(unchanged.status, tags).toBe(304);
        expect(unchanged.body).toBeUndefined();
        for (const header of ['content-length', 'content-type']) expect(unchanged.headers).not.toHaveProperty(header);
        const { 'content-length': _length, 'content-type': _type, 'x-request-id': _id, ...same } = whole.headers;
        expect(unchanged.headers).toMatchObject({ ...same, date: expect.any(String) });
      }
      for (const tags of ['"other"', etag?.slice(1, -1), '']) {
        expect((await read({ as, headers: { 'if-none-match': tags as string } })).status, tags).toBe(200);
      }
      expect((await read({ as, headers: { 'if-modified-since': modified as string } })).status).toBe(200);
      const both = { 'if-none-match': etag as string, 'if-modified-since': httpDate('2000-01-01') };
      expect((await read({ as, headers: both })).status).toBe(304);
    });

    test('HEAD answers with the validators of GET', async () => {
      if (name === 'site') return;
      const whole = await read();
      const head = await read({ method: 'HEAD' });
      expect(head).toMatchObject({ status: 200, body: undefined });
      for (const header of ['etag', 'last-modified', 'content-length'])
        expect(head.headers[header]).toBe(whole.headers[header]);
      const unchanged = await read({ method: 'HEAD', headers: { 'if-none-match': whole.headers['etag'] as string } });
      expect(unchanged.status).toBe(304);
    });
  });

  test('A reply about a missing record has no validators', async () => {
    for (const path of ['/events/99999', '/nothing', '/events?page=0', '/events/99999?_envelope=1']) {
      const { headers } = await app.request({ path });
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('last-modified');
    }
  });
});

describe('the ETag', () => {
  test('An ETag is that of the bytes: another one for another language, caller, selection, URL, wrapping', async () => {
    const app = await startTestApp();
    const id = await create(app, '/events', { title: 'Gala', ...dates, description: 'Long' });
    await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}?i18n_language=fr`, json: { title: 'Fête' } });
    await create(app, '/events', { title: 'Secret', ...dates, status: 'draft' });
    const tags = new Map<string, string>();
    const variants: TestRequest[] = [
      { path: '/events' },
      { path: '/events', as: 'ed' },
      { path: '/events?i18n_language=fr' },
      { path: 'http://calendar.example/fr/wp-json/calendar/events/v1/events' },
      { path: 'http://calendar.example/wp-json/tribe/events/v1/events' },
      { path: 'http://other.example/wp-json/calendar/events/v1/events', headers: { host: 'other.example' } },
      { path: '/events?_fields=events.title' },
      { path: '/events?_fields=events.id' },
      { path: '/events?_envelope=1' },
      { path: `/events/${id}` },
      { path: `/events/${id}?i18n_language=fr` },
      { path: `/events/${id}?_fields=title` },
      { path: `/events/${id}?_fields=title&i18n_language=fr` },
    ];
    for (const request of variants) {
      const etag = (await app.request(request)).headers['etag'] as string;
      expect(tags.get(etag), JSON.stringify(request)).toBeUndefined();
      tags.set(etag, JSON.stringify(request));
      expect((await app.request({ ...request, headers: { ...request.headers, 'if-none-match': etag } })).status).toBe(
        304,
      );
    }
    const by = async (request: TestRequest) => (await app.request(request)).headers['etag'];
    expect(await by({ path: '/events/by-slug/gala' })).toBe(await by({ path: `/events/${id}` }));
    expect(await by({ path: `/events/${id}`, as: 'sub' })).toBe(await by({ path: `/events/${id}` }));
  });

  test('The ETag inside an envelope is that of the reply inside', async () => {
    const app = await startTestApp();
    const id = await create(app, '/venues', { venue: 'Hall' });
    const plain = await app.request({ path: `/venues/${id}` });
    const wrapped = await app.request<{ headers: Record<string, string> }>({ path: `/venues/${id}?_envelope` });
    expect(wrapped.body.headers['ETag']).toBe(plain.headers['etag']);
    expect(wrapped.headers['etag']).not.toBe(plain.headers['etag']);
  });

  test('An ETag does not make a signed-in reply storable', async () => {
    const app = await startTestApp();
    const signedIn = await app.request({ path: '/events', as: 'sub' });
    expect(signedIn.headers).toMatchObject({
      'cache-control': 'private, no-store',
      etag: expect.stringMatching(strong),
    });
    expect((await app.request({ path: '/events' })).headers['cache-control']).toBe('no-cache');
  });
});

describe('Last-Modified', () => {
  test('Last-Modified of a record is the newest change of the record and of those that it shows', async () => {
    const app = await startTestApp();
    const venue = await create(app, '/venues', { venue: 'Hall' });
    const id = await create(app, '/events', { title: 'Gala', ...dates, venue, tags: ['loud'] });
    const modified = async () => {
      app.clock.advance(1800);
      const reply = await app.request({ path: `/events/${id}` });
      app.clock.advance(1800);
      return reply.headers['last-modified'];
    };
    expect(await modified()).toBe(httpDate('2027-03-01T12:00:00Z'));
    await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { title: 'Ball' } });
    expect(await modified()).toBe(httpDate('2027-03-01T13:00:00Z'));
    await app.request({ as: 'ed', method: 'PATCH', path: `/venues/${venue}`, json: { city: 'Town' } });
    expect(await modified()).toBe(httpDate('2027-03-01T14:00:00Z'));
    await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json: {} });
    expect(await modified()).toBe(httpDate('2027-03-01T14:00:00Z'));
  });

  test('Last-Modified of a list is the newest change among the records that it shows', async () => {
    const app = await startTestApp();
    const modified = async (path: string) => (await app.request({ path })).headers['last-modified'];
    const started = httpDate('2027-03-01T12:00:00Z');
    app.clock.advance(60);
    expect(await modified('/venues')).toBe(started);
    const first = await create(app, '/venues', { venue: 'First' });
    app.clock.advance(60);
    const second = await create(app, '/venues', { venue: 'Second' });
    app.clock.advance(60);
    expect(await modified('/venues')).toBe(httpDate('2027-03-01T12:02:00Z'));
    await app.request({ as: 'ed', method: 'DELETE', path: `/venues/${second}?force=true` });
    expect(await modified('/venues')).toBe(httpDate('2027-03-01T12:01:00Z'));
    await app.request({ as: 'ed', method: 'DELETE', path: `/venues/${first}?force=true` });
    expect(await modified('/venues')).toBe(started);
  });

  test('If-Modified-Since alone never yields 304, because a list does not show when a record disappeared from it', async () => {
    const app = await startTestApp();
    const id = await create(app, '/tags', { name: 'one' });
    const { headers } = await app.request({ path: `/tags/${id}` });
    app.clock.advance(60);
    const since = { 'if-modified-since': headers['last-modified'] as string };
    expect((await app.request({ path: `/tags/${id}`, headers: since })).status).toBe(200);
  });
});

test('A hidden record affects neither ETag nor Last-Modified nor 304', async () => {
  const app = await startTestApp();
  const shown = await create(app, '/events', { title: 'Gala', ...dates, venue: { venue: 'Hall' }, tags: ['loud'] });
  const paths = ['/events', '/events?search=gala', `/events/${shown}`, '/venues', '/organizers', '/tags', '/doc'];
  const look = () => Promise.all(paths.map((path) => app.request({ path })));
  const before = await look();
  const hidden: { path: string; json: object }[] = [
    { path: '/events', json: { title: 'Gala in secret', ...dates, status: 'draft', tags: ['loud'] } },
    { path: '/events', json: { title: 'Gala later', ...dates, date_utc: '2028-01-01 00:00:00', tags: ['loud'] } },
    { path: '/venues', json: { venue: 'Nowhere', status: 'private' } },
    { path: '/organizers', json: { organizer: 'Nobody', status: 'pending' } },
  ];
  for (const { path, json } of hidden) {
    app.clock.advance(100);
    const id = await create(app, path, json, 'admin');
    app.clock.advance(100);
    const self = `${path}/${id}`;
    const edited = await app.request({ as: 'admin', method: 'PATCH', path: self, json: { description: 'x' } });
    expect(edited.status).toBe(200);
    await app.request({ as: 'admin', method: 'DELETE', path: self });
    for (const [index, reply] of (await look()).entries()) {
      const { etag, 'last-modified': modified } = (before[index] as (typeof before)[number]).headers;
      expect(reply.headers, paths[index]).toMatchObject({ etag, 'last-modified': modified });
    }
  }
});

test('A cached response answers 304 until a write invalidates it', async () => {
  const app = await startTestApp();
  const id = await create(app, '/events', { title: 'Gala', ...dates });
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/wp-json/calendar/events/v1${path}`, { headers });
  for (const path of ['/events', `/events/${id}`, '/events?_fields=events.title', '/events?_envelope=1']) {
    const made = await get(path);
    const cached = await get(path);
    const etag = made.headers.get('etag') as string;
    // Cached responses carry no request id.
    expect([made.headers.has('x-request-id'), cached.headers.has('x-request-id')]).toEqual([true, false]);
    expect(cached.headers.get('etag')).toBe(etag);
    const modified = cached.headers.get('last-modified') as string;
    const unchanged = await get(path, { 'if-none-match': etag });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    expect(unchanged.headers.get('etag')).toBe(etag);
    expect(unchanged.headers.get('last-modified')).toBe(modified);
    expect(unchanged.headers.get('cache-control')).toBe('no-cache');
    expect(unchanged.headers.has('x-request-id')).toBe(false);
    const title = `Ball ${path}`;
    const renamed = await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { title } });
    expect(renamed.status).toBe(200);
    const changed = await get(path, { 'if-none-match': etag });
    expect([changed.status, (await changed.text()).includes(JSON.stringify(title))]).toEqual([200, true]);
    expect(changed.headers.get('etag')).not.toBe(etag);
    // A write that changes nothing visible invalidates the cache, but not the tag.
    await create(app, '/tags', { name: `unused ${path}` });
    expect((await get(path, { 'if-none-match': changed.headers.get('etag') as string })).status).toBe(304);
  }
});
