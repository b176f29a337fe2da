// Invalid images in writes: 400 for `image`, nothing is written, and no file is left.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Allowance, parseAllowance } from '../../src/fetch/fetch-allowance.ts';
import { filesBelow } from '../support/calendars/stored-files.ts';
import { hugePng, jpeg, png, svg } from '../support/media/images.ts';
import { endless, type ImageHost, startImageHost } from '../support/servers/image-host.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const names: Readonly<Record<string, string[]>> = {
  'private.example': ['10.0.0.5'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
};

let app: TestApp;
let host: ImageHost;
beforeEach(async () => {
  const good = await jpeg({ width: 400, height: 200 });
  host = await startImageHost({
    '/good.jpg': good,
    '/svg.png': svg,
    '/page.png': Buffer.from('<!doctype html><title>Not found</title>'),
    '/empty.png': Buffer.alloc(0),
    '/cut.jpg': good.subarray(0, good.length / 2),
    '/huge.png': hugePng(30_000, 30_000),
    '/endless.png': endless,
    '/announced.png': (_, response) => response.writeHead(200, { 'content-length': '99000000' }).write('x'),
    '/to-loopback': { redirect: 'http://127.0.0.1/good.jpg' },
    '/to-v6': { redirect: 'http://[::1]/good.jpg' },
    '/to-mapped': { redirect: 'http://[::ffff:127.0.0.1]/' },
    '/to-metadata': { redirect: 'http://169.254.169.254/latest/meta-data/' },
    '/to-private-name': { redirect: 'http://private.example/' },
    '/to-file': { redirect: 'file:///etc/passwd' },
    '/circle': { redirect: '/circle' },
    '/error': (_, response) => response.writeHead(500).end(),
  });
  app = await startTestApp({
    settings: { fetchAllow: [parseAllowance(host.host) as Allowance] },
    resolve: async (name) => names[name] ?? [],
  });
  return () => app.close();
});

const event = { title: 'Gala', start_date: '2027-05-10 18:00:00', end_date: '2027-05-10 20:00:00' };
const create = (json: object, as: 'ann' | 'ed' = 'ann', query = {}) =>
  app.request<{ id: number; code?: string; data: { params: Record<string, string> } }>({
    as,
    method: 'POST',
    path: '/events',
    json: { ...event, ...json },
    query,
  });

const totals = async () =>
  Promise.all(
    ['/events', '/venues', '/organizers', '/categories', '/tags', '/media'].map(
      async (path) => (await app.request({ as: 'ed', path, query: { status: 'any' } })).body['total'],
    ),
  );

/** A refused write must leave nothing behind. */
afterEach(async () => {
  expect(filesBelow(app.media)).toEqual([]);
  expect((await totals()).every((total) => total === 0)).toBe(true);
});

const notPublic = 'must be a public http or https URL';
const unreachable = 'could not be fetched';

const refusedUrls = [
  ['http://127.0.0.1/good.jpg', notPublic],
  ['http://2130706433/', notPublic],
  ['http://0x7f.1/', notPublic],
  ['http://0177.0.0.1/', notPublic],
  ['http://①②⑦.0.0.1/', notPublic],
  ['http://127.0.0.1./', notPublic],
  ['http://[::1]/', notPublic],
  ['http://[::ffff:7f00:1]/', notPublic],
  ['http://169.254.169.254/latest/meta-data/', notPublic],
  ['http://localhost/', notPublic],
  ['http://private.example/', notPublic],
  ['http://mixed.example/', notPublic],
  ['http://metadata.example/', notPublic],
  ['http://user:secret@example.org/a.png', notPublic],
  ['http://private.example:22/', notPublic],
  ['http://unknown.example/', unreachable],
] as const;

test('An image is not fetched from a URL that is not public', async () => {
  for (const [image, text] of refusedUrls) {
    const reply = await create({ image });
    expect([reply.status, reply.body.code], image).toEqual([400, 'rest_invalid_param']);
    expect(reply.body.data.params, image).toEqual({ image: expect.stringContaining(text) });
  }
});

const answers = [
  ['/to-loopback', notPublic],
  ['/to-v6', notPublic],
  ['/to-mapped', notPublic],
  ['/to-metadata', notPublic],
  ['/to-private-name', notPublic],
  ['/to-file', notPublic],
  ['/circle', unreachable],
  ['/missing', unreachable],
  ['/error', unreachable],
  ['/svg.png', 'must be a PNG, JPEG, WebP, AVIF or GIF'],
  ['/page.png', 'must be a PNG, JPEG, WebP, AVIF or GIF'],
  ['/empty.png', 'must be a complete image'],
  ['/cut.jpg', 'must be a complete image'],
  ['/huge.png', 'must have at most 20 MiB and 50 megapixels'],
  ['/endless.png', 'must have at most 20 MiB and 50 megapixels'],
  ['/announced.png', 'must have at most 20 MiB and 50 megapixels'],
] as const;

test('A fetched file must be an image within the limits, and redirects must lead to public addresses', async () => {
  for (const [path, text] of answers) {
    for (const [where, fields] of [
      ['/events', event],
      ['/venues', { venue: 'Hall' }],
      ['/organizers', { organizer: 'Club' }],
    ] as const) {
      const json = { ...fields, image: host.origin + path };
      const reply = await app.request<{ data: { params: object } }>({ as: 'ann', method: 'POST', path: where, json });
      const message = `${where} ${path}`;
      expect([reply.status, reply.body['code' as never]], message).toEqual([400, 'rest_invalid_param']);
      expect(reply.body.data.params, message).toEqual({ image: expect.stringContaining(text) });
    }
  }
});

describe('a good image in a write that is refused', () => {
  const good = () => `${host.origin}/good.jpg`;

  test('A refused image is reported together with the other problems of the write', async () => {
    const reply = await create({ image: `${host.origin}/cut.jpg`, end_date: 'never', venue: 999, tags: [999] });
    expect(Object.keys(reply.body.data.params).sort()).toEqual(['end_date', 'image', 'tags', 'venue']);
  });

  const refusedWrites: [name: string, json: object, status: number][] = [
    ['a wrong date', { end_date: 'never' }, 400],
    ['an unknown venue', { venue: 999 }, 400],
    ['an end before the start', { end_date: '2027-05-09' }, 400],
    ['an author that the caller may not set', { author: 1 }, 403],
    ['a tag that the caller may not make', { tags: ['new'] }, 403],
    ['a bad image of its venue', { venue: { venue: 'Hall', image: 'http://127.0.0.1/' } }, 400],
  ];
  test('The image of a write that is refused for another reason is fetched once and discarded', async () => {
    for (const [index, [name, json, status]] of refusedWrites.entries()) {
      expect((await create({ image: good(), ...json })).status, name).toBe(status);
      expect(host.requests, name).toHaveLength(index + 1);
    }
  });

  test('The image of a write without a title is discarded', async () => {
    const json = { image: good(), start_date: '2027-05-10', end_date: '2027-05-10' };
    expect((await app.request({ as: 'ann', method: 'POST', path: '/events', json })).status).toBe(400);
  });

  test('Images of callers who may not write are not fetched', async () => {
    for (const [as, status] of [
      ['sub', 403],
      [null, 401],
    ] as const) {
      const json = { ...event, image: good() };
      expect((await app.request({ as, method: 'POST', path: '/events', json })).status).toBe(status);
    }
    expect(host.requests).toEqual([]);
  });

  test('An image of a write that is refused, or whose record has changed meanwhile, is not stored', async () => {
    const { id } = (await create({}, 'ed')).body;
    const change = (as: 'ann' | 'ed', path: string, headers = {}) =>
      app.request({ as, method: 'PATCH', path, json: { image: good() }, headers });
    expect((await change('ann', `/events/${id}`)).status).toBe(403);
    expect((await change('ann', '/events/999')).status).toBe(404);
    expect((await change('ed', `/events/${id}`, { 'if-match': '"old"' })).status).toBe(412);
    await app.request({ as: 'ed', method: 'DELETE', path: `/events/${id}?force=true` });
  });

  test('A dry run stores no image', async () => {
    const reply = await create({ image: good(), venue: { venue: 'Hall', image: good() } }, 'ann', { dry_run: true });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ image: { width: 400 }, venue: { image: { width: 400 } } });
  });

  test('A batch that fails stores no image', async () => {
    const requests = [
      { method: 'POST', path: '/events', body: { ...event, image: good() } },
      { method: 'POST', path: '/venues', body: { image: good() } },
    ];
    const reply = await app.request({ as: 'ann', method: 'POST', path: '/batch', json: { requests } });
    expect([reply.status, reply.body['code']]).toEqual([400, 'batch-failed']);
    expect(host.requests).toHaveLength(1);
  });
});

test('If a request has too many image URLs, only the first are fetched', async () => {
  const venue = Array.from({ length: 101 }, (_, n) => ({
    venue: `Hall ${n}`,
    image: `${host.origin}/missing-${n}.png`,
  }));
  const reply = await create({
    venue: venue.slice(0, 100),
    image: `${host.origin}/missing.png`,
    organizer: { organizer: 'x', image: `${host.origin}/m.png` },
  });
  expect(reply.status).toBe(400);
  expect(host.requests.length).toBeLessThanOrEqual(100);
});

test('A PNG stays a PNG whatever its URL says', async () => {
  const liar = await startImageHost({ '/a.jpg': await png() });
  const other = await startTestApp({ settings: { fetchAllow: [parseAllowance(liar.host) as Allowance] } });
  const json = { ...event, image: `${liar.origin}/a.jpg` };
  const { body } = await other.request<{ image: { url: string } }>({
    as: 'ann',
    method: 'POST',
    path: '/events',
    json,
  });
  expect(body.image).toMatchObject({ extension: 'png', url: expect.stringMatching(/\/a\.png$/) });
});
