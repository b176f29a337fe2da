import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Migration, readMigrations } from '../../src/store/migrate.ts';
import { targetOf } from '../../src/store/postgres/connection.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { problemOf } from '../../src/store/postgres/problems.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

/** A calendar, and a later format that changes tables which requests read. */
async function createCalendar(): Promise<{ url: string; later: readonly Migration[] }> {
  const url = await createEmptyDatabase();
  await (await openPostgres({ url })).close();
  const migrations = readMigrations('postgres');
  const sql = `alter table linked_records add column a int; alter table events add column a int;
    alter table record_texts add column a int`;
  return { url, later: [...migrations, { id: migrations.length + 1, name: 'more', sql }] };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const waitingFor = async (watcher: pg.Client, table: string): Promise<boolean> => {
  const found = await watcher.query(`select 1 from pg_locks where relation = '${table}'::regclass and not granted`);
  return found.rows.length > 0;
};

test('A migration waits for readers and writers of several tables, and aborts none of them', async () => {
  const { url, later } = await createCalendar();
  const [reader, writer, watcher] = [await connect(url), await connect(url), await connect(url)];
  // In a deadlock, the server would abort the reader.
  await reader.query(`set deadlock_timeout = '100ms'`);
  await writer.query('begin; lock table linked_records in row exclusive mode');
  await reader.query('begin; lock table events in access share mode');
  const migrating = migrate(await connect(url), {}, later);
  migrating.catch(() => undefined);
  const isWaiting = async () => (await waitingFor(watcher, 'linked_records')) || (await waitingFor(watcher, 'events'));
  await vi.waitUntil(isWaiting, { timeout: 10_000 });
  await writer.query('commit');
  await setTimeout(200);
  await reader.query('lock table linked_records in access share mode; commit');
  await migrating;
  expect(await formatsOf(watcher)).toHaveLength(later.length);
});

test('A migration that the server aborts to resolve a deadlock is repeated', async () => {
  const { url, later } = await createCalendar();
  const [reader, migrating, watcher] = [await connect(url), await connect(url), await connect(url)];
  // A server process looks for deadlocks once, after waiting this long: the reader must have come by then.
  await migrating.query(`set deadlock_timeout = '2s'`);
  await reader.query(`set deadlock_timeout = '50s'`);
  await reader.query('begin; lock table linked_records in access share mode');
  const migrated = migrate(migrating, {}, later);
  migrated.catch(() => undefined);
  await vi.waitUntil(() => waitingFor(watcher, 'linked_records'), { timeout: 10_000 });
  await reader.query('lock table events in access share mode; commit');
  await migrated;
  expect(await formatsOf(watcher)).toHaveLength(later.length);
});

test('A user who does not own the tables gets a clear error from a migration, and nothing changes', async () => {
  const { url, later } = await createCalendar();
  const owner = await connect(url);
  const user = `no_owner_${process.pid}`;
  await owner.query(`create role ${user} login password 'secret'; grant all on schema public to ${user};
    grant select, insert, update, delete on all tables in schema public to ${user}`);
  const other = Object.assign(new URL(url), { username: user, password: 'secret' });
  const migrating = migrate(await connect(other.href), {}, later);
  await expect(migrating.catch((error) => Promise.reject(problemOf(error, targetOf(other.href))))).rejects.toThrow(
    /\((?:must be owner of|permission denied for) .+\).* make "no_owner_\d+" their owner/,
  );
  expect((await owner.query('select max(id) as format from migrations')).rows).toEqual([{ format: later.length - 1 }]);
  await owner.query(`drop owned by ${user}; drop role ${user}`);
});

/** A calendar in the first format. */
async function makeBaseline(): Promise<{ url: string; client: pg.Client }> {
  const url = await createEmptyDatabase();
  const client = await connect(url);
  const migrations = readMigrations('postgres');
  await migrate(client, {}, migrations.slice(0, 1));
  return { url, client };
}

/** Migrations by file name, from 001_baseline.sql on. */
const newest = readdirSync(new URL('../../src/store/postgres/migrations', import.meta.url))
  .map((file) => /^(\d+)_(.+)\.sql$/.exec(file) ?? [])
  .map(([, id, name]) => ({ id: Number(id), name }));
const formatsOf = async (client: pg.Client) => (await client.query('select id, name from migrations order by id')).rows;

test('A calendar of the first format opens with its events, which are scheduled and offline', async () => {
  const { url, client } = await makeBaseline();
  await client.query(`insert into events (id, status, author_id, published_at, modified_at, language, start_wall,
    end_wall, timezone, start_utc, end_utc, all_day, cost, show_map, show_map_link, hide_from_listings, sticky, featured)
    values (7, 'publish', 1, 1, 1, 'en', '2027-01-01 00:00:00', '2027-01-01 01:00:00', 'UTC', 1798761600, 1798765200,
      0, '', 0, 0, 0, 0, 0)`);
  await (await openPostgres({ url })).close();
  const { rows } = await client.query('select event_status, attendance_mode, online_url from events');
  expect(rows).toEqual([{ event_status: 'scheduled', attendance_mode: 'offline', online_url: '' }]);
  expect(await formatsOf(client)).toEqual(newest);
});
