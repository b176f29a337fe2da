// After a bulk load the planner has statistics from the start.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { demoOnSqlite } from '../support/calendars/demo-on-sqlite.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

const tables = ['events', 'record_texts', 'event_links', 'event_terms', 'terms', 'event_counts'];

test.each<[name: string, commands: string[][]]>([
  ['a copy', [['copy', '--from', 'sqlite:data', '--to', 'env:THERE']]],
  [
    'a restored export',
    [
      ['export', '--output', 'all.json'],
      ['import', 'all.json'],
    ],
  ],
])('%s', { timeout: 60_000 }, async (_, commands) => {
  const folder = temporaryFolder();
  const url = await createEmptyDatabase();
  cpSync(join(await demoOnSqlite(), 'data'), join(folder, 'data'), { recursive: true });
  for (const command of commands) {
    const environment = { DATABASE_URL: command[0] === 'import' ? url : '', THERE: url };
    const { code, err } = await runInProcess(command, { folder, environment });
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  }
  const store = await openPostgres({ url });
  const { rows } = await sql<{ name: string }>`select distinct tablename as name from pg_stats
    where schemaname = current_schema()`.execute(store.reader);
  await store.close();
  expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(tables));
});
