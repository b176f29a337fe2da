// The server refuses connections or statements for a while, and the service recovers by itself.
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { onDatabase } from '../support/servers/databases.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

interface Served {
  store: Store;
  /** Runs SQL as the administrator, in another database. */
  administer(sql: string): Promise<void>;
  /** Runs SQL as the administrator, in the calendar's database. */
  change(sql: string): Promise<void>;
  user: string;
  database: string;
}

/** The user's password and rights may be changed. */
async function serve(): Promise<Served> {
  const url = new URL(await createEmptyDatabase());
  const database = url.pathname.slice(1);
  const user = `served_${database}`;
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  const administer = (sql: string) => onDatabase(elsewhere.href, sql);
  await administer(`create role ${user} login password 'x'; alter database ${database} owner to ${user}`);
  const own = new URL(url);
  own.username = user;
  own.password = 'x';
  const store = await openPostgres({ url: own.href, poolSize: 2 });
  onTestFinished(async () => {
    await store.close();
    await onDatabase(url.href, `reassign owned by ${user} to current_user; drop owned by ${user}; drop role ${user}`);
  });
  return { store, administer, change: (sql) => onDatabase(url.href, sql), user, database };
}

const read = ({ store }: Served) => store.reader.selectFrom('meta').select('value').execute();
const write = ({ store }: Served) =>
  store.write((db) => db.insertInto('meta').values({ key: 'a', value: '1' }).execute());
const endAll = ({ administer, database }: Served) =>
  administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function expectRefused(work: Promise<unknown>, sentence: RegExp): Promise<void> {
  const refusal = await refusalOf(work);
  expect(refusal).toBeInstanceOf(StoreUnavailable);
  expect((refusal as StoreUnavailable).message).toMatch(sentence);
  expect((refusal as StoreUnavailable).retryAfterSeconds).toBeGreaterThan(0);
}

test.each<[name: string, spoil: (served: Served) => string, mend: (served: Served) => string, sentence: RegExp]>([
  [
    'another password',
    ({ user }) => `alter role ${user} nologin`,
    ({ user }) => `alter role ${user} login`,
    /^The database server refuses the user of DATABASE_URL/,
  ],
  [
    'a database under another name',
    ({ database }) => `alter database ${database} rename to ${database}_away`,
    ({ database }) => `alter database ${database}_away rename to ${database}`,
    /^The database that DATABASE_URL names does not exist/,
  ],
  [
    'a database that is closed',
    ({ database }) => `alter database ${database} allow_connections false`,
    ({ database }) => `alter database ${database} allow_connections true`,
    /^The database takes no connections/,
  ],
])('Requests get 503 during %s, and succeed afterwards', async (_, spoil, mend, sentence) => {
  const served = await serve();
  await read(served);
  await endAll(served);
  await served.administer(spoil(served));
  await endAll(served);
  await expectRefused(read(served), sentence);
  await expectRefused(write(served), sentence);
  await served.administer(mend(served));
  await vi.waitUntil(() => refusalOf(read(served)).then((refusal) => refusal === undefined), { timeout: 10_000 });
  await write(served);
});

test('Reads continue if only the right to write is revoked', async () => {
  const served = await serve();
  await served.change(`alter table meta owner to current_user; grant select on meta to ${served.user}`);
  await expectRefused(write(served), /^The user of DATABASE_URL lacks rights \(permission denied for table meta\)/);
  expect(await read(served)).toEqual([]);
  await served.change(`alter table meta owner to ${served.user}`);
  await write(served);
});

test('Requests get 503 while tables are missing, as during a restore', async () => {
  const served = await serve();
  await served.change('alter table meta rename to away');
  await expectRefused(read(served), /^The database lacks a table \(relation "meta" does not exist\)/);
  await served.change('alter table away rename to meta');
  await write(served);
});
