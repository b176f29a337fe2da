// Bodies, credentials and the order of checks (the REST layer of the contract; D1, D2, D8).
import { beforeAll, describe, expect, test } from 'vitest';
import { createAttempts } from '../../../src/resources/users/attempts.ts';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
const host = 'http://calendar.example';
const main = '/wp-json/calendar/events/v1';
const json = kinds.events.required();
const dates = { start_date: json.start_date, end_date: json.end_date };

beforeAll(async () => {
  app = await startTestApp({ settings: { bodyLimitBytes: 20_000 } });
  await make(app, 'events', json);
});

const get = (path: string, headers: Record<string, string> = {}) => app.request<Body>({ path, headers });
const code = (reply: { status: number; body: Body }) => [reply.status, reply.body['code']];

describe('bodies', () => {
  const post = (
    payload: string | Buffer,
    type: string | undefined,
    path = '/tags',
    as: 'ed' | null = 'ed',
    namespace = main,
  ) =>
    app.app.inject({
      method: 'POST',
      url: `${host}${namespace}${path}`,
      payload,
      headers: {
        ...(type ? { 'content-type': type } : {}),
        ...(as ? { authorization: `Basic ${Buffer.from(`${as}:${app.passwords[as]}`).toString('base64')}` } : {}),
      },
    });
  test('A body that is too large is refused', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(21_000) });
    const reply = await post(large, 'application/json');
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'rest_request_too_large']);
    expect((await post(large, 'application/json', '/tags', null)).statusCode).toBe(401);
    expect((await get('/tags?hide_empty=0&search=xxxxxx')).body['total']).toBe(0);
  });
  test.each(['{', '{"name":}', 'nonsense', '{"name":"a"}}', "{'name':1}", '[1,', '"\\ud8'])(
    'Malformed JSON is refused: %s',
    async (text) => {
      const reply = await post(text, 'application/json');
      expect(reply.json()).toMatchObject({
        code: 'rest_invalid_json',
        data: { status: 400, json_error_code: expect.any(Number), json_error_message: expect.any(String) },
      });
    },
  );
  test('A body of malformed UTF-8 is refused', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect((await post(bytes, 'application/json')).json()).toMatchObject({ code: 'rest_invalid_json' });
    expect((await post(Buffer.from([0x6e, 0x3d, 0xff]), 'application/x-www-form-urlencoded')).statusCode).toBe(400);
    expect((await post('name=%FF', 'application/x-www-form-urlencoded')).statusCode).toBe(400);
    expect((await get('/tags?search=%C3%28')).status).toBe(400);
  });
  test.each(['null', '5', '"text"', '[]', '[1,2]', 'true', '', '{}'])(
    'A body without parameters counts as empty: %j',
    async (text) => {
      expect((await post(text, 'application/json')).json()).toMatchObject({
        code: 'rest_missing_callback_param',
        data: { params: ['name'] },
      });
    },
  );
  test('Forms and any kind of JSON are read, and plain text is ignored', async () => {
    const boundary = 'bound';
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nMultipart ä\r\n--${boundary}--\r\n`;
    const multipart = `multipart/form-data; boundary=${boundary}`;
    expect((await post(part, multipart)).json()).toMatchObject({ name: 'Multipart ä' });
    expect((await post('name=Formed', 'application/x-www-form-urlencoded; charset=UTF-8')).json()).toMatchObject({
      name: 'Formed',
    });
    expect((await post('{"name":"Plus"}', 'application/vnd.api+json')).json()).toMatchObject({ name: 'Plus' });
    expect((await post('{"name":"Text"}', 'text/plain')).json()).toMatchObject({ code: 'rest_missing_callback_param' });
    expect((await post('', undefined, '/tags?name=By+query')).json()).toMatchObject({ name: 'By query' });
    expect(
      (await post('{"name":"Body wins"}', 'application/json', '/tags?name=Query&description=kept')).json(),
    ).toMatchObject({ name: 'Body wins', description: 'kept' });
    for (const broken of [part.slice(0, 60), 'garbage', ''])
      expect((await post(broken, multipart)).statusCode, broken).toBe(400);
    expect((await post(part, 'multipart/form-data')).statusCode).toBe(400);
  });
  test('A form with parts is read whatever method a POST stands for', async () => {
    const { id } = await make(app, 'tags', { name: 'Parts' });
    const part = '--b\r\nContent-Disposition: form-data; name="description"\r\n\r\nOf parts\r\n--b--\r\n';
    const changed = await post(part, 'multipart/form-data; boundary=b', `/tags/${id}?_method=PATCH`);
    expect([changed.statusCode, changed.json().description]).toEqual([200, 'Of parts']);
  });
  test.each(['nonsense', 'application/json, application/json', 'json;charset=utf-8', '/', ';'])(
    'A content type that is no media type is ignored: %s',
    async (type) => {
      expect((await post('{', type, '/tags', null)).json()).toMatchObject({ code: 'rest_forbidden' });
      expect((await post('{', type, '/nowhere')).json()).toMatchObject({ code: 'rest_no_route' });
      expect((await post('{', type)).json()).toMatchObject({ code: 'rest_missing_callback_param' });
    },
  );
  test('An empty content type is the same as none', async () => {
    const { id } = await make(app, 'tags', { name: 'Typeless' });
    const reply = await app.request({
      as: 'ed',
      method: 'PATCH',
      path: `/tags/${id}`,
      form: { description: 'Read' },
      headers: { 'content-type': '' },
    });
    expect(reply.body).toMatchObject({ description: 'Read' });
  });
  test('A body that is nested too deeply is refused', async () => {
    const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
    for (const namespace of [main, '/wp-json/tribe/events/v1']) {
      const reply = await post(`{"name":${deep}}`, 'application/json', '/tags', 'ed', namespace);
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'rest_invalid_param']);
    }
    const nested = await post(
      JSON.stringify({ title: 'x', ...dates, venue: [[[[[[{ venue: 'x' }]]]]]] }),
      'application/json',
      '/events',
    );
    expect(nested.json().data.params).toEqual({ venue: 'is nested too deeply' });
    expect((await get(`/events?${'a[b][c][d][e][f][g][h]=1'}`)).status).toBeLessThan(500);
    expect((await get(`/events?${'a=1&'.repeat(1500)}`)).status).toBe(400);
  });
  test('A body on GET does not matter, nor names of prototypes', async () => {
    expect(await app.request({ path: '/events', json: { page: 99 } })).toMatchObject({ status: 200 });
    const evil = '{"__proto__":{"name":"x"},"constructor":1,"name":"Proto","toString":"y"}';
    expect((await post(evil, 'application/json')).json()).toMatchObject({ name: 'Proto' });
    for (const query of ['__proto__[page]=0', 'constructor=1', 'toString=1&hasOwnProperty=2'])
      expect((await get(`/events?${query}`)).status, query).toBe(200);
  });
});

test.each(['events', 'venues', 'organizers', 'categories', 'tags'] as const)(
  'A context without a meaning is ignored: %s',
  async (plural) => {
    const { id } = await make(app, plural, kinds[plural].required());
    for (const query of ['context=help', 'context=VIEW', 'context=', 'context[]=view'])
      for (const path of [`/${plural}/${id}`, `/${plural}`])
        expect((await get(`${path}?${query}`)).status, `${path} ${query}`).toBe(200);
  },
);

describe('credentials', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  test.each([
    ['ed:wrong', 'incorrect_password'],
    ['nobody:wrong', 'invalid_username'],
    ['nobody@x.example:wrong', 'invalid_email'],
  ])('The credentials %s are refused by every route', async (text, expected) => {
    for (const path of ['/events', '/nowhere', '/events?page=0']) {
      const reply = await get(path, basic(text));
      expect(code(reply), path).toEqual([401, expected]);
      expect(reply.headers['www-authenticate']).toMatch(/Basic[\s\S]*Bearer/);
    }
  });
  test('A wrong token is 401, a good one is its user', async () => {
    expect(code(await get('/events', { authorization: 'Bearer nonsense' }))).toEqual([401, 'invalid_token']);
    const bearer = { authorization: `Bearer ${app.passwords.ed}` };
    expect((await get('/events', bearer)).headers['allow']).toBe('GET, POST');
    const spaced = app.passwords.ed.replace(/(.{4})/g, '$1 ');
    expect((await get('/events', basic(`ed:${spaced}`))).headers['allow']).toBe('GET, POST');
  });
  test('Without usable credentials the caller is anonymous', async () => {
    for (const header of [
      'Basic',
      'Basic !!!',
      `Basic ${Buffer.from('ed').toString('base64')}`,
      `Basic ${Buffer.from('ed:').toString('base64')}`,
      'Digest x',
    ])
      expect((await get('/events', { authorization: header })).status, header).toBe(200);
    const reply = await app.request<Body>({ method: 'POST', path: '/events', json });
    expect(code(reply)).toEqual([401, 'rest_forbidden']);
    expect(reply.headers['www-authenticate']).toMatch(/Basic[\s\S]*Bearer/);
  });
  test('A bad nonce is ignored, with credentials and without', async () => {
    for (const path of ['/events', '/events?_wpnonce=bad']) {
      expect((await get(path, { 'x-wp-nonce': 'bad' })).status).toBe(200);
      const create = {
        as: 'ed',
        method: 'POST',
        path: path.replace('events', 'tags'),
        headers: { 'x-wp-nonce': 'bad' },
      } as const;
      expect((await app.request({ ...create, json: { name: path } })).status).toBe(201);
    }
  });

  test('Credentials that a browser adds by itself to a request of another origin are refused', async () => {
    const { request } = await startTestApp();
    const post = (headers: Record<string, string>, path = '/tags') =>
      request({ as: 'ed', method: 'POST', path, form: { name: JSON.stringify(headers) }, headers });
    const { body } = await request<{ id: number }>({ as: 'ed', method: 'POST', path: '/tags', json: { name: 'Jazz' } });
    const forged: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
      { origin: 'http://127.0.0.1:9' },
      { origin: 'null' },
    ];
    for (const headers of forged) {
      expect(code(await post(headers)), JSON.stringify(headers)).toEqual([403, 'rest_forbidden']);
      expect(code(await post(headers, `/tags/${body.id}?_method=DELETE`))).toEqual([403, 'rest_forbidden']);
    }
    expect((await post({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' })).status).toBe(201);
    expect((await request({ path: '/tags?hide_empty=0' })).body).toMatchObject({ total: 2 });
  });

  test('Credentials from another origin are accepted with JSON, which requires a preflight request', async () => {
    const { request } = await startTestApp();
    const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    const reply = await request({ as: 'ed', method: 'POST', path: '/tags', json: { name: 'Jazz' }, headers });
    expect(reply.status).toBe(201);
  });

  test('Credentials are accepted with a form of an origin that the operator configured, and * configures none', async () => {
    const { request } = await startTestApp({ settings: { corsOrigins: ['*', 'https://app.example'] } });
    const post = (origin: string) =>
      request({ as: 'ed', method: 'POST', path: '/tags', form: { name: origin }, headers: { origin } });
    expect((await post('https://app.example')).status).toBe(201);
    expect((await post('https://other.example')).status).toBe(403);
  });

  test('All addresses of an IPv6 network share the failures of an account', async () => {
    const { request } = await startTestApp({ settings: { trustedProxies: ['127.0.0.1'] } });
    const attempt = async (n: number) =>
      (await request({ path: '/events', headers: { ...basic('ann:x'), 'x-forwarded-for': `2001:db8::${n}` } })).status;
    for (let n = 0; n < 10; n++) expect(await attempt(n)).toBe(401);
    expect(await attempt(10)).toBe(429);
  });

  test('After ten failures an account is blocked, and a success resets the count', async () => {
    const slow = await startTestApp();
    const attempt = (password: string, login = 'ann') =>
      slow.request<Body>({ path: '/events', headers: basic(`${login}:${password}`) });
    for (let n = 0; n < 9; n++) expect((await attempt('x')).status).toBe(401);
    expect((await attempt(slow.passwords.ann)).status).toBe(200);
    for (let n = 0; n < 10; n++) expect((await attempt('x')).status).toBe(401);
    const reply = await attempt(slow.passwords.ann);
    expect(code(reply)).toEqual([429, 'too_many_attempts']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt(slow.passwords.ed, 'ed')).status).toBe(200);
    expect((await slow.request({ path: '/events' })).status).toBe(200);
    slow.clock.advance(301);
    // Earlier failures have expired; new ones count as before.
    for (let n = 0; n < 10; n++) expect((await attempt('x')).status).toBe(401);
    expect((await attempt(slow.passwords.ann)).status).toBe(429);
    slow.clock.advance(301);
    expect((await attempt(slow.passwords.ann)).status).toBe(200);
  });

  test('Blocked accounts are checked once a minute, and none is blocked longer than it should be', async () => {
    const slow = await startTestApp();
    const attempt = async (login: string, password = 'x') =>
      (await slow.request<Body>({ path: '/events', headers: basic(`${login}:${password}`) })).status;
    const block = async (login: string) => {
      for (let n = 0; n < 10; n++) expect(await attempt(login)).toBe(401);
      expect(await attempt(login)).toBe(429);
    };
    const known = async () =>
      (await slow.store.reader.selectFrom('login_failures').select('account').orderBy('account').execute()).map(
        ({ account }) => account,
      );
    const ann = 'user 3';
    await block('ann');
    slow.clock.advance(290);
    await block('anybody');
    slow.clock.advance(11);
    await block('somebody');
    expect(await known()).toEqual(['anybody', 'somebody', ann]);
    expect(await attempt('ann')).toBe(401);
    expect(await attempt('ann', slow.passwords.ann)).toBe(200);
    slow.clock.advance(300);
    await block('nobody');
    expect(await known()).toEqual(['nobody']);
  });

  test('Not every wrong credential causes a write, so that guessing does not empty the response cache', async () => {
    const { request, store } = await startTestApp();
    const before = store.version();
    for (let n = 0; n < 9; n++) expect((await request({ path: '/events', headers: basic('ann:x') })).status).toBe(401);
    expect(store.version()).toBe(before);
  });

  test('Wrong credentials at several processes are counted together', async () => {
    const { store } = await startTestApp();
    const attempt = { account: 'user 3', address: '192.0.2.1', now: 6_000_000 };
    const processes = [createAttempts(store, true), createAttempts(store, true)];
    let tried = 0;
    for (let n = 0; n < 20; n++)
      for (const attempts of processes) {
        try {
          attempts.assertMayTry(attempt, await attempts.stored(attempt));
        } catch {
          continue;
        }
        tried += 1;
        await attempts.recordFailure(attempt);
      }
    expect(tried).toBeLessThanOrEqual(11);
    expect(tried).toBeGreaterThanOrEqual(10);
  });

  test('Wrong tokens from an address do not block a right one', async () => {
    const { request, passwords } = await startTestApp();
    const status = async (token: string) =>
      (await request({ path: '/events', headers: { authorization: `Bearer ${token}` } })).status;
    for (let n = 0; n < 10; n++) expect(await status('x')).toBe(401);
    expect(await status('x')).toBe(429);
    expect(await status(passwords.ann)).toBe(200);
  });
});

describe('the order of checks', () => {
  test.each([
    [
      'credentials before the route',
      { path: '/nowhere', headers: { authorization: 'Bearer x' } },
      401,
      'invalid_token',
    ],
    ['route before the role', { method: 'POST', path: '/nowhere' }, 404, 'rest_no_route'],
    ['role before the body', { method: 'POST', path: '/events', json: { title: 5 } }, 401, 'rest_forbidden'],
    ['role before existence', { as: 'sub', method: 'DELETE', path: '/events/999999' }, 403, 'rest_forbidden'],
    ['role before parameters', { as: 'con', method: 'POST', path: '/tags', json: { name: 5 } }, 403, 'rest_forbidden'],
    [
      'parameters before existence',
      { as: 'ed', method: 'PUT', path: '/events/999999', json: { all_day: 'x' } },
      400,
      'rest_invalid_param',
    ],
    [
      'parameters before ownership',
      { as: 'ann', method: 'PUT', path: '/events/1', json: { all_day: 'x' } },
      400,
      'rest_invalid_param',
    ],
    [
      'existence after all',
      { as: 'ed', method: 'PUT', path: '/events/999999', json: { all_day: true } },
      404,
      'rest-event-not-found',
    ],
    ['query faults after the role', { method: 'POST', path: '/events?a=%FF' }, 401, 'rest_forbidden'],
  ] as const)('Checks are made in order: %s', async (_name, request, status, expected) => {
    expect(code(await app.request<Body>(request))).toEqual([status, expected]);
  });
});

test.each([
  ['a filter by ids or slugs', { path: '/events?categories=' }, 'must be ids or slugs, as a list or comma-separated'],
  ['a term in such a filter', { path: '/events?tags=nope' }, 'must be the id or slug of a tag'],
  ['a filter by ids', { path: '/tags?include=loud' }, 'must be ids, as a list or comma-separated'],
  ['an id in such a filter', { path: '/tags?exclude=999999' }, 'must be the id of a tag'],
  ['the parent in a list', { path: '/categories?parent=999999' }, 'must be the id of a category'],
  [
    'the parent of a category',
    { as: 'ed', method: 'POST', path: '/categories', json: { name: 'Jazz', parent: 999999 } },
    'must be the id of a category',
  ],
  [
    'the categories of a webhook',
    { as: 'admin', method: 'POST', path: '/webhooks', json: { url: 'https://x.example/', categories: [999999] } },
    'must be the id of a category',
  ],
] as const)('A message names only what is accepted: %s', async (_name, request, message) => {
  const { body } = await (await startTestApp()).request<{ data: { params: object } }>(request);
  expect(Object.values(body.data.params)).toEqual([message]);
});

test('Idle connections outlive those of load balancers, and an incomplete request times out', async () => {
  const { app } = await startTestApp();
  const { keepAliveTimeout, requestTimeout, headersTimeout, timeout } = app.server;
  expect({ keepAliveTimeout, requestTimeout, headersTimeout, timeout }).toEqual({
    timeout: 120_000,
    keepAliveTimeout: 72_000,
    requestTimeout: 60_000,
    headersTimeout: 30_000,
  });
});

test('A login that contains NUL, which PostgreSQL cannot store, belongs to no user', async () => {
  const authorization = `Basic ${Buffer.from('ad\0min:secret').toString('base64')}`;
  const reply = await app.request({ path: '/events', headers: { authorization } });
  expect(reply).toMatchObject({ status: 401, body: { code: 'invalid_username' } });
});
