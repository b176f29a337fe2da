import { sql } from 'kysely';
import { describe, expect, inject, test, vi } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { png } from '../../support/media/images.ts';
import { uploadForm } from '../../support/media/uploads.ts';
import { startTestApp } from '../../support/test-app.ts';

const event = (title: string, more: object = {}) => ({
  title,
  start_date: '2027-05-01 10:00:00',
  end_date: '2027-05-01 12:00:00',
  ...more,
});

interface Batch {
  responses: { status: number; headers: Record<string, string>; body: Record<string, never> & { id: number } }[];
}

describe('POST /batch', () => {
  test('A batch writes in order, later requests naming values of earlier replies', async () => {
    const { request } = await startTestApp();
    const reply = await request<Batch>({
      as: 'admin',
      method: 'POST',
      path: '/batch',
      json: {
        requests: [
          { method: 'POST', path: '/venues', body: { venue: 'Batch Hall' } },
          { method: 'POST', path: '/events', body: event('Batch gala', { venue: '{0.id}', tags: ['batch'] }) },
          { method: 'PATCH', path: '/events/{1.id}', body: { excerpt: 'Short' } },
          { method: 'delete', path: '/venues/{0.id}?force=true' },
        ],
      },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.responses.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
    const [venue, gala] = reply.body.responses;
    expect(gala?.body).toMatchObject({ venue: { id: venue?.body.id } });
    expect(gala?.headers['location']).toMatch(new RegExp(`/events/${gala?.body.id}$`));
    const read = await request({ path: `/events/${gala?.body.id}` });
    expect(read.body).toMatchObject({ title: 'Batch gala', excerpt: '<p>Short</p>', venue: [] });
  });

  test('A request of a batch may select fields of its response, and later ones still refer to all of them', async () => {
    const { request } = await startTestApp();
    const requests = [
      { method: 'POST', path: '/venues?_fields=venue,slug', body: { venue: 'Batch Hall' } },
      { method: 'POST', path: '/events', body: event('Gala', { venue: '{0.id}', _fields: ['title', 'venue.venue'] }) },
    ];
    const { body } = await request<Batch>({ as: 'ed', method: 'POST', path: '/batch', json: { requests } });
    expect(body.responses.map((response) => response.body)).toEqual([
      { venue: 'Batch Hall', slug: 'batch-hall' },
      { title: 'Gala', venue: { venue: 'Batch Hall' } },
    ]);
  });

  test.each(['calendar', 'tribe'])('A batch under %s/events/v1 takes records as they were read', async (namespace) => {
    const app = await startTestApp();
    const root = `http://calendar.example/wp-json/${namespace}/events/v1`;
    const { id: image } = (await uploadForm([{ name: 'file', value: await png(), filename: 'a.png' }], { app })).body;
    const made = event('A & B', { image, venue: { venue: 'C & D', image }, organizer: { organizer: 'E', image } });
    const { id } = (await app.request<{ id: number }>({ as: 'ed', method: 'POST', path: '/events', json: made })).body;
    const read = async () => (await app.request({ as: 'ed', path: `${root}/events/${id}` })).body;
    const body = await read();
    const json = { requests: [{ method: 'PUT', path: `/events/${id}`, body }] };
    const reply = await app.request<Batch>({ as: 'ed', method: 'POST', path: `${root}/batch`, json });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(await read()).toEqual(body);
    expect((await app.request({ path: `/events/${id}` })).body).toMatchObject({ title: 'A & B', website: '' });
  });

  test('Names that a batch under an alias takes from its own responses are stored as plain text', async () => {
    const { request } = await startTestApp();
    const requests = [
      { method: 'POST', path: '/venues', body: { venue: 'A &amp;amp; B' } },
      { method: 'POST', path: '/tags', body: { name: '{0.venue}' } },
    ];
    const path = 'http://calendar.example/wp-json/tribe/events/v1/batch';
    const { body } = await request<Batch>({ as: 'ed', method: 'POST', path, json: { requests } });
    expect((await request({ path: `/tags/${body.responses[1]?.body.id}` })).body).toMatchObject({ name: 'A &amp; B' });
  });

  test('A batch stores nothing if one request fails, and names that request', async () => {
    const { request } = await startTestApp();
    const reply = await request({
      as: 'admin',
      method: 'POST',
      path: '/batch',
      json: {
        requests: [
          { method: 'POST', path: '/events', body: event('First', { categories: ['Brand new'] }) },
          { method: 'POST', path: '/events', body: event('Second', { website: 'nonsense', status: 'odd' }) },
          { method: 'POST', path: '/events', body: event('Third') },
        ],
      },
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'batch-failed',
      data: {
        status: 400,
        responses: [
          { status: 424, body: { code: 'batch-rolled-back' } },
          {
            status: 400,
            body: {
              code: 'rest_invalid_param',
              data: { params: { website: expect.any(String), status: expect.any(String) } },
            },
          },
          { status: 424, body: { code: 'batch-rolled-back' } },
        ],
      },
    });
    expect((await request({ path: '/events' })).body).toMatchObject({ total: 0 });
    expect((await request({ path: '/categories', query: { hide_empty: 'false' } })).body).toMatchObject({ total: 0 });
  });

  test('The path of a request in a batch may have question marks in its query', async () => {
    const { request } = await startTestApp();
    const requests = [{ method: 'POST', path: '/tags?name=What now?&description=Who?&slug=what' }];
    const { body } = await request<Batch>({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
    expect(body.responses[0]?.body).toMatchObject({ name: 'What now?', description: 'Who?', slug: 'what' });
  });

  test('A reference that matches nothing is reported with the request that it is in', async () => {
    const { request } = await startTestApp();
    const tag = { method: 'POST', path: '/tags', body: { name: 'New' } };
    const requests = [tag, { method: 'POST', path: '/tags', body: { name: '{7.id}' } }];
    const { body } = await request({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
    expect(body['data']).toMatchObject({
      params: { requests: 'has a reference in request 1 that matches no value of an earlier response' },
    });
  });

  test('A batch reports an error in the language of the request that failed', async () => {
    const { request } = await startTestApp();
    const failing = async (path: string, body: object, batch = '/batch') => {
      const requests = [
        { method: 'POST', path: '/tags', body: { name: 'New' } },
        { method: 'POST', path, body },
      ];
      const { body: reply } = await request<{ message: string; data: { responses: { body: { message: string } }[] } }>({
        as: 'admin',
        method: 'POST',
        path: batch,
        json: { requests },
      });
      return [reply.message, ...reply.data.responses.map((response) => response.body.message)];
    };
    const [failed, taken, english] = await failing('/venues', { venue: ' ' });
    const french = expect.stringMatching(/^Paramètres non valides/);
    expect(english).not.toEqual(french);
    expect(await failing('/venues', { venue: ' ', i18n_language: 'fr' })).toEqual([failed, taken, french]);
    expect(await failing('/venues?i18n_language=fr', { venue: ' ' })).toEqual([failed, taken, french]);
    expect((await failing('/venues', { venue: ' ' }, '/batch?i18n_language=fr'))[2]).toEqual(french);
    expect((await failing('/nowhere?i18n_language=fr', {}))[2]).toMatch(/^Il n’y a rien/);
  });

  test.each([
    ['no list', 'x'],
    ['none', []],
    ['too many', Array.from({ length: 101 }, () => ({ method: 'POST', path: '/tags', body: { name: 'x' } }))],
    ['a read', [{ method: 'GET', path: '/events' }]],
    ['a batch', [{ method: 'POST', path: '/batch', body: {} }]],
    ['the URL of another server', [{ method: 'POST', path: 'http://elsewhere.example/events' }]],
    ['a dry run of its own', [{ method: 'POST', path: '/tags?dry_run=true', body: { name: 'x' } }]],
    ['a dry run spelt differently', [{ method: 'POST', path: '/tags?dry%5Frun[]=true', body: { name: 'x' } }]],
    ['a dry run in the body', [{ method: 'POST', path: '/tags', body: { name: 'x', dry_run: true } }]],
    ['a second method', [{ method: 'POST', path: '/tags?_method=DELETE', body: { name: 'x' } }]],
    ['a reference to a later request', [{ method: 'POST', path: '/events/{0.id}', body: {} }]],
    [
      'a reference to a missing value',
      [
        { method: 'POST', path: '/tags', body: { name: 'a' } },
        { method: 'PATCH', path: '/tags/{0.nothing}' },
      ],
    ],
  ])('A batch refuses %s', async (_name, requests) => {
    const { request } = await startTestApp();
    const reply = await request({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { requests: expect.any(String) } },
    });
    expect((await request({ path: '/tags', query: { hide_empty: 'false' } })).body).toMatchObject({ total: 0 });
  });

  test('A path of very many slashes in a batch is refused', async () => {
    const { request } = await startTestApp();
    const requests = [{ method: 'POST', path: `/tags${'/'.repeat(900_000)}x` }];
    const { status, body } = await request({ as: 'sub', method: 'POST', path: '/batch', json: { requests } });
    expect([status, body['code']]).toEqual([400, 'batch-failed']);
  });

  test('A batch requires signing in, and each of its requests requires the right to write', async () => {
    const { request } = await startTestApp();
    const json = { requests: [{ method: 'POST', path: '/events', body: event('No') }] };
    expect((await request({ method: 'POST', path: '/batch', json })).status).toBe(401);
    const reply = await request({ as: 'sub', method: 'POST', path: '/batch', json });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'batch-failed',
      data: { responses: [{ status: 403, body: { code: 'rest_forbidden' } }] },
    });
  });
});

/** The first use of a password is recorded after its reply. */
const isUseNoted = async ({ reader }: Store): Promise<boolean> =>
  (await sql`select 1 from application_passwords where last_used_at is not null`.execute(reader)).rows.length > 0;

/** Changes with every commit. */
const stateOf = async (store: Store): Promise<unknown> =>
  inject('engine') === 'postgres'
    ? (await sql`select number from calendar_version`.execute(store.reader)).rows
    : store.version();

describe('dry_run', () => {
  test.each([
    ['create', 'POST', '/events', event('Dry', { venue: { venue: 'Dry hall' }, categories: ['Dry'] }), 201],
    ['batch', 'POST', '/batch', { requests: [{ method: 'POST', path: '/events', body: event('Dry') }] }, 200],
  ] as const)('A dry run of %s gets the same reply and stores nothing', async (_name, method, path, json, status) => {
    const { request, store } = await startTestApp();
    await request({ as: 'admin', path: '/events' });
    await vi.waitUntil(() => isUseNoted(store));
    const before = await stateOf(store);
    const reply = await request({ as: 'admin', method, path, json, query: { dry_run: 'true' } });
    expect(reply.status).toBe(status);
    expect(reply.headers['dry-run']).toBe('true');
    expect(await stateOf(store)).toEqual(before);
    expect((await request({ path: '/events' })).body).toMatchObject({ total: 0 });
    expect((await request({ path: '/venues' })).body).toMatchObject({ total: 0 });
  });

  test('A dry run of an update and a deletion leaves the record as it was', async () => {
    const { request } = await startTestApp();
    const { body } = await request({ as: 'admin', method: 'POST', path: '/events', json: event('Stays') });
    const path = `/events/${body['id']}`;
    const changed = await request({ as: 'admin', method: 'PATCH', path, json: { title: 'Other', dry_run: true } });
    expect(changed.body).toMatchObject({ title: 'Other' });
    const deleted = await request({ as: 'admin', method: 'DELETE', path, query: { dry_run: '1', force: 'true' } });
    expect(deleted.body).toMatchObject({ deleted: true });
    expect((await request({ path })).body).toMatchObject({ title: 'Stays', status: 'publish' });
  });

  test('A dry run of a batch checks as the write itself does', async () => {
    const { request } = await startTestApp();
    expect((await request({ method: 'POST', path: '/events', query: { dry_run: 'true' }, json: {} })).status).toBe(401);
    expect(
      (await request({ as: 'admin', method: 'POST', path: '/events', query: { dry_run: 'true' }, json: {} })).status,
    ).toBe(400);
    const odd = await request({ as: 'admin', method: 'POST', path: '/tags', json: { name: 'x', dry_run: 'perhaps' } });
    expect(odd.body).toMatchObject({ code: 'rest_invalid_param', data: { params: { dry_run: expect.any(String) } } });
  });
});
