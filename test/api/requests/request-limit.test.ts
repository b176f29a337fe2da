import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openRequestLimit } from '../../../src/resources/request-limit/service.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const from = ({ request }: TestApp, address: string, path = '/events') =>
  request({ path, headers: { 'x-forwarded-for': address } });

const limited = (requestsPerMinute: number) =>
  startTestApp({ settings: { requestsPerMinute, trustedProxies: ['127.0.0.1'] } });

test('An anonymous client over the limit gets Retry-After', async () => {
  const calendar = await limited(3);
  for (const path of ['/events', '/venues', '/events/999']) {
    expect((await from(calendar, '192.0.2.1', path)).status).not.toBe(429);
  }
  const refused = await from(calendar, '192.0.2.1');
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60', 'access-control-allow-origin': '*' },
    body: { code: 'too_many_requests', data: { status: 429 } },
  });
  expect(refused.body['message']).toContain('60');
  expect((await from(calendar, '192.0.2.2')).status).toBe(200);
  calendar.clock.advance(60);
  expect((await from(calendar, '192.0.2.1')).status).toBe(200);
});

test('A refusal over the limit is in the envelope and the language that the query asks for', async () => {
  const calendar = await limited(1);
  await from(calendar, '192.0.2.1');
  const wrapped = await from(calendar, '192.0.2.1', '/events?_envelope=1&i18n_language=fr');
  expect(wrapped).toMatchObject({
    status: 200,
    headers: { 'retry-after': '60', 'content-language': 'fr' },
    body: {
      status: 429,
      headers: { 'Retry-After': '60', 'Content-Language': 'fr' },
      body: { code: 'too_many_requests' },
    },
  });
  expect((wrapped.body['body'] as { message: string }).message).toContain('Trop de requêtes');
});

test.each([
  ['192.0.2.1:4001', '192.0.2.1:4002', '192.0.2.1'],
  ['[2001:db8::1]:4001', '[2001:db8::1]:4002', '2001:db8::1'],
])('The port that some proxies add to the address of a client does not make it another client: %s', async (...sent) => {
  const calendar = await limited(2);
  expect(await Promise.all(sent.map(async (address) => (await from(calendar, address)).status))).toEqual([
    200, 200, 429,
  ]);
});

test('Neither callers who have signed in nor health checks are limited', async () => {
  const calendar = await limited(2);
  expect((await calendar.request({ path: '/events', as: 'sub' })).status).toBe(200);
  await from(calendar, '127.0.0.1');
  expect((await calendar.request({ path: '/events' })).status).toBe(429);
  expect((await calendar.request({ path: '/events', as: 'sub' })).status).toBe(200);
  for (const path of ['/healthz', '/readyz'])
    expect((await calendar.request({ path: `http://calendar.example${path}` })).status).toBe(200);
  const odd = await calendar.request({ path: '/events', headers: { authorization: 'Whatever this is' } });
  expect(odd.status).toBe(429);
});

test.each(['calendar/events/v1', 'tribe/events/v1'])(
  'A revoked password lifts the limit no longer in %s',
  async (namespace) => {
    const calendar = await limited(2);
    const headers = { authorization: `Bearer ${calendar.passwords.sub}` };
    const path = `http://calendar.example/wp-json/${namespace}/events`;
    const status = async () => (await calendar.request({ path, headers })).status;
    expect([await status(), await status(), await status()]).toEqual([200, 200, 200]);
    await calendar.store.write((db) => db.deleteFrom('application_passwords').execute());
    for (let request = 0; request < 3; request++) await status();
    expect(await status()).toBe(429);
  },
);

test('Made-up credentials are counted before they are looked at', async () => {
  const calendar = await limited(3);
  const status = async (n: number) =>
    (await calendar.request({ path: '/events', headers: { authorization: `Bearer ${n}` } })).status;
  expect([await status(1), await status(2), await status(3), await status(4)]).toEqual([401, 401, 401, 429]);
});

test('Replies say how many requests are left, those from the cache too', async () => {
  const calendar = await limited(3);
  const headers = async () => (await from(calendar, '192.0.2.1')).headers;
  expect(await headers()).toMatchObject({ ratelimit: '"address";r=2;t=60', 'ratelimit-policy': '"address";q=3;w=60' });
  expect(await headers()).toMatchObject({ ratelimit: '"address";r=1;t=60' });
  expect(await headers()).toMatchObject({ ratelimit: '"address";r=0;t=60' });
  expect(await headers()).toMatchObject({ ratelimit: '"address";r=0;t=60', 'retry-after': '60' });
});

test('Without a setting other machines have 3,000 requests a minute, and this one any number', async () => {
  const calendar = await startTestApp({ settings: { trustedProxies: ['127.0.0.1'] } });
  expect((await from(calendar, '192.0.2.1')).headers).toMatchObject({ 'ratelimit-policy': '"address";q=3000;w=60' });
  expect((await calendar.request({ path: '/events' })).headers).not.toHaveProperty('ratelimit');
});

test('Every path counts, whatever answers there', async () => {
  const calendar = await limited(2);
  for (const path of ['/events.ics', '/media/none.png', '/'])
    await calendar.request({ path: `http://calendar.example${path}` });
  expect((await calendar.request({ path: '/events', method: 'POST', json: { title: 'Gala' } })).status).toBe(429);
});

test('Credentials do not lift the limit where they are not checked', async () => {
  const calendar = await limited(4);
  expect((await calendar.request({ path: '/events', as: 'sub' })).status).toBe(200);
  const status = async (url: string, authorization: string) =>
    (await calendar.request({ path: `http://calendar.example${url}`, headers: { authorization } })).status;
  for (const path of ['/', '/docs', '/media/none.png']) expect(await status(path, 'Bearer none')).not.toBe(429);
  for (const path of ['/', '/docs', '/media/none.png', '/wp-json/', '/fr?rest_route=/'])
    for (const authorization of ['Bearer none', 'Basic YTpi']) expect(await status(path, authorization)).toBe(429);
  expect((await calendar.request({ path: '/events', as: 'sub' })).status).toBe(200);
});

test('Machines count requests together even if the clock of one is in the next minute already', async () => {
  const { store } = await startTestApp();
  const machine = (now: number) => {
    const limit = openRequestLimit(store, { perMinute: 80, now: () => now, hasPeers: true });
    return async (times: number) => {
      let answered = 0;
      for (let n = 0; n < times; n++) {
        if (limit?.count('192.0.2.1')?.isExceeded === false) answered += 1;
        // The report is written before the next request is counted.
        await store.write(async () => undefined);
      }
      return answered;
    };
  };
  const [behind, ahead] = [machine(6_000_057), machine(6_000_060)];
  let answered = 0;
  for (let n = 0; n < 15; n++) {
    answered += await behind(10);
    await ahead(10);
  }
  expect(answered).toBe(80);
  const rows = await store.reader.selectFrom('request_counts').select('minute').execute();
  expect(rows.map(({ minute }) => minute).sort()).toEqual([6_000_000, 6_000_060]);
  await machine(6_000_180)(10);
  expect(await store.reader.selectFrom('request_counts').select('minute').execute()).toEqual([{ minute: 6_000_180 }]);
});

test('Over the limit, a cached response is refused as well', async () => {
  const { app } = await startTestApp({ settings: { requestsPerMinute: 3 } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const status = async () => (await fetch(`http://127.0.0.1:${port}/wp-json/calendar/events/v1/events`)).status;
  expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429]);
});

test('A client that has disconnected, so that its address is unknown, causes no error', async () => {
  const { app } = await startTestApp({ settings: { requestsPerMinute: 3 } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  app.server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: undefined }));
  const { port } = app.server.address() as AddressInfo;
  // The first is computed, the second comes from the cache, the third is made by an unknown caller.
  for (const headers of [{}, {}, { authorization: 'Bearer unknown' }]) {
    const reply = await fetch(`http://127.0.0.1:${port}/wp-json/calendar/events/v1/events`, { headers });
    expect(reply.status).toBe('authorization' in headers ? 401 : 200);
  }
});

test('Without a limit no request is refused', async () => {
  const calendar = await limited(0);
  for (let n = 0; n < 50; n++) expect((await from(calendar, '192.0.2.1')).status).toBe(200);
});
