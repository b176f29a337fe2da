// What the generic layer promises, whatever the resource (the REST layer of the contract; D1 to D9, D12).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let event: Body & { id: number; slug: string };
const host = 'http://calendar.example';
const main = '/wp-json/calendar/events/v1';
const json = { ...kinds.events.required(), title: 'One', slug: 'one' };
const dates = { start_date: json.start_date, end_date: json.end_date };

beforeAll(async () => {
  app = await startTestApp({ settings: { bodyLimitBytes: 20_000 } });
  event = await make(app, 'events', json);
  await make(app, 'events', { ...kinds.events.required(), venue: { venue: 'Hall' }, categories: ['Art'] });
});

const get = (path: string, headers: Record<string, string> = {}) => app.request<Body>({ path, headers });
const code = (reply: { status: number; body: Body }) => [reply.status, reply.body['code']];

describe('_fields', () => {
  test.each([
    ['id,title', ['id', 'title']],
    ['title', ['title']],
    ['nothing_such', []],
    ['', undefined],
    [' id , title ', ['id', 'title']],
  ])('%j', async (fields, keys) => {
    const { body } = await app.request<Body>({ path: `/events/${event.id}`, query: { _fields: fields } });
    if (keys) expect(Object.keys(body).sort()).toEqual([...keys].sort());
    else expect(body).toMatchObject({ id: event.id, description: '' });
  });
  test('goes into objects and lists, on writes, never into errors', async () => {
    const list = await get('/events?_fields=events.id,total');
    expect(Object.keys(list.body).sort()).toEqual(['events', 'total']);
    for (const item of list.body['events'] as Body[]) expect(Object.keys(item)).toEqual(['id']);
    const several = await get('/events?_fields[]=total&_fields[]=events.venue.venue');
    expect(JSON.stringify(several.body)).toContain('"Hall"');
    const written = await app.request({
      as: 'ed',
      method: 'POST',
      path: '/venues?_fields=venue',
      json: { venue: 'Only' },
    });
    expect(written.body).toEqual({ venue: 'Only' });
    expect((await get('/events/999999?_fields=id')).body).toMatchObject({
      code: 'rest-event-not-found',
      data: { status: 404 },
    });
  });
});

test('_envelope wraps every reply', async () => {
  expect(await get('/events?_envelope')).toMatchObject({
    status: 200,
    body: { status: 200, body: { total: 2 }, headers: {} },
  });
  const missing = await get('/events/999999?_envelope=1');
  expect(missing).toMatchObject({ status: 200, body: { status: 404, body: { code: 'rest-event-not-found' } } });
  expect(await app.request({ method: 'POST', path: '/events?_envelope=1', json: {} })).toMatchObject({
    status: 200,
    body: { status: 401 },
  });
  expect(await get('/nowhere?_envelope=1')).toMatchObject({ status: 200, body: { status: 404 } });
});

describe('method override', () => {
  const patch = { as: 'ed', method: 'POST', path: `/events/${'ID'}` } as const;
  const path = () => patch.path.replace('ID', String(event.id));
  test.each(['PATCH', 'patch', 'PUT'])('%s, by query and by header, on a POST', async (method) => {
    expect(await app.request({ ...patch, path: `${path()}?_method=${method}`, json: {} })).toMatchObject({
      status: 200,
      body: { id: event.id },
    });
    const headers = { 'x-http-method-override': method };
    expect(await app.request({ ...patch, path: path(), headers, json: {} })).toMatchObject({ status: 200 });
  });
  test('DELETE and GET by POST', async () => {
    const { id } = await make(app, 'events', kinds.events.required());
    expect(await app.request({ ...patch, path: `/events/${id}?_method=GET` })).toMatchObject({
      status: 200,
      body: { id, status: 'publish' },
    });
    expect(await app.request({ ...patch, path: `/events/${id}?_method=DELETE` })).toMatchObject({
      status: 200,
      body: { status: 'trash' },
    });
  });
  test('not on a GET, not from a body, not to what there is not', async () => {
    expect(
      await app.request({
        as: 'ed',
        path: `${path()}?_method=DELETE`,
        headers: { 'x-http-method-override': 'DELETE' },
      }),
    ).toMatchObject({ status: 200, body: { status: 'publish' } });
    expect(await app.request({ ...patch, path: path(), json: { _method: 'DELETE' } })).toMatchObject({
      status: 200,
      body: { status: 'publish' },
    });
    expect(code(await app.request<Body>({ ...patch, path: '/events?_method=DELETE' }))).toEqual([404, 'rest_no_route']);
    expect(code(await app.request<Body>({ ...patch, path: `${path()}?_method=BREW` }))).toEqual([404, 'rest_no_route']);
    expect((await app.request({ method: 'POST', path: `${path()}?_method=DELETE` })).status).toBe(401);
  });
});

test('HEAD is GET without a body', async () => {
  for (const path of ['/events', `/events/${event.id}`, '/events/999999', '/', '/doc', '/tags?page=0']) {
    const whole = await get(path);
    const head = await app.request({ method: 'HEAD', path });
    expect(head.status, path).toBe(whole.status);
    for (const name of ['content-type', 'allow', 'x-tec-total', 'etag', 'content-length'])
      if (name !== 'content-length' || whole.status === 200)
        expect(head.headers[name], `${path} ${name}`).toBe(whole.headers[name]);
  }
});

describe('OPTIONS', () => {
  test.each([
    '/events',
    '/events/5',
    '/events/999999',
    '/events/by-slug/x',
    '/venues',
    '/organizers/1',
    '/categories',
    '/tags/3',
    '/doc',
  ])('%s', async (path) => {
    const { status, body, headers } = await app.request<Body>({ method: 'OPTIONS', path });
    expect(status).toBe(200);
    expect(body).toMatchObject({ namespace: 'calendar/events/v1' });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['namespace', 'methods', 'endpoints']));
    expect(body['methods']).toContain('GET');
    expect(headers['allow']).toBe('GET');
  });
  test('tells a writer what is allowed, and refuses bad credentials', async () => {
    const reply = await app.request({ as: 'ed', method: 'OPTIONS', path: `/events/${event.id}` });
    expect(reply.headers['allow']).toBe('GET, DELETE, POST, PUT, PATCH');
    const headers = { authorization: 'Bearer nonsense' };
    expect((await app.request({ method: 'OPTIONS', path: '/events', headers })).status).toBe(401);
  });
});

describe('addresses', () => {
  const same = () => [
    `/events/${event.id}/`,
    `/events/${event.id}//`,
    `/events/000${event.id}`,
    `/EVENTS/${event.id}`,
    `/Events/By-Slug/one`,
    '/events/by-slug/ONE',
    `${host}/WP-JSON/Calendar/Events/V1/events/${event.id}`,
    `${host}/calendar/events/v1/events/${event.id}`,
    `${host}/fr/calendar/events/v1/events/${event.id}`,
    `${host}/?rest_route=/calendar/events/v1/events/${event.id}`,
    `${host}/?rest_route=%2Fcalendar%2Fevents%2Fv1%2Fevents%2F${event.id}`,
    `${host}/index.php?rest_route=/calendar/events/v1/events/${event.id}/`,
    `${host}/fr/?rest_route=/calendar/events/v1/events/${event.id}`,
    `${host}/tribe/events/v1/events/${event.id}`,
  ];
  test('lead to the same event', async () => {
    for (const path of same()) expect(await get(path), path).toMatchObject({ status: 200, body: { id: event.id } });
  });
  test('links are as the caller called', async () => {
    for (const root of [
      `${host}/calendar/events/v1`,
      `${host}/tribe/events/v1`,
      `${host}/wp-json/tribe/events/v1`,
      `${host}/fr${main}`,
    ]) {
      const { body } = await get(`${root}/events?per_page=1`);
      expect(String(body['next_rest_url'])).toMatch(new RegExp(`^${root}/events/`));
      expect(String((body['events'] as Body[])[0]?.['rest_url'])).toBe(`${root}/events/${event.id}`);
    }
    const query = await get(`${host}/?rest_route=/calendar/events/v1/events&per_page=1`);
    expect((await get(String(query.body['next_rest_url']))).body).toMatchObject({
      total: 2,
      previous_rest_url: expect.any(String),
    });
    const forged = await get('/events?per_page=1', {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    });
    expect(JSON.stringify(forged.body)).not.toContain('evil');
  });
  test.each([
    '/nowhere',
    '/events/abc',
    '/events/-1',
    '/events/1.5',
    '/events/10abc',
    '/events/by-slug/',
    '/events/by-slug',
    '/categories/by-slug/x',
    '/events/1/2',
    `${host}/wp-json/other/v1/events`,
    `${host}/xx${main}/events`,
  ])('%s leads nowhere', async (path) => {
    const reply = await get(path);
    expect(code(reply)).toEqual([404, 'rest_no_route']);
    expect(reply.headers['allow']).toBeUndefined();
  });
  test.each(['events', 'venues', 'organizers', 'categories', 'tags'])(
    'an id beyond all is unknown: %s',
    async (plural) => {
      for (const id of ['9007199254740993', '99999999999999999999999', '0'])
        expect((await get(`/${plural}/${id}`)).status, id).toBe(404);
    },
  );
  test('the legacy profile of an alias: unknown is 400, but not an event id', async () => {
    const alias = (path: string) => get(`${host}/wp-json/tribe/events/v1${path}`);
    expect(code(await alias('/events/999999'))).toEqual([404, 'rest-event-not-found']);
    for (const [path, name] of [
      ['/events/by-slug/nope', 'slug'],
      ['/venues/999999', 'id'],
      ['/organizers/by-slug/nope', 'slug'],
      ['/categories/999999', 'id'],
      ['/tags/999999', 'id'],
    ] as const) {
      const reply = await alias(path);
      expect(code(reply), path).toEqual([400, 'rest_invalid_param']);
      expect(Object.keys((reply.body['data'] as { params: Body }).params), path).toEqual([name]);
    }
    expect(await alias('/')).toMatchObject({ status: 200, body: { namespace: 'tribe/events/v1' } });
  });
});

describe('unknown methods', () => {
  test.each([
    ['PUT', '/events', 'GET'],
    ['DELETE', '/venues', 'GET'],
    ['PATCH', '/tags', 'GET'],
    ['POST', '/doc', 'GET'],
    ['DELETE', '/', 'GET'],
  ] as const)('%s %s', async (method, path, allow) => {
    for (const as of [null, 'admin'] as const) {
      const reply = await app.request<Body>({ as, method, path, json: {} });
      expect(code(reply)).toEqual([404, 'rest_no_route']);
      const more = as && ['/events', '/venues', '/tags'].includes(path) ? ', POST' : '';
      expect(reply.headers['allow']).toBe(allow + more);
    }
  });
});

describe('headers', () => {
  test('of every reply', async () => {
    for (const reply of [await get('/events'), await get('/events/999999'), await get('/nowhere')]) {
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      });
      expect(reply.headers['x-request-id']).toMatch(/\S{8,}/);
      if (reply.status >= 400) expect(JSON.stringify(reply.body)).toContain(String(reply.headers['x-request-id']));
    }
  });
  test('of other origins', async () => {
    const reply = await get('/events', { origin: 'https://other.example' });
    expect(reply.headers['access-control-allow-origin']).toMatch(/^(\*|https:\/\/other\.example)$/);
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    for (const name of ['X-TEC-Total', 'X-TEC-TotalPages', 'ETag', 'Link', 'Location'])
      expect(String(reply.headers['access-control-expose-headers']).toLowerCase()).toContain(name.toLowerCase());
    const preflight = { origin: 'https://other.example', 'access-control-request-method': 'PATCH' };
    const asked = await app.request({ method: 'OPTIONS', path: `/events/${event.id}`, headers: preflight });
    expect(asked.status).toBe(200);
    expect(asked.headers['access-control-allow-methods']).toContain('PATCH');
    expect(asked.headers['access-control-allow-headers']).toMatch(/authorization/i);
    const listed = await startTestApp({ settings: { corsOrigins: ['https://mine.example'] } });
    const from = async (origin: string) => (await listed.request({ path: '/tags', headers: { origin } })).headers;
    expect((await from('https://mine.example'))['access-control-allow-origin']).toBe('https://mine.example');
    expect((await from('https://other.example'))['access-control-allow-origin']).toBeUndefined();
  });
  test('what depends on the caller is not kept, a new record tells its address', async () => {
    expect((await app.request({ as: 'sub', path: '/events' })).headers['cache-control']).toContain('no-store');
    for (const { plural, required } of Object.values(kinds)) {
      const reply = await app.request<Body>({ as: 'ed', method: 'POST', path: `/${plural}`, json: required() });
      expect(reply.headers['location']).toBe(`${host}${main}/${plural}/${reply.body['id']}`);
    }
  });
});

describe('bodies', () => {
  const post = (payload: string | Buffer, type: string | undefined, path = '/tags', as: 'ed' | null = 'ed') =>
    app.app.inject({
      method: 'POST',
      url: `${host}${main}${path}`,
      payload,
      headers: {
        ...(type ? { 'content-type': type } : {}),
        ...(as ? { authorization: `Basic ${Buffer.from(`${as}:${app.passwords[as]}`).toString('base64')}` } : {}),
      },
    });
  test('too large', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(21_000) });
    const reply = await post(large, 'application/json');
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'rest_request_too_large']);
    expect((await post(large, 'application/json', '/tags', null)).statusCode).toBe(401);
    expect((await get('/tags?hide_empty=0&search=xxxxxx')).body['total']).toBe(0);
  });
  test.each(['{', '{"name":}', 'nonsense', '{"name":"a"}}', "{'name':1}", '[1,', '"\\ud8'])(
    'malformed JSON: %s',
    async (text) => {
      const reply = await post(text, 'application/json');
      expect(reply.json()).toMatchObject({
        code: 'rest_invalid_json',
        data: { status: 400, json_error_code: expect.any(Number), json_error_message: expect.any(String) },
      });
    },
  );
  test('malformed UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect((await post(bytes, 'application/json')).json()).toMatchObject({ code: 'rest_invalid_json' });
    expect((await post(Buffer.from([0x6e, 0x3d, 0xff]), 'application/x-www-form-urlencoded')).statusCode).toBe(400);
    expect((await post('name=%FF', 'application/x-www-form-urlencoded')).statusCode).toBe(400);
    expect((await get('/tags?search=%C3%28')).status).toBe(400);
  });
  test.each(['null', '5', '"text"', '[]', '[1,2]', 'true', '', '{}'])('carries no parameters: %j', async (text) => {
    expect((await post(text, 'application/json')).json()).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['name'] },
    });
  });
  test('forms, JSON of any kind, and text that is passed over', async () => {
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
  test('nesting beyond reason', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const reply = await post(`{"name":${deep}}`, 'application/json');
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'rest_invalid_param']);
    const nested = await post(
      JSON.stringify({ title: 'x', ...dates, venue: [[[[[[{ venue: 'x' }]]]]]] }),
      'application/json',
      '/events',
    );
    expect(Object.keys(nested.json().data.params)).toEqual(['venue']);
    expect((await get(`/events?${'a[b][c][d][e][f][g][h]=1'}`)).status).toBeLessThan(500);
    expect((await get(`/events?${'a=1&'.repeat(1500)}`)).status).toBe(400);
  });
  test('a body on GET does not matter, nor names of prototypes', async () => {
    expect(await app.request({ path: '/events', json: { page: 99 } })).toMatchObject({ status: 200 });
    const evil = '{"__proto__":{"name":"x"},"constructor":1,"name":"Proto","toString":"y"}';
    expect((await post(evil, 'application/json')).json()).toMatchObject({ name: 'Proto' });
    for (const query of ['__proto__[page]=0', 'constructor=1', 'toString=1&hasOwnProperty=2'])
      expect((await get(`/events?${query}`)).status, query).toBe(200);
  });
});

describe('credentials', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  test.each([
    ['ed:wrong', 'incorrect_password'],
    ['nobody:wrong', 'invalid_username'],
    ['nobody@x.example:wrong', 'invalid_email'],
  ])('%s', async (text, expected) => {
    for (const path of ['/events', '/nowhere', '/events?page=0']) {
      const reply = await get(path, basic(text));
      expect(code(reply), path).toEqual([401, expected]);
      expect(reply.headers['www-authenticate']).toMatch(/Basic[\s\S]*Bearer/);
    }
  });
  test('a wrong token is 401, a good one is its user', async () => {
    expect(code(await get('/events', { authorization: 'Bearer nonsense' }))).toEqual([401, 'invalid_token']);
    const bearer = { authorization: `Bearer ${app.passwords.ed}` };
    expect((await get('/events', bearer)).headers['allow']).toBe('GET, POST');
    const spaced = app.passwords.ed.replace(/(.{4})/g, '$1 ');
    expect((await get('/events', basic(`ed:${spaced}`))).headers['allow']).toBe('GET, POST');
  });
  test('without usable ones the caller is nobody', async () => {
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
  test('ten failures slow an account down, a success starts anew', async () => {
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
    expect((await attempt(slow.passwords.ann)).status).toBe(200);
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
  ] as const)('%s', async (_name, request, status, expected) => {
    expect(code(await app.request<Body>(request))).toEqual([status, expected]);
  });
});
