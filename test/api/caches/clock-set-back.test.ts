// The clock is set back: by a second when it is synchronised, by hours when a virtual machine is restored, by years after a
// start with a wrong time.
import { expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const gala = {
  title: 'Gala',
  start_date: '2027-06-19 19:30:00',
  end_date: '2027-06-19 22:00:00',
  categories: ['Music'],
};

const totalOf = async ({ request }: TestApp, path: string) => (await request({ path })).body['total'];

test('After the clock was set back, an event that becomes due again is published on time', async () => {
  const app = await startTestApp();
  await make(app, 'events', { ...gala, date_utc: '2027-03-01 12:30:00' });
  const seen = async (iso: string) => {
    app.clock.set(iso);
    // On PostgreSQL nothing is cached before the first notification.
    const totals = [
      await totalOf(app, '/events'),
      await totalOf(app, '/events'),
      await totalOf(app, '/events?search=gala'),
    ];
    return new Set(totals);
  };
  expect(await seen('2027-03-01T12:00:00Z')).toEqual(new Set([0]));
  expect(await seen('2027-03-01T12:40:00Z')).toEqual(new Set([1]));
  expect(await seen('2027-03-01T11:50:00Z')).toEqual(new Set([0]));
  expect(await seen('2027-03-01T12:29:59Z')).toEqual(new Set([0]));
  expect(await seen('2027-03-01T12:30:00Z')).toEqual(new Set([1]));
});

test('An event and its venue are hidden until they are due a second time', async () => {
  const app = await startTestApp();
  const hall = { venue: 'Hall', date_utc: '2027-03-01 12:30:00' };
  const { id } = await make(app, 'events', { ...gala, date_utc: '2027-03-01 12:20:00', venue: hall });
  const seen = async (iso: string) => {
    app.clock.set(iso);
    const single = await app.request({ path: `/events/${id}` });
    const { events } = (await app.request<{ events: { venue: unknown }[] }>({ path: '/events' })).body;
    const venues = [single.body['venue'], ...events.map(({ venue }) => venue)];
    return [single.status, ...venues.map((venue) => Object(venue).venue)];
  };
  for (let n = 0; n < 2; n++) {
    expect(await seen('2027-03-01T12:10:00Z')).toEqual([403, undefined]);
    expect(await seen('2027-03-01T12:25:00Z')).toEqual([200, undefined, undefined]);
    expect(await seen('2027-03-01T12:30:00Z')).toEqual([200, 'Hall', 'Hall']);
  }
});

test('After a clock was set back the list begins with the current day', async () => {
  const app = await startTestApp({ settings: { timezone: 'UTC' } });
  const first = async (iso: string) => {
    app.clock.set(iso);
    return ((await app.request({ path: '/events' })).body['rest_url'] as string).match(/start_date=(.{10})/)?.[1];
  };
  for (const day of ['01', '02', '01', '02', '03', '02'])
    for (const time of ['00:00:01', '23:59:59'])
      expect(await first(`2027-03-${day}T${time}Z`), `${day} ${time}`).toBe(`2027-03-${day}`);
});

test('After wrong passwords an account waits five minutes at most', async () => {
  const app = await startTestApp({ now: '2037-03-01T12:00:00Z' });
  const enter = (password: string) => {
    const authorization = `Basic ${Buffer.from(`ed:${password}`).toString('base64')}`;
    return app.request({ path: '/events', headers: { authorization } });
  };
  for (let n = 0; n < 10; n++) expect((await enter('wrong')).status).toBe(401);
  expect((await enter(app.passwords.ed)).status).toBe(429);
  app.clock.set('2027-03-01T12:00:00Z');
  expect((await enter(app.passwords.ed)).status).toBe(200);
  for (let n = 0; n < 10; n++) expect((await enter('wrong')).status).toBe(401);
  const { status, headers } = await enter(app.passwords.ed);
  expect([status, headers['retry-after']]).toEqual([429, '300']);
});

test('The count of wrong passwords starts again when the clock is set back', async () => {
  const app = await startTestApp({ now: '2037-03-01T12:00:00Z' });
  const status = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`ed:${password}`).toString('base64')}`;
    return (await app.request({ path: '/events', headers: { authorization } })).status;
  };
  for (let n = 0; n < 9; n++) await status('wrong');
  app.clock.set('2027-03-01T12:00:00Z');
  for (let n = 0; n < 9; n++) await status('wrong');
  expect(await status(app.passwords.ed)).toBe(200);
});

test('A key that a crash left claimed is free within a minute', async () => {
  const app = await startTestApp({ now: '2027-03-01T13:00:00Z' });
  const claim = { account: '2', key: 'k', fingerprint: 'x', status: null, headers: null, body: null };
  const created_at = app.clock.now();
  await app.store.write((db) =>
    db
      .insertInto('idempotency_keys')
      .values({ ...claim, created_at })
      .execute(),
  );
  app.clock.set('2027-03-01T12:00:00Z');
  const headers = { 'idempotency-key': 'k' };
  expect((await app.request({ as: 'ed', method: 'POST', path: '/events', json: gala, headers })).status).toBe(201);
  const again = await app.request({ as: 'ed', method: 'POST', path: '/events', json: gala, headers });
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
});

test('A cursor from a machine whose clock is seconds ahead is accepted', async () => {
  const app = await startTestApp({ now: '2027-03-01T05:00:01Z' });
  for (const title of ['One', 'Two']) await make(app, 'events', { ...gala, title, date_utc: '2027-01-01 00:00:00' });
  const { body } = await app.request({ path: '/events?per_page=1' });
  app.clock.set('2027-03-01T04:59:57Z');
  const path = `/events?per_page=1&cursor=${encodeURIComponent(String(body['next_cursor']))}`;
  expect(await app.request({ path })).toMatchObject({ status: 200, body: { events: [{ title: 'Two' }] } });
});

test('After the clock was set back, the last use of a password is recorded again', async () => {
  const app = await startTestApp({ now: '2037-03-01T12:00:00Z' });
  app.clock.set('2027-03-01T12:00:00Z');
  await app.request({ as: 'ed', path: '/events' });
  const used = async () => {
    const rows = await app.store.reader.selectFrom('application_passwords').select('last_used_at').execute();
    return rows.map((row) => row.last_used_at);
  };
  await expect.poll(used).toContain(app.clock.now());
});
