import type pg from 'pg';
import { createLocator } from './cluster/locate.ts';
import { type PostgresOptions, serversOf, targetOf } from './connection.ts';
import { appliedTo, assertUsable, hasCalendar } from './migrate.ts';
import { problemOf } from './problems.ts';
import { newClient } from './server-pool.ts';

/** Inspects a calendar that the service may be using; read-only. `calendar` is undefined if there is none yet. */
export async function inspectPostgres(options: Pick<PostgresOptions, 'url' | 'pooler'>) {
  const servers = serversOf(options);
  let client: pg.Client | undefined;
  try {
    const { at } = await createLocator(servers).find();
    client = newClient({ ...servers[at], connectionTimeoutMillis: 5000, query_timeout: 5000 });
    await client.connect();
    await assertUsable(client);
    const { rows } = await client.query<{ version: string; now: number }>(
      `select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 as now`,
    );
    const { version = '', now = 0 } = rows[0] ?? {};
    if (!(await hasCalendar(client))) return { version, nowUtcSeconds: now };
    const writers = await client.query(`select 1 from users where role <> 'subscriber' limit 1`);
    const hasWriters = writers.rows.length > 0;
    return { version, nowUtcSeconds: now, calendar: { applied: await appliedTo(client), hasWriters } };
  } catch (error) {
    return { problem: problemOf(error, targetOf(options.url)).message };
  } finally {
    await client?.end().catch(() => undefined);
  }
}
