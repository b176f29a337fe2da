// Rules of requests that hold for every resource (D1 to D9, D12).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let event: Body & { id: number; slug: string };
const host = 'http://calendar.example';
const main = '/wp-json/calendar/events/v1';
const json = { ...kinds.events.required(), title: 'One', slug: 'one' };

beforeAll(async () => {
  app = await startTestApp();
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
  ])('_fields=%j selects these members', async (fields, keys) => {
    const { body } = await app.request<Body>({ path: `/events/${event.id}`, query: { _fields: fields } });
    if (keys) expect(Object.keys(body).sort()).toEqual([...keys].sort());
    else expect(body).toMatchObject({ id: event.id, description: '' });
  });
  test('_fields reaches into objects and lists, on writes too, never into errors', async () => {
    const list = await get('/events?_fields=events.id,total');
    expect(Object.keys(list.body).sort()).toEqual(['events', 'total']);
    for (const item of list.body['events'] as Body[]) expect(Object.keys(item)).toEqual(['id']);
    const several = await get('/events?_fields[]=total&_fields[]=events.venue.venue');
    for (const spelt of ['_fields=total&_fields=events.venue.venue', '_fields[a]=total&_fields[b]=events.venue.venue'])
      expect((await get(`/events?${spelt}`)).body).toEqual(several.body);
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
  test.each([
    [['venue', { toString: 1 }, [['venue']], null], { venue: 'Strange' }],
    [[{ toString: 1 }, 'a.'.repeat(100_000)], []],
  ])('_fields ignores what is no field name: %#', async (fields, expected) => {
    const venue = { venue: 'Strange', _fields: fields };
    const written = await app.request({ as: 'ed', method: 'POST', path: '/venues', json: venue });
    expect(written).toMatchObject({ status: 201 });
    expect(written.body).toEqual(expected);
  });
});

test('_envelope wraps every reply', async () => {
  expect(await get('/events?_envelope')).toMatchObject({
    status: 200,
    body: { status: 200, body: { total: 2 }, headers: {} },
  });
  const list = await get('/events?_envelope&per_page=1');
  expect(list.body['headers']).toEqual({
    Allow: 'GET',
    'Cache-Control': 'no-cache',
    'Content-Language': 'en',
    ETag: expect.any(String),
    Link: list.headers['link'],
    'X-TEC-Total': 2,
    'X-TEC-TotalPages': 2,
  });
  expect(list.headers).toMatchObject({ 'x-tec-total': '2', 'x-tec-totalpages': '2', allow: 'GET' });
  const terms = await get(`${host}/wp-json/wp/v2/tags?_envelope`);
  expect(terms.body['headers']).toMatchObject({ 'X-WP-Total': 0, 'X-WP-TotalPages': 0 });
  const missing = await get('/events/999999?_envelope=1');
  expect(missing).toMatchObject({ status: 200, body: { status: 404, body: { code: 'rest-event-not-found' } } });
  expect(await app.request({ method: 'POST', path: '/events?_envelope=1', json: {} })).toMatchObject({
    status: 200,
    body: { status: 401, headers: { 'WWW-Authenticate': expect.any(String) } },
  });
  expect(await get('/nowhere?_envelope=1')).toMatchObject({ status: 200, body: { status: 404 } });
});

describe('method override', () => {
  const patch = { as: 'ed', method: 'POST', path: `/events/${'ID'}` } as const;
  const path = () => patch.path.replace('ID', String(event.id));
  test.each(['PATCH', 'patch', 'PUT'])(
    'A POST with %s in query or header is treated as that method',
    async (method) => {
      expect(await app.request({ ...patch, path: `${path()}?_method=${method}`, json: {} })).toMatchObject({
        status: 200,
        body: { id: event.id },
      });
      const headers = { 'x-http-method-override': method };
      expect(await app.request({ ...patch, path: path(), headers, json: {} })).toMatchObject({ status: 200 });
    },
  );
  test('A POST can stand for DELETE and GET', async () => {
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
  test('An empty method override is ignored', async () => {
    const headers = { 'x-http-method-override': '' };
    for (const query of ['', '?_method='])
      expect(await app.request({ ...patch, path: path() + query, headers, json: {} })).toMatchObject({ status: 200 });
  });
  test('A method override works neither on a GET, nor from a body, nor for an unknown method', async () => {
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

test.each([
  ['venues', 'venues rest_url next_rest_url previous_rest_url total total_pages'],
  ['organizers', 'organizers rest_url next_rest_url previous_rest_url total total_pages'],
  ['categories', 'rest_url total total_pages categories next_rest_url previous_rest_url'],
  ['tags', 'rest_url total total_pages tags next_rest_url previous_rest_url'],
])('The members of the list of %s come in its order', async (plural, order) => {
  const name = plural === 'venues' || plural === 'organizers' ? plural.slice(0, -1) : 'name';
  for (const value of ['First', 'Second', 'Third']) await make(app, plural, { [name]: `Ordered ${value}` });
  const { body } = await get(`/${plural}?per_page=1&page=2&hide_empty=0&search=ordered`);
  expect(Object.keys(body).filter((key) => key !== 'next_cursor')).toEqual(order.split(' '));
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
  test('OPTIONS describes all methods of a path', async () => {
    const { body } = await get('');
    for (const [pattern, { endpoints }] of Object.entries(body['routes'] as Record<string, { endpoints: Body[] }>)) {
      const names = [...pattern.matchAll(/\?P<(\w+)>/g)].map(([, name]) => name as string);
      for (const { args } of endpoints)
        for (const name of names)
          expect(args, pattern).toHaveProperty(name, expect.objectContaining({ required: true }));
    }
  });
  test('Clients that build forms from the index find a type for every argument', async () => {
    const { body } = await get('');
    const routes = Object.values(body['routes'] as Record<string, { endpoints: { args: Body }[] }>);
    const all = routes.flatMap(({ endpoints }) => endpoints.flatMap(({ args }) => Object.entries(args)));
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(([, argument]) => (argument as Body)['type'] === undefined)).toEqual([]);
  });
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
  ])('OPTIONS describes the route of %s', async (path) => {
    const { status, body, headers } = await app.request<Body>({ method: 'OPTIONS', path });
    expect(status).toBe(200);
    expect(body).toMatchObject({ namespace: 'calendar/events/v1' });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['namespace', 'methods', 'endpoints']));
    expect(body['methods']).toContain('GET');
    expect(headers['allow']).toBe('GET');
  });
  test.each([
    ['/events/5', 'GET, DELETE, POST, PUT, PATCH'],
    ['/events/by-slug/x', 'GET, DELETE, POST, PUT, PATCH'],
    ['/venues/5', 'GET, DELETE, POST, PUT, PATCH'],
    ['/organizers/by-slug/x', 'GET, DELETE, POST, PUT, PATCH'],
    ['/categories/5', 'GET, POST, PUT, PATCH, DELETE'],
    ['/tags/5', 'GET, POST, PUT, PATCH, DELETE'],
  ])('OPTIONS names the methods of %s in the order of Allow', async (path, methods) => {
    const { body, headers } = await app.request<Body>({ as: 'admin', method: 'OPTIONS', path });
    expect((body['methods'] as string[]).join(', ')).toBe(methods);
    expect((body['endpoints'] as { methods: string[] }[]).flatMap((endpoint) => endpoint.methods).join(', ')).toBe(
      methods,
    );
    expect(headers['allow']).toBe(methods);
  });
  test('OPTIONS lists what a writer may do, and refuses bad credentials', async () => {
    const reply = await app.request({ as: 'ed', method: 'OPTIONS', path: `/events/${event.id}` });
    expect(reply.headers['allow']).toBe('GET, DELETE, POST, PUT, PATCH');
    const headers = { authorization: 'Bearer nonsense' };
    for (const path of ['/events', '/nowhere', `${host}/nowhere`])
      expect((await app.request({ method: 'OPTIONS', path, headers })).status, path).toBe(401);
  });
  test.each([
    '/nowhere',
    '/events/abc',
    '/events/by-slug/',
    '/events/1/2',
    '/nowhere?page=x&search=%FF&_fields=id',
    `${host}/fr${main}/nowhere`,
    `${host}/tribe/events/v1/nowhere`,
    `${host}/wp-json/wp/v2/posts`,
    `${host}/wp-json/other/v1`,
    `${host}/?rest_route=/calendar/events/v1/nowhere`,
  ])('OPTIONS describes nothing at %s', async (path) => {
    const preflight = { origin: 'https://other.example', 'access-control-request-method': 'PATCH' };
    for (const request of [{ headers: preflight }, { as: 'ed' }] as const) {
      const { status, body, headers } = await app.request<unknown>({ ...request, method: 'OPTIONS', path });
      expect([status, body]).toEqual([200, []]);
      expect(headers['allow']).toBeUndefined();
      expect(headers['content-type']).toBe('application/json; charset=UTF-8');
      expect(headers['access-control-allow-methods']).toContain('PATCH');
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    expect(code(await get(path))).toEqual([404, 'rest_no_route']);
  });
  test('OPTIONS in an envelope for an unknown path has an empty body', async () => {
    const reply = await app.request<Body>({ method: 'OPTIONS', path: '/nowhere?_envelope' });
    expect(reply).toMatchObject({ status: 200, body: { status: 200, body: [] } });
  });
});

describe('URLs', () => {
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
    `${host}/index.php/wp-json/calendar/events/v1/events/${event.id}`,
    `${host}//wp-json/calendar/events/v1/events/${event.id}`,
    `${host}/fr/?rest_route=/calendar/events/v1/events/${event.id}`,
    `${host}/tribe/events/v1/events/${event.id}`,
  ];
  test('All spellings of a URL lead to the same event', async () => {
    for (const path of same()) expect(await get(path), path).toMatchObject({ status: 200, body: { id: event.id } });
  });
  test('Links begin with the URL that the caller used', async () => {
    for (const root of [
      `${host}/calendar/events/v1`,
      `${host}/tribe/events/v1`,
      `${host}/wp-json/tribe/events/v1`,
      `${host}/index.php/wp-json/tribe/events/v1`,
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
  ])('The path %s has no route', async (path) => {
    const reply = await get(path);
    expect(code(reply)).toEqual([404, 'rest_no_route']);
    expect(reply.headers['allow']).toBeUndefined();
  });
  test.each(['events', 'venues', 'organizers', 'categories', 'tags'])(
    'An id beyond all is unknown: %s',
    async (plural) => {
      for (const id of ['9007199254740993', '99999999999999999999999', '0'])
        expect((await get(`/${plural}/${id}`)).status, id).toBe(404);
    },
  );
  test('The legacy profile of an alias: unknown is 400, but not an event id', async () => {
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
  test('Every reply has the general headers', async () => {
    const replies = [await get('/events'), await get('/events/999999'), await get('/nowhere')];
    for (const reply of [...replies, await get('http://calendar.example/media/none.png')]) {
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      });
      expect(reply.headers['x-request-id']).toMatch(/\S{8,}/);
      if (reply.status >= 400) expect(JSON.stringify(reply.body)).toContain(String(reply.headers['x-request-id']));
    }
  });
  test('Requests from other origins get CORS headers', async () => {
    const reply = await get('/events', { origin: 'https://other.example' });
    expect(reply.headers['access-control-allow-origin']).toMatch(/^(\*|https:\/\/other\.example)$/);
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    for (const name of ['X-TEC-Total', 'X-TEC-TotalPages', 'ETag', 'Link', 'Location'])
      expect(String(reply.headers['access-control-expose-headers']).toLowerCase()).toContain(name.toLowerCase());
    const preflight = { origin: 'https://other.example', 'access-control-request-method': 'PATCH' };
    const preflighted = await app.request({ method: 'OPTIONS', path: `/events/${event.id}`, headers: preflight });
    expect(preflighted.status).toBe(200);
    expect(preflighted.headers['access-control-allow-methods']).toContain('PATCH');
    expect(preflighted.headers['access-control-allow-headers']).toMatch(/authorization/i);
    const listed = await startTestApp({ settings: { corsOrigins: ['https://mine.example'] } });
    const from = async (origin: string) => (await listed.request({ path: '/tags', headers: { origin } })).headers;
    expect((await from('https://mine.example'))['access-control-allow-origin']).toBe('https://mine.example');
    expect((await from('https://other.example'))['access-control-allow-origin']).toBeUndefined();
    // A cached response for one origin must not be used for another.
    for (const origin of ['https://mine.example', 'https://other.example'])
      expect((await from(origin))['vary']).toMatch(/\bOrigin\b/);
  });
  test('Replies that depend on the caller are not cacheable, and a new record has a Location', async () => {
    expect((await app.request({ as: 'sub', path: '/events' })).headers['cache-control']).toContain('no-store');
    // Unreadable credentials count as none, but caches see that some were sent.
    const unread = await app.request({ path: '/events', headers: { authorization: 'Basic bm9ib2R5' } });
    expect([unread.status, unread.headers['cache-control']]).toEqual([200, 'private, no-store']);
    for (const { plural, required } of Object.values(kinds)) {
      const reply = await app.request<Body>({ as: 'ed', method: 'POST', path: `/${plural}`, json: required() });
      expect(reply.headers['location']).toBe(`${host}${main}/${plural}/${reply.body['id']}`);
    }
  });
});
