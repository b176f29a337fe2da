// Before all tests: a PostgreSQL server to run them on, TEST_POSTGRES_URL or one of our own; after them nothing is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

const program = fileURLToPath(new URL('postgres-server.ts', import.meta.url));

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_POSTGRES_URL'];
  const { url: server, stop } = given ? { url: given, stop: async () => undefined } : await startOwn();
  const url = new URL(server);
  const run = `kalends_test_${process.pid}`;
  url.searchParams.set('application_name', run);
  provide('postgresUrl', url.href);
  return async () => {
    if (given) await dropDatabases(given, run);
    await stop();
  };
}

async function startOwn(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaint = text(server.stderr);
  const ended = once(server, 'exit');
  const line = once(createInterface({ input: server.stdout }), 'line').then(([address]) => String(address));
  const url = await Promise.race([line, ended.then(() => undefined)]);
  if (url === undefined)
    throw new Error(
      `The PostgreSQL server of the tests does not start; TEST_POSTGRES_URL may name another.\n${await complaint}`,
    );
  return {
    url,
    async stop() {
      server.stdin.end();
      await ended;
    },
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
