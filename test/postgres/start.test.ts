// Reasons why a calendar in PostgreSQL cannot be opened, each in one sentence.
import { expect, onTestFinished, test } from 'vitest';
import { runCli, runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { startBlackholeProxy } from '../support/servers/blackhole-proxy.ts';
import { onDatabase } from '../support/servers/databases.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

const secret = 'hunter2';

async function migrate(DATABASE_URL: string) {
  const { code, out, err } = await runCli(['migrate'], { folder: temporaryFolder(), environment: { DATABASE_URL } });
  expect(out + err).not.toContain(secret);
  return { code, out, err };
}

const changed = (url: string, change: (url: URL) => void): string => {
  const other = new URL(url);
  change(other);
  return other.href;
};

test('A database is migrated, and named without its password', async () => {
  const url = await createEmptyDatabase();
  const { host, pathname } = new URL(url);
  expect(await migrate(url)).toEqual({
    code: 0,
    out: expect.stringContaining(`The calendar in the database ${host}${pathname} is at format `),
    err: '',
  });
});

test.each<[name: string, change: (url: URL) => void, sentence: RegExp]>([
  [
    'a wrong password',
    (url) => {
      url.password = secret;
    },
    /refuses the user ".+"; check name and password/,
  ],
  [
    'no such database',
    (url) => {
      url.pathname = '/none';
    },
    /There is no database "none" on .*create database/,
  ],
  [
    'nobody there',
    (url) => {
      url.port = '1';
    },
    /The database server .*:1 cannot be reached \(ECONNREFUSED\)/,
  ],
])('%s', async (_, change, sentence) => {
  const { code, err } = await migrate(changed(await createEmptyDatabase(), change));
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(sentence) });
  expect(err.trimEnd().split('\n')).toHaveLength(1);
});

test('A full disk of the database server is named, also where an extension has to be added', async () => {
  const url = await createEmptyDatabase();
  await onDatabase(
    url,
    `create function fill() returns event_trigger language plpgsql as
       $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
     create event trigger full_disk on ddl_command_start when tag in ('CREATE EXTENSION') execute function fill()`,
  );
  expect(await migrate(url)).toMatchObject({
    code: 1,
    err: `kalends: The disk of the database server ${new URL(url).host} is full: nothing was changed; free some space and try again.\n`,
  });
});

test('The sentence about an extension in a schema that the user may not use has the missing grant', async () => {
  const url = await createEmptyDatabase();
  const user = `user_of_${new URL(url).pathname.slice(1)}`;
  await onDatabase(
    url,
    `create role ${user} login password 'x'; grant all on schema public to ${user};
      drop extension if exists pg_trgm; create schema extensions; create extension pg_trgm schema extensions`,
  );
  onTestFinished(() => onDatabase(url, `drop owned by ${user}; drop role ${user}`));
  const own = changed(url, (other) => Object.assign(other, { username: user, password: 'x' }));
  const { err } = await migrate(own);
  const grant = /grant usage on schema extensions to \w+;/.exec(err)?.[0] as string;
  await onDatabase(url, grant);
  expect(await migrate(own)).toMatchObject({ code: 0 });
});

test('For several servers, the reason is reported for each', async () => {
  const url = await createEmptyDatabase();
  const { host } = new URL(url);
  const several = (database: string) => database.replace(host, `${host},127.0.0.1:1`);
  const refused = await migrate(
    several(
      changed(url, (other) => {
        other.password = secret;
      }),
    ),
  );
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^kalends: None of .* accepts writes \(.*password.*; 127\.0\.0\.1:1: .*ECONNREFUSED.*\)\.\n$/,
    ),
  });
  const absent = await migrate(
    several(
      changed(url, (other) => {
        other.pathname = '/none';
      }),
    ),
  );
  expect(absent.err).toContain('database "none" does not exist');
});

test.each<[name: string, spoil: (name: string) => string, sentence: RegExp]>([
  ['a read-only database', (name) => `alter database ${name} set default_transaction_read_only = on`, /read-only/],
  [
    'no schema to write to',
    (name) => `alter database ${name} set search_path = nowhere`,
    /No schema in the search_path/,
  ],
])('%s', async (_, spoil, sentence) => {
  const url = await createEmptyDatabase();
  await onDatabase(url, spoil(new URL(url).pathname.slice(1)));
  expect(await migrate(url)).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
});

test('The error for a user without rights names the missing ones', async () => {
  const url = await createEmptyDatabase();
  const user = `poor_${new URL(url).pathname.slice(1)}`;
  await onDatabase(url, `create role ${user} login password '${secret}'`);
  const poor = changed(url, (poorer) => {
    poorer.username = user;
    poorer.password = secret;
  });
  expect(await migrate(poor)).toMatchObject({ code: 1, err: expect.stringMatching(/lacks rights.*grant/) });
  await onDatabase(url, `drop role ${user}`);
});

test('A database of a newer format is left alone', async () => {
  const url = await createEmptyDatabase();
  await migrate(url);
  await onDatabase(url, `insert into migrations (id, name, checksum) values (999, 'later', 'x')`);
  expect(await migrate(url)).toMatchObject({ code: 1, err: expect.stringContaining('start a newer Kalends') });
});

test('kalends doctor reports a database that no user may write to', async () => {
  const folder = temporaryFolder();
  const doctor = async () => (await runInProcess(['doctor', '--port', '0'], { folder })).out;
  await runInProcess(['migrate'], { folder });
  expect(await doctor()).toContain('No user may write.');
  await runInProcess(['user', 'add', 'ed', '--role', 'editor'], { folder });
  expect(await doctor()).not.toContain('No user may write.');
});

test('kalends doctor finds the primary among several servers, and sends no settings to a pooler', async () => {
  const url = await createEmptyDatabase();
  const pooler = await startBlackholeProxy(url);
  pooler.blockFrom('extra_float_digits');
  const hosts = `127.0.0.1:1,${new URL(pooler.url).host}`;
  const environment = { DATABASE_URL: url.replace(new URL(url).host, hosts), KALENDS_DATABASE_POOLER: 'transaction' };
  const { out } = await runInProcess(['doctor', '--port', '0'], { folder: temporaryFolder(), environment });
  expect(out).toContain('Connected to the database 127.0.0.1:1,');
});
