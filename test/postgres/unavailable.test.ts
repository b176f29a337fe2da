// What callers see while the server is unavailable, and afterwards.
import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { onDatabase } from '../support/servers/databases.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let named = 0;
const create = ({ request }: TestApp) =>
  request({ as: 'ed', method: 'POST', path: '/venues', json: { venue: `Hall ${++named}` } });

/** The name of the database of the test calendar. */
async function databaseOf({ store }: TestApp): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.reader);
  return rows[0]?.name as string;
}

const endConnections = (name: string) =>
  onDatabase(inject('postgresUrl'), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);

test('On a database that has become read-only writes get 503 with Retry-After, and succeed afterwards', async () => {
  const api = await startTestApp();
  const name = await databaseOf(api);
  expect((await create(api)).status).toBe(201);
  await onDatabase(inject('postgresUrl'), `alter database ${name} set default_transaction_read_only = on`);
  await endConnections(name);
  await vi.waitUntil(async () => (await api.request({ as: null, path: '/venues' })).status === 200, {
    timeout: 10_000,
  });
  const refused = await create(api);
  expect(refused).toMatchObject({ status: 503, body: { code: expect.any(String), data: { status: 503 } } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.stringify(refused.body)).not.toMatch(/standby|postgres|transaction/i);
  await onDatabase(inject('postgresUrl'), `alter database ${name} reset default_transaction_read_only`);
  await endConnections(name);
  await vi.waitUntil(async () => (await create(api)).status === 201, { timeout: 10_000 });
  expect(await api.request({ path: '/venues' })).toMatchObject({ status: 200, body: { total: 2 } });
});

test('Connections that the server closes cost one request at most', async () => {
  const api = await startTestApp();
  await create(api);
  await endConnections(await databaseOf(api));
  const statuses = new Set<number>();
  await vi.waitUntil(
    async () => {
      const { status } = await api.request({ as: 'ed', path: '/venues?per_page=1' });
      statuses.add(status);
      return status === 200;
    },
    { timeout: 10_000 },
  );
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
});
