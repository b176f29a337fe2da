// Errors about a value must not reveal a record that the caller may not read.
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

const event = (more: object) => ({
  title: 'Secret',
  start_date: '2027-05-01 10:00:00',
  end_date: '2027-05-01 12:00:00',
  ...more,
});

describe('a writer who may not edit a record', () => {
  const changes: [string, object][] = [
    ['an end before the hidden start', { end_date: '2027-05-01 09:00:00' }],
    ['an end after the hidden start', { end_date: '2027-05-01 11:00:00' }],
  ];
  test.each(changes)('A writer who may not edit a record is refused in the same way for %s', async (_name, json) => {
    const { request } = await startTestApp();
    const { body } = await request({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json: event({ status: 'private' }),
    });
    const reply = await request({ as: 'con', method: 'PATCH', path: `/events/${body['id']}`, json });
    expect([reply.status, reply.body['code']]).toEqual([403, 'rest_forbidden']);
  });

  test('A writer who may not edit a record does not learn of its sub-events', async () => {
    const { request } = await startTestApp();
    const parent = await request({ as: 'admin', method: 'POST', path: '/events', json: event({ status: 'private' }) });
    const child = await request({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json: event({ post_parent: parent.body['id'] }),
    });
    const reply = await request({
      as: 'con',
      method: 'PATCH',
      path: `/events/${parent.body['id']}`,
      json: { post_parent: child.body['id'] },
    });
    expect(reply.status).toBe(403);
  });

  test.each([{}, { geo_lat: 1, geo_lng: 2 }])(
    'A writer who may not edit a record does not learn of coordinates %j',
    async (coordinates) => {
      const { request } = await startTestApp();
      const json = { venue: 'Hidden', status: 'private', ...coordinates };
      const { body } = await request({ as: 'admin', method: 'POST', path: '/venues', json });
      const reply = await request({ as: 'con', method: 'PATCH', path: `/venues/${body['id']}`, json: { geo_lat: 5 } });
      expect([reply.status, reply.body['code']]).toEqual([400, 'rest_invalid_param']);
    },
  );
});

test.each([
  ['events', event({})],
  ['venues', { venue: 'Hall' }],
] as const)('A writer who may not assign %s does not learn which users exist', async (path, json) => {
  const { request } = await startTestApp();
  for (const author of [1, 99]) {
    const reply = await request({ as: 'con', method: 'POST', path: `/${path}`, json: { ...json, author } });
    expect([reply.status, reply.body['code']], `author ${author}`).toEqual([403, 'rest_forbidden']);
  }
  const reply = await request({ as: 'ed', method: 'POST', path: `/${path}`, json: { ...json, author: 99 } });
  expect([reply.status, reply.body['code']]).toEqual([400, 'rest_invalid_param']);
});

test('An event in the second of two equal hours keeps its time when it is sent back as read', async () => {
  const { request } = await startTestApp();
  const made = await request({
    as: 'admin',
    method: 'POST',
    path: '/events',
    json: event({ start_date: '2027-11-07T01:30:00-05:00', end_date: '2027-11-07T01:45:00-05:00' }),
  });
  expect(made.body).toMatchObject({ start_date: '2027-11-07 01:30:00', utc_start_date: '2027-11-07 06:30:00' });
  const { start_date, end_date, timezone, title } = made.body;
  const again = await request({
    as: 'admin',
    method: 'PUT',
    path: `/events/${made.body['id']}`,
    json: { start_date, end_date, timezone, title },
  });
  expect(again.body).toMatchObject({ utc_start_date: '2027-11-07 06:30:00', utc_end_date: '2027-11-07 06:45:00' });
});

test('The order by distance uses only venues that the caller may read, and can be paged to its end', async () => {
  const { request } = await startTestApp();
  const venue = async (name: string, geo_lat: number, more: object = {}) =>
    (
      await request({
        as: 'admin',
        method: 'POST',
        path: '/venues',
        json: { venue: name, geo_lat, geo_lng: 10, ...more },
      })
    ).body['id'];
  const hidden = await venue('Hidden', 10.1, { status: 'private' });
  const later = await venue('Later', 10.1, { date: '2028-01-01 10:00:00' });
  const far = await venue('Far', 10.2);
  const near = await venue('Near', 10.15);
  for (const [title, venues] of [
    ['Via hidden', [hidden, far]],
    ['Via later', [later, far]],
    ['At near', [near]],
    ['Only hidden', [hidden]],
  ] as const)
    await request({ as: 'admin', method: 'POST', path: '/events', json: event({ title, venue: venues }) });
  const query = { geoloc_lat: 10, geoloc_lng: 10, geoloc_radius: 100, orderby: 'distance', per_page: 1 };
  const walk = async (as: 'ed' | null) => {
    const titles: string[] = [];
    for (let cursor: unknown = ''; cursor !== undefined; ) {
      const reply = await request<{ events: { title: string }[]; next_cursor?: string }>({
        as,
        path: '/events',
        query: { ...query, cursor: String(cursor) },
      });
      expect(reply.status).toBe(200);
      titles.push(...reply.body.events.map(({ title }) => title));
      cursor = reply.body.next_cursor;
    }
    return titles;
  };
  expect(await walk(null)).toEqual(['At near', 'Via hidden', 'Via later']);
  expect((await walk('ed')).sort()).toEqual(['At near', 'Only hidden', 'Via hidden', 'Via later']);
});

test.each([
  ['dry_run in a body', { body: { dry_run: true } }],
  ['dry_run in a path', { path: '/tags?dry_run=true' }],
  ['a key of its own', { headers: { 'Idempotency-Key': 'x' } }],
])('A request of a batch cannot have %s', async (_name, more) => {
  const { request } = await startTestApp();
  const { body = {}, ...rest } = more as { body?: object };
  const requests = [{ method: 'POST', path: '/tags', body: { name: 'kept', ...body }, ...rest }];
  const reply = await request({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
  expect(reply.body).toMatchObject({ code: 'rest_invalid_param', data: { params: { requests: expect.any(String) } } });
  expect((await request({ path: '/tags', query: { hide_empty: 'false' } })).body).toMatchObject({ total: 0 });
});

test.each([
  ['cost', { cost: '1,'.repeat(2000) }],
  ['description', { description: '<'.repeat(300_000) }],
])('A %s without end is refused', async (name, json) => {
  const { request } = await startTestApp();
  const reply = await request({ as: 'con', method: 'POST', path: '/events', json: event(json) });
  expect(reply.body).toMatchObject({ code: 'rest_invalid_param', data: { params: { [name]: expect.any(String) } } });
});
