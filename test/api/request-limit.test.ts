import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openRequestLimit } from '../../src/resources/request-limit/service.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { startService } from '../support/running-service.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const from = ({ request }: TestApp, address: string, path = '/events') =>
  request({ path, headers: { 'x-forwarded-for': address } });

const limited = (requestsPerMinute: number) =>
  startTestApp({ settings: { requestsPerMinute, trustedProxies: ['127.0.0.1'] } });

test('an address that asks too often without signing in is told when to come back', async () => {
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

test('neither who signs in nor who watches over the service is limited', async () => {
  const calendar = await limited(1);
  await from(calendar, '127.0.0.1');
  expect((await calendar.request({ path: '/events' })).status).toBe(429);
  expect((await calendar.request({ path: '/events', as: 'sub' })).status).toBe(200);
  for (const path of ['/healthz', '/readyz'])
    expect((await calendar.request({ path: `http://calendar.example${path}` })).status).toBe(200);
  const odd = await calendar.request({ path: '/events', headers: { authorization: 'Whatever this is' } });
  expect(odd.status).toBe(429);
});

test('every address below counts, whatever answers there', async () => {
  const calendar = await limited(2);
  for (const path of ['/events.ics', '/media/none.png', '/'])
    await calendar.request({ path: `http://calendar.example${path}` });
  expect((await calendar.request({ path: '/events', method: 'POST', json: { title: 'Gala' } })).status).toBe(429);
});

test('credentials excuse nobody where they are not looked at', async () => {
  const calendar = await limited(3);
  const status = async (url: string, authorization: string) =>
    (await calendar.request({ path: `http://calendar.example${url}`, headers: { authorization } })).status;
  for (const path of ['/', '/docs', '/media/none.png']) expect(await status(path, 'Bearer none')).not.toBe(429);
  for (const path of ['/', '/docs', '/media/none.png', '/wp-json/', '/fr?rest_route=/'])
    for (const authorization of ['Bearer none', 'Basic YTpi']) expect(await status(path, authorization)).toBe(429);
  expect(await status('/wp-json/calendar/events/v1/events', 'Bearer none')).toBe(401);
  expect((await calendar.request({ path: '/events', as: 'sub' })).status).toBe(200);
});

test('machines of which one is in the next minute already count their own together all the same', async () => {
  const { store } = await startTestApp();
  const machine = (now: number) => {
    const limit = openRequestLimit(store, { requestsPerMinute: 80, now: () => now, hasPeers: true });
    return async (times: number) => {
      let answered = 0;
      for (let n = 0; n < times; n++) {
        if (limit?.count('192.0.2.1') === undefined) answered += 1;
        // What was told is written before the next is counted.
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

test('without a limit nobody is refused', async () => {
  const calendar = await limited(0);
  for (let n = 0; n < 50; n++) expect((await from(calendar, '192.0.2.1')).status).toBe(200);
});

test('workers count together, kept replies too', { timeout: 90_000 }, async () => {
  const options = ['--workers', '2', '--request-limit', '80', '--log-level', 'warn'];
  const { origin } = await startService(options, { folder: temporaryFolder() });
  const ask = async () => {
    // Time for processes to tell each other.
    await pause(5);
    const reply = await fetch(`${origin}/wp-json/calendar/events/v1/events`, { headers: { connection: 'close' } });
    await reply.arrayBuffer();
    return reply.status;
  };
  // The next minute would begin another count.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await pause(leftMs);
  const statuses: number[] = [];
  for (let n = 0; n < 160; n++) statuses.push(await ask());
  const answered = statuses.filter((status) => status === 200).length;
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(answered).toBeLessThanOrEqual(80 + 2 * 10);
});
