// Conditional writes: If-Match, If-Unmodified-Since and If-None-Match on records, and the ETag of a write (D10).
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestReply, TestRequest } from '../../support/test-request.ts';

type Body = Readonly<Record<string, unknown>>;
type Reply = TestReply<Body>;
const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

const kinds = [
  { plural: 'events', name: 'title', data: { ...dates, venue: { venue: 'Hall' }, categories: ['Music'] } },
  { plural: 'venues', name: 'venue', data: { city: 'Town' } },
  { plural: 'organizers', name: 'organizer', data: { email: 'a@example.org' } },
  { plural: 'categories', name: 'name', data: { description: 'x' } },
  { plural: 'tags', name: 'name', data: { description: 'x' } },
];

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
});

const as = 'ed' as const;
const write = (method: TestRequest['method'], path: string, json?: unknown, headers = {}): Promise<Reply> =>
  app.request({ as, method: method as 'POST', path, headers, ...(json === undefined ? {} : { json }) });
const read = (path: string): Promise<Reply> => app.request({ as, path });
const etagOf = ({ headers }: Reply): string => headers['etag'] as string;

async function create(plural: string, json: object): Promise<{ id: number; path: string; etag: string }> {
  const reply = await write('POST', `/${plural}`, json);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const id = reply.body['id'] as number;
  return { id, path: `/${plural}/${id}`, etag: etagOf(reply) };
}

describe.each(kinds)('$plural', ({ plural, name, data }) => {
  const made = () => create(plural, { [name]: `Number ${++count}`, ...data });

  test('A write answers the ETag of the next read', async () => {
    const { path, etag } = await made();
    expect(etag).toBe(etagOf(await read(path)));
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      for (const json of [{ description: `By ${method}` }, {}]) {
        const reply = await write(method, path, json);
        expect(reply.status).toBe(200);
        expect(etagOf(reply)).toBe(etagOf(await read(path)));
      }
    }
    for (const query of ['i18n_language=fr', 'i18n_language=fr&_fields=id', '_envelope=1']) {
      const reply = await write('PATCH', `${path}?${query}`, { description: query });
      const inside = (reply.body['headers'] as Body | undefined)?.['ETag'];
      expect(inside ?? etagOf(reply), query).toBe(
        etagOf(await read(`${path}?${query.split('&')[0]?.replace('_envelope=1', '')}`)),
      );
    }
    const alias = `http://other.example/fr/wp-json/tribe/events/v1${path}`;
    const host = { host: 'other.example' };
    const there = await app.request({
      as,
      method: 'PATCH',
      path: alias,
      json: { description: 'there' },
      headers: host,
    });
    expect(etagOf(there)).toBe(etagOf(await app.request({ as, path: alias, headers: host })));
    const stale = await write('DELETE', `${path}/translations/fr`, undefined, { 'if-match': etag });
    expect(stale.status).toBe(412);
    const removal = await write('DELETE', `${path}/translations/fr`);
    expect(removal.status, JSON.stringify(removal.body)).toBe(200);
    expect(etagOf(removal)).toBe(etagOf(await read(path)));
  });

  test('If-Match admits a write to the current state only', async () => {
    const { path, etag } = await made();
    const first = await write('PATCH', path, { description: 'first' }, { 'if-match': etag });
    expect(first.status).toBe(200);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      for (const stale of [etag, '"other"', `W/${etagOf(first)}`, etagOf(first).slice(1, -1), '']) {
        const json = method === 'DELETE' ? undefined : { description: `lost by ${method}` };
        const refused = await write(method, path, json, { 'if-match': stale });
        expect(refused.status, `${method} ${stale}`).toBe(412);
        expect(refused.body).toMatchObject({
          code: 'rest_precondition_failed',
          data: { status: 412, etag: etagOf(first) },
        });
      }
    }
    expect(etagOf(await read(path))).toBe(etagOf(first));
    const empty = await write('PATCH', path, {}, { 'if-match': etag });
    expect(empty.status).toBe(412);
    const listed = await write('PATCH', path, { description: 'second' }, { 'if-match': `"x", ${etagOf(first)}` });
    expect(listed.status).toBe(200);
    expect((await write('PATCH', path, { description: 'third' }, { 'if-match': '*' })).status).toBe(200);
    const last = etagOf(await read(path));
    expect((await write('DELETE', path, undefined, { 'if-match': last })).status).toBe(200);
  });

  test('If-None-Match prevents a write to an existing record', async () => {
    const { path, etag } = await made();
    for (const header of ['*', etag, `W/${etag}`]) {
      const refused = await write('PATCH', path, { description: 'lost' }, { 'if-none-match': header });
      expect([refused.status, refused.body['code']]).toEqual([412, 'rest_precondition_failed']);
    }
    expect((await write('PATCH', path, { description: 'kept' }, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('If-Unmodified-Since has the precision of a second', async () => {
    const { path } = await made();
    app.clock.advance(60);
    const { headers } = await read(path);
    const since = { 'if-unmodified-since': headers['last-modified'] as string };
    expect((await write('PATCH', path, { description: 'first' }, since)).status).toBe(200);
    expect((await write('PATCH', path, { description: 'lost' }, since)).status).toBe(412);
    expect((await write('PATCH', path, { description: 'kept' }, { 'if-unmodified-since': 'yesterday' })).status).toBe(
      200,
    );
    // The date is ignored if there are tags.
    const both = { ...since, 'if-match': etagOf(await read(path)) };
    expect((await write('PATCH', path, { description: 'kept' }, both)).status).toBe(200);
  });

  test('Preconditions are checked after everything else', async () => {
    const { path } = await made();
    const stale = { 'if-match': '"stale"' };
    const json = { description: 'x' };
    const refused = async (request: TestRequest) =>
      (await app.request({ method: 'PATCH', headers: stale, json, ...request })).status;
    expect(await refused({ path })).toBe(401);
    expect(await refused({ path, as: 'sub' })).toBe(403);
    expect(await refused({ path: `/${plural}/99999`, as })).toBe(404);
    expect(await refused({ path, as, json: { [name]: '' } })).toBe(400);
    expect(await refused({ path, as })).toBe(412);
  });
});

test('A record has the same ETag by slug and by id', async () => {
  for (const plural of ['events', 'venues', 'organizers']) {
    const { name, data } = kinds.find((kind) => kind.plural === plural) as (typeof kinds)[number];
    const { id, path } = await create(plural, { [name]: 'Of slugs', ...data });
    const slug = (await read(path)).body['slug'];
    const bySlug = etagOf(await read(`/${plural}/by-slug/${slug}`));
    const byId = await write('PATCH', path, { description: 'by id' }, { 'if-match': bySlug });
    expect(byId.status).toBe(200);
    const again = await write('PUT', `/${plural}/by-slug/${slug}`, { description: 'x' }, { 'if-match': etagOf(byId) });
    expect([again.status, again.body['id']]).toEqual([200, id]);
    const refused = await write('DELETE', `/${plural}/by-slug/${slug}?force=true`, undefined, { 'if-match': bySlug });
    expect(refused.status).toBe(412);
    const removed = await write('DELETE', `/${plural}/by-slug/${slug}?force=true`, undefined, {
      'if-match': etagOf(again),
    });
    expect([removed.status, removed.headers['etag']]).toEqual([200, undefined]);
  }
});

test('A reader of some fields may name the tag of these, with the same fields', async () => {
  const { path } = await create('events', { title: 'Fields', ...dates });
  const partial = { 'if-match': etagOf(await read(`${path}?_fields=title`)) };
  expect((await write('PATCH', path, { description: 'x' }, partial)).status).toBe(412);
  expect((await write('PATCH', `${path}?_fields=title`, { description: 'x' }, partial)).status).toBe(200);
  expect((await write('PATCH', `${path}?_fields=title`, { title: 'Other' }, partial)).status).toBe(200);
  expect((await write('PATCH', `${path}?_fields=title`, { title: 'Lost' }, partial)).status).toBe(412);
});

test('Each language of a record has an ETag of its own', async () => {
  const { path, etag } = await create('events', { title: 'Gala', ...dates });
  const french = etagOf(await read(`${path}?i18n_language=fr`));
  expect(french).not.toBe(etag);
  const translate = (headers: object) => write('PATCH', `${path}?i18n_language=fr`, { title: 'Fête' }, headers);
  expect((await translate({ 'if-match': etag })).status).toBe(412);
  const translated = await translate({ 'if-match': french });
  expect(translated.status).toBe(200);
  expect(translated.body).toMatchObject({ title: 'Fête', language: 'fr' });
  expect(etagOf(translated)).toBe(etagOf(await read(`${path}?i18n_language=fr`)));
});

test('Related records that an event shows are part of its state', async () => {
  const { path, etag } = await create('events', { title: 'Gala', ...dates, venue: { venue: 'State hall' } });
  const { id } = (await read(path)).body['venue'] as { id: number };
  expect((await write('PATCH', `/venues/${id}`, { city: 'Elsewhere' })).status).toBe(200);
  const refused = await write('PATCH', path, { title: 'Lost' }, { 'if-match': etag });
  expect(refused.status).toBe(412);
  const { etag: current } = refused.body['data'] as { etag: string };
  expect(current).toBe(etagOf(await read(path)));
  expect((await write('PATCH', path, { title: 'Kept' }, { 'if-match': current })).status).toBe(200);
});

test('A write whose precondition fails leaves nothing behind', async () => {
  const { path, etag } = await create('events', { title: 'Alone', ...dates });
  await write('PATCH', path, { title: 'Together' });
  const inline = { venue: { venue: 'Left behind' }, tags: ['left behind'], categories: ['Left behind'] };
  expect((await write('PATCH', path, inline, { 'if-match': etag })).status).toBe(412);
  for (const route of [
    '/venues?search=behind',
    '/tags?search=behind&hide_empty=false',
    '/categories?search=behind&hide_empty=false',
  ])
    expect((await read(route)).body['total'], route).toBe(0);
});

test('Errors that are found late also take precedence over 412', async () => {
  const { path } = await create('events', { title: 'Order', ...dates });
  const stale = { 'if-match': '"stale"' };
  const code = async (request: Partial<TestRequest>) => {
    const reply = await app.request({ as, method: 'PATCH', path, headers: stale, ...request });
    return [reply.status, reply.body['code']];
  };
  expect(await code({ json: { end_date: '2020-01-01' } })).toEqual([400, 'rest_invalid_param']);
  expect(await code({ json: { categories: [99999] } })).toEqual([400, 'rest_invalid_param']);
  const own = await app.request({
    as: 'con',
    method: 'POST',
    path: '/events',
    json: { title: 'Mine', ...dates, status: 'draft' },
  });
  const mine = { as: 'con', path: `/events/${own.body['id']}` } as const;
  expect(await code({ ...mine, json: { tags: ['not mine to make'] } })).toEqual([403, 'rest_forbidden']);
  expect(await code({ ...mine, json: { author: 1 } })).toEqual([403, 'rest_forbidden']);
  expect(await code({ ...mine, json: { title: 'x' } })).toEqual([412, 'rest_precondition_failed']);
  await write('DELETE', path);
  expect(await code({ method: 'DELETE' })).toEqual([410, 'event-is-in-trash']);
  const trashed = etagOf(await read(`${path}?context=edit`));
  const restored = await write('PATCH', path, { status: 'publish' }, { 'if-match': trashed });
  expect([restored.status, etagOf(restored)]).toEqual([200, etagOf(await read(path))]);
});

test('Preconditions on collections are ignored, which have no state to compare with', async () => {
  for (const headers of [{ 'if-match': '"x"' }, { 'if-none-match': '*' }])
    expect((await write('POST', '/tags', { name: `New ${++count}` }, headers)).status).toBe(201);
});
