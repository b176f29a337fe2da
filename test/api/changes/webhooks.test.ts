// The routes of webhooks: permissions, validation and secrets.
import { beforeEach, describe, expect, test } from 'vitest';
import { languages } from '../../../src/core/languages.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestRequest } from '../../support/test-request.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ resolve: async (host) => (host === 'inside.example' ? ['10.0.0.7'] : ['93.184.215.14']) });
});

const url = 'https://receiver.example/hook';
type Body = Readonly<Record<string, unknown>> & { id: number };

const admin = (request: Omit<TestRequest, 'as'>) => app.request<Body>({ as: 'admin', ...request });
const add = async (json: object = {}) => {
  const reply = await admin({ method: 'POST', path: '/webhooks', json: { url, ...json } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
};
const problemsOf = async (json: object) => {
  const { status, body } = await admin({ method: 'POST', path: '/webhooks', json });
  expect(status).toBe(400);
  return (body['data'] as { params: Record<string, string> }).params;
};

describe('rights', () => {
  test.each<[method: TestRequest['method'], path: string]>([
    ['GET', '/webhooks'],
    ['POST', '/webhooks'],
    ['GET', '/webhooks/1'],
    ['PATCH', '/webhooks/1'],
    ['DELETE', '/webhooks/1'],
    ['POST', '/webhooks/1/ping'],
    ['POST', '/webhooks/1/secret'],
    ['POST', '/webhooks/1/replay'],
    ['GET', '/webhooks/1/deliveries'],
  ])('%s %s is for administrators', async (method = 'GET', path) => {
    const { secret } = await add();
    for (const as of [null, 'sub', 'con', 'ann', 'ed'] as const) {
      const reply = await app.request<Body>({ as, method, path, ...(method === 'GET' ? {} : { json: { url } }) });
      expect([reply.status, reply.body['code']]).toEqual([as ? 403 : 401, 'rest_forbidden']);
      expect(JSON.stringify(reply.body)).not.toContain('receiver.example');
    }
    expect((await admin({ path: '/webhooks/1' })).status).toBe(200);
    expect(secret).toMatch(/^whsec_/);
  });
});

describe('settings', () => {
  test('A new webhook receives all types of messages, and only the reply to its creation contains the secret', async () => {
    const { secret, ...shown } = await add({ description: 'Newsletter' });
    expect(Buffer.from(String(secret).slice(6), 'base64')).toHaveLength(32);
    const times = { created_utc: '2027-03-01 12:00:00', modified_utc: '2027-03-01 12:00:00' };
    const state = { types: ['*'], categories: [], status: 'active', pending: 0, failed: 0, ...times };
    expect(shown).toEqual({ id: 1, url, description: 'Newsletter', ...state });
    expect((await admin({ path: '/webhooks/1' })).body).toEqual(shown);
    expect((await admin({ path: '/webhooks' })).body).toEqual({ webhooks: [shown] });
  });

  test('An update of a webhook changes only the fields that are sent', async () => {
    const category = await admin({ method: 'POST', path: '/categories', json: { name: 'Music' } });
    await add({ types: ['event.*', 'venue.created'], categories: [category.body.id] });
    const change = (json: object) => admin({ method: 'PATCH', path: '/webhooks/1', json });
    expect((await change({ status: 'paused' })).body).toMatchObject({
      status: 'paused',
      types: ['event.*', 'venue.created'],
      categories: [category.body.id],
    });
    expect((await change({ categories: [], url: `${url}?a=1#b` })).body).toMatchObject({
      status: 'paused',
      categories: [],
      url: `${url}?a=1`,
    });
    expect((await change({ status: 'gone' })).status).toBe(400);
    const before = await admin({ path: '/webhooks/1' });
    app.clock.advance(60);
    expect((await change({ types: null })).body).toEqual(before.body);
  });

  test('All invalid settings of a webhook are reported in one reply', async () => {
    expect(
      Object.keys(
        await problemsOf({ url: 'ftp://a.example', types: ['event.exploded'], categories: ['a'], status: 'gone' }),
      ),
    ).toEqual(['url', 'types', 'categories', 'status']);
    expect(Object.keys(await problemsOf({ url: `${url}?${'a'.repeat(2000)}`, description: 'a'.repeat(201) }))).toEqual([
      'url',
      'description',
    ]);
    expect(Object.keys(await problemsOf({ url, categories: [77] }))).toEqual(['categories']);
    expect((await admin({ method: 'POST', path: '/webhooks', json: {} })).body['code']).toBe(
      'rest_missing_callback_param',
    );
    expect((await admin({ path: '/webhooks' })).body).toEqual({ webhooks: [] });
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:8080/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://2130706433/',
    'https://inside.example/',
    'https://receiver.example:22/',
    'https://user:secret@receiver.example/',
    'file:///etc/passwd',
  ])('%s is refused, in any language and on any way', async (refused) => {
    expect(await problemsOf({ url: refused })).toEqual({ url: expect.stringContaining('public host') });
    await add();
    for (const i18n_language of languages) {
      const reply = await admin({ method: 'PATCH', path: '/webhooks/1', json: { url: refused, i18n_language } });
      expect([reply.status, reply.body['data']]).toMatchObject([400, { params: { url: expect.any(String) } }]);
    }
    expect((await admin({ path: '/webhooks/1' })).body['url']).toBe(url);
  });

  test('A calendar has at most 50 webhooks', async () => {
    for (let count = 0; count < 50; count++) await add();
    const reply = await admin({ method: 'POST', path: '/webhooks', json: { url } });
    expect(reply).toMatchObject({ status: 409, body: { code: 'rest-too-many-webhooks' } });
    await admin({ method: 'DELETE', path: '/webhooks/7' });
    expect(await add()).toMatchObject({ id: 51 });
  });

  test('A repeated Idempotency-Key creates one webhook, and a wrong If-Match changes nothing', async () => {
    const request = { method: 'POST', path: '/webhooks', json: { url }, headers: { 'idempotency-key': 'a' } } as const;
    const first = await admin(request);
    expect((await admin(request)).body).toEqual(first.body);
    expect((await admin({ path: '/webhooks' })).body).toMatchObject({ webhooks: [{ id: 1 }] });
    const { etag } = (await admin({ path: '/webhooks/1' })).headers;
    const write = (method: 'PATCH' | 'DELETE', match: string | undefined) =>
      admin({ method, path: '/webhooks/1', json: { status: 'paused' }, headers: { 'if-match': match } });
    expect((await write('PATCH', '"other"')).status).toBe(412);
    expect((await write('DELETE', '"other"')).status).toBe(412);
    for (const action of ['ping', 'secret', 'replay']) {
      const path = `/webhooks/1/${action}`;
      expect((await admin({ method: 'POST', path, headers: { 'if-match': '"other"' } })).status).toBe(412);
    }
    expect((await write('PATCH', etag)).status).toBe(200);
  });

  test('Deleting a webhook deletes its deliveries', async () => {
    await add();
    await admin({ method: 'POST', path: '/webhooks/1/ping' });
    const { body } = await admin({ method: 'DELETE', path: '/webhooks/1' });
    expect(body).toMatchObject({ deleted: true, previous: { id: 1, url } });
    expect(JSON.stringify(body)).not.toContain('whsec_');
    for (const path of ['/webhooks/1', '/webhooks/1/deliveries'])
      expect(await admin({ path })).toMatchObject({ status: 404, body: { code: 'rest-webhook-not-found' } });
    expect(await app.store.reader.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
  });
});

describe('deliveries', () => {
  test('A ping is queued and listed, and pages of deliveries continue by id', async () => {
    await add();
    for (let count = 0; count < 3; count++)
      expect((await admin({ method: 'POST', path: '/webhooks/1/ping' })).status).toBe(201);
    const list = async (query: string) => (await admin({ path: `/webhooks/1/deliveries?${query}` })).body;
    const idsOf = (body: Body) => (body['deliveries'] as Body[]).map(({ id }) => id);
    const first = await list('per_page=2');
    expect([idsOf(first), first['has_more']]).toEqual([[3, 2], true]);
    const last = await list('per_page=2&before=2');
    expect([idsOf(last), last['has_more']]).toEqual([[1], false]);
    expect(idsOf(await list('status=failed'))).toEqual([]);
    expect((first['deliveries'] as object[])[0]).toMatchObject({
      type: 'ping',
      status: 'pending',
      attempts: 0,
      body: '{"type":"ping","timestamp":"2027-03-01T12:00:00.000Z","data":{"webhook":1}}',
      next_attempt_utc: '2027-03-01 12:00:00',
      response_status: null,
    });
    expect((await admin({ path: '/webhooks/1' })).body).toMatchObject({ pending: 3 });
  });

  test('A replay does not resend deliveries of other webhooks', async () => {
    await add();
    await add();
    await admin({ method: 'POST', path: '/webhooks/1/ping' });
    const replay = (id: number, json: object) => admin({ method: 'POST', path: `/webhooks/${id}/replay`, json });
    expect(await replay(2, { deliveries: [1] })).toMatchObject({
      status: 400,
      body: { data: { params: { deliveries: 'must be ids of deliveries of this webhook' } } },
    });
    expect((await replay(1, { deliveries: [1] })).body).toEqual({ replayed: 1 });
    expect((await replay(1, {})).body).toEqual({ replayed: 0 });
  });

  test('A new secret is returned once, with the time until which the previous one is valid', async () => {
    const { secret } = await add();
    const { body } = await admin({ method: 'POST', path: '/webhooks/1/secret' });
    expect(body).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      former_secret_until_utc: '2027-03-02 12:00:00',
    });
    expect(body['secret']).not.toBe(secret);
    app.clock.advance(86_400);
    expect((await admin({ path: '/webhooks/1' })).body).not.toHaveProperty('former_secret_until_utc');
  });
});

test('The document describes every message that is sent', async () => {
  interface Document {
    webhooks: Record<string, { post: { requestBody: object } }>;
  }
  const { webhooks } = (await app.request<Document>({ path: '/doc' })).body;
  expect(Object.keys(webhooks)).toHaveLength(28);
  for (const type of ['event.published', 'media.created']) expect(Object.keys(webhooks)).toContain(type);
});
