import { beforeAll, describe, expect, test } from 'vitest';
import { type Allowance, parseAllowance } from '../../src/fetch/fetch-allowance.ts';
import { listUsers } from '../../src/resources/users/repository.ts';
import { logins, startTestApp, type TestApp, type undocumented } from './test-app.ts';

test('The test app has five users, with ids 1 to 5 in the order of their roles', async () => {
  const { store } = await startTestApp();
  expect((await listUsers(store.reader)).map(({ id, login }) => [id, login])).toEqual(
    logins.map((login, index) => [index + 1, login]),
  );
});

test('A request is sent as the user that it names', async () => {
  const { request } = await startTestApp();
  const create = (as: 'ed' | 'sub' | null) => request({ as, method: 'POST', path: '/venues', json: { venue: 'Hall' } });
  expect((await create('ed')).status).toBe(201);
  expect((await create('sub')).status).toBe(403);
  expect((await create(null)).status).toBe(401);
});

test('The test app sends queries and forms, and follows the links of replies', async () => {
  const { request } = await startTestApp();
  const made = await request<{ id: number }>({ as: 'ed', method: 'POST', path: '/tags', form: { name: 'one & two' } });
  expect(made).toMatchObject({ status: 201, body: { name: 'one & two' } });
  const listed = await request<{ rest_url: string }>({
    path: '/tags',
    query: { include: [made.body.id], hide_empty: false },
  });
  expect(listed).toMatchObject({ status: 200, body: { total: 1 } });
  expect(await request({ path: listed.body.rest_url })).toMatchObject({ status: 200, body: { total: 1 } });
});

test('The settings listed as undocumented do not change the OpenAPI documents', async () => {
  const usual = await startTestApp();
  const different = await startTestApp({
    settings: {
      timezone: 'Europe/Vienna',
      trustedProxies: ['127.0.0.1'],
      corsOrigins: ['https://a.example'],
      requestsPerMinute: 5000,
      slowRequestSeconds: 5,
      cacheBytes: 0,
      eventCacheBytes: 0,
      fetchAllow: [parseAllowance('a.example') as Allowance],
      webhookAllow: [parseAllowance('a.example') as Allowance],
      backupFolder: '/backups',
    } satisfies Record<keyof typeof undocumented, unknown>,
  });
  for (const path of ['/doc', 'http://calendar.example/wp-json/wp/v2/doc'])
    expect((await different.request({ path })).body).toEqual((await usual.request({ path })).body);
});

test('The clock stands still until the test moves it', async () => {
  const { request, clock } = await startTestApp();
  const make = async () => {
    const json = { venue: `Hall ${clock.now()}` };
    return (await request<{ date_utc: string }>({ as: 'ed', method: 'POST', path: '/venues', json })).body.date_utc;
  };
  expect(await make()).toBe('2027-03-01 12:00:00');
  clock.advance(60);
  expect(await make()).toBe('2027-03-01 12:01:00');
  clock.set('2028-01-01T00:00:00Z');
  expect(await make()).toBe('2028-01-01 00:00:00');
});

describe('an app started in a beforeAll', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ settings: { language: 'fr' } });
    return api.close;
  });
  test('The app can be started with settings', async () => {
    expect((await api.request({ path: '/tags' })).headers['content-language'] ?? 'fr').toBe('fr');
  });
});
