// The response cache, over a socket: only there are cached responses sent before Fastify sees the request.
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestAppOptions } from '../../support/test-app.ts';

async function listen(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`http://127.0.0.1:${port}/wp-json/calendar/events/v1${path}`, { headers });
    // Cached responses have no request id.
    const isKept = !reply.headers.has('x-request-id');
    return { status: reply.status, isKept, body: (await reply.json()) as Record<string, unknown> };
  };
  return { app, get };
}

test.each([
  ['venues', { venue: 'Hall' }],
  ['organizers', { organizer: 'Club' }],
  ['events', { title: 'Gala', start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' }],
] as const)('One of %s is another as soon as a scheduled one is public', async (plural, json) => {
  const { app, get } = await listen();
  await make(app, plural, { ...json, date_utc: '2027-03-01 12:00:30' });
  const look = async () => {
    const { isKept, body } = await get(`/${plural}`);
    return { isKept, total: body['total'] };
  };
  expect(await look()).toEqual({ isKept: false, total: 0 });
  // On PostgreSQL nothing is cached before the first notification.
  await expect.poll(look).toEqual({ isKept: true, total: 0 });
  app.clock.set('2027-03-01T12:00:29Z');
  expect(await look()).toEqual({ isKept: true, total: 0 });
  app.clock.set('2027-03-01T12:00:30Z');
  expect(await look()).toEqual({ isKept: false, total: 1 });
});

test('Links have the scheme that a trusted proxy names, whatever was cached before', async () => {
  const { get } = await listen({ settings: { trustedProxies: ['127.0.0.1'] } });
  const linked = async (scheme: string) => (await get('/events', { 'x-forwarded-proto': scheme })).body['rest_url'];
  for (const scheme of ['http', 'https', 'http', 'https']) expect(await linked(scheme)).toMatch(`${scheme}://`);
});

test.each([
  '/events?starts_after=now&strict_dates=1',
  '/events?start_date=now&strict_dates=1',
  '/events?start_date=2027-05-01&start_date=now&strict_dates=1',
  '/venues?only_with_upcoming=1',
])('%s is made for the current request, not for an earlier one', async (path) => {
  const { app, get } = await listen();
  const dates = { timezone: 'UTC', start_date: '2027-03-01 12:00:10', end_date: '2027-03-01 13:00:00' };
  await make(app, 'events', { title: 'Gala', ...dates, venue: { venue: 'Hall' } });
  for (let n = 0; n < 2; n++) expect(await get(path)).toMatchObject({ status: 200, isKept: false, body: { total: 1 } });
  app.clock.set('2027-03-01T12:00:11Z');
  expect(await get(path)).toMatchObject({ status: 200, isKept: false, body: { total: 0 } });
});
