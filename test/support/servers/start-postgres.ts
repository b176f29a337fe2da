// Global setup of the tests on PostgreSQL: TEST_POSTGRES_URL or a temporary server. Drops all databases afterwards.
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startServer } from './own-postgres.ts';

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_POSTGRES_URL'];
  const { url: server, socket, stop } = await startServer();
  const url = new URL(server);
  const run = `kalends_test_${process.pid}`;
  url.searchParams.set('application_name', run);
  provide('postgresUrl', url.href);
  provide('postgresSocket', socket);
  return async () => {
    if (given) await dropDatabases(given, run);
    await stop();
  };
}

async function dropDatabases(server: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1)`,
    [`${run}_`],
  );
  for (const { name } of rows) await client.query(`drop database "${name}" with (force)`);
  await client.end();
}
