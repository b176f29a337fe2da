// A calendar of an older format that others read and write while it is brought to this program's.
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postgresMigrations } from '../../src/store/postgres/ddl.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { makeDatabase } from '../support/test-store.ts';

/** As a program of that time made it. */
async function makeCalendar(format: number): Promise<string> {
  const url = await makeDatabase();
  const maker = await connect(url);
  await maker.query('create extension if not exists pg_trgm');
  await maker.query('create table migrations (id integer primary key, name text, checksum text)');
  for (const { id, name, statements } of postgresMigrations.slice(0, format)) {
    for (const statement of statements) await maker.query(statement);
    const checksum = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
    await maker.query('insert into migrations values ($1, $2, $3)', [id, name, checksum]);
  }
  return url;
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

test('readers and writers of several tables do not break off a change of the format that is under way', async () => {
  const url = await makeCalendar(6);
  const [reader, writer, watcher] = [await connect(url), await connect(url), await connect(url)];
  await writer.query('begin; lock table linked_records in row exclusive mode');
  await reader.query('begin; lock table events in access share mode');
  const opening = openPostgres({ url });
  opening.catch(() => undefined);
  // The reader goes on to a table that the change has had first, and waits for longer than the server looks for deadlocks.
  const isHeldUp = async () => (await waitingFor(watcher, 'linked_records')) || (await waitingFor(watcher, 'events'));
  await vi.waitUntil(isHeldUp, { timeout: 10_000 });
  const going = reader.query('lock table record_texts in access share mode');
  await setTimeout(1500);
  await writer.query('commit');
  await setTimeout(1500);
  await going;
  await reader.query('commit');
  const store = await opening;
  await store.close();
  const { rows } = await watcher.query('select max(id) as format from migrations');
  expect(rows).toEqual([{ format: postgresMigrations.at(-1)?.id }]);
});

test('a user whose tables they are not is told so, and nothing changes', async () => {
  const url = await makeCalendar(6);
  const owner = await connect(url);
  const user = `no_owner_${process.pid}`;
  await owner.query(`create role ${user} login password 'secret'; grant all on schema public to ${user};
    grant select, insert, update, delete on all tables in schema public to ${user}`);
  const other = Object.assign(new URL(url), { username: user, password: 'secret' });
  await expect(openPostgres({ url: other.href })).rejects.toThrow(
    /\((?:must be owner of|permission denied for) .+\).* makes "no_owner_\d+" their owner/,
  );
  expect((await owner.query('select max(id) as format from migrations')).rows).toEqual([{ format: 6 }]);
  await owner.query(`drop owned by ${user}; drop role ${user}`);
});
