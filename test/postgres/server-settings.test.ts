// The service does not depend on defaults that an administrator has set for the database.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { matchingKeys } from '../../src/resources/terms/list/matching-keys.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { onDatabase } from '../support/servers/databases.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

async function databaseWith(setting: string): Promise<string> {
  const url = await createEmptyDatabase();
  await onDatabase(url, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
  return url;
}

async function open(url: string): Promise<Store> {
  const store = await openPostgres({ url, poolSize: 3 });
  onTestFinished(() => store.close());
  return store;
}

test('Processes that start at once create one calendar, even if repeatable read is the default', async () => {
  const url = await databaseWith("default_transaction_isolation = 'repeatable read'");
  await Promise.all([1, 2, 3, 4].map(() => open(url)));
});

test.each(['repeatable read', 'serializable'])('Writers are serialised even if %s is the default', async (level) => {
  const url = await databaseWith(`default_transaction_isolation = '${level}'`);
  const stores = [await open(url), await open(url), await open(url)] as const;
  const add = (store: Store) =>
    store.write(async (db) => {
      const count = (await db.selectFrom('meta').selectAll().where('key', 'like', 'turn %').execute()).length;
      await setTimeout(1);
      await db
        .insertInto('meta')
        .values({ key: `turn ${count}`, value: '' })
        .execute();
    });
  await Promise.all(Array.from({ length: 45 }, (_, index) => add(stores[index % 3] as Store)));
  const added = await stores[0].reader.selectFrom('meta').selectAll().where('key', 'like', 'turn %').execute();
  expect(added).toHaveLength(45);
});

test('A process that hangs in a transaction blocks other writers for a minute at most', async () => {
  const { reader } = await open(await createEmptyDatabase());
  const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(reader);
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});

test('Settings in the URL are in addition to those of the service', async () => {
  const url = await databaseWith('jit = on');
  const own = new URL(url);
  own.searchParams.set('options', '-c work_mem=7MB -c extra_float_digits=2');
  const { reader } = await open(own.href);
  const names = ['jit', 'work_mem', 'extra_float_digits'];
  const values = names.map(
    async (name) =>
      (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(reader)).rows[0]?.value,
  );
  expect(await Promise.all(values)).toEqual(['off', '7MB', '2']);
});

test('Coordinates keep their digits even if the server prints fewer', async () => {
  const { reader } = await open(await databaseWith('extra_float_digits = 0'));
  const latitude = 52.52000659999917;
  const { rows } = await sql`select cast(${latitude} as double precision) as latitude`.execute(reader);
  expect(rows).toEqual([{ latitude }]);
});

test('Categories are searched even if the server reads backslashes in literals as escapes', async () => {
  const { reader } = await open(await databaseWith('standard_conforming_strings = off'));
  const filter = {
    taxonomy: 'category',
    search: '50%',
    hideEmpty: false,
    modified: undefined,
    orderBy: 'id',
    descending: false,
  } as const;
  expect(await matchingKeys(reader, filter, 'en', 0)).toEqual([]);
});
