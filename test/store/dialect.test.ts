// Members of the dialect that only copying a calendar uses, on both engines.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { openTestStore } from '../support/test-store.ts';

async function openStore(): Promise<Store> {
  const { store, remove } = await openTestStore();
  onTestFinished(async () => {
    await store.close();
    await remove();
  });
  return store;
}

const insertRecord = (store: Store): Promise<number> =>
  store.write(
    async (db) =>
      (await db.insertInto('record_ids').values({ kind: 'event' }).returning('id').executeTakeFirstOrThrow()).id,
  );

const lastOf = async ({ dialect, reader }: Store): Promise<number> =>
  (await dialect.lastNumber('record_ids', 'id').execute(reader)).rows[0]?.last ?? 0;

test('The last number of a table survives the deletion of its row', async () => {
  const store = await openStore();
  await insertRecord(store);
  const last = await insertRecord(store);
  await store.write((db) => sql`delete from record_ids where id = ${last}`.execute(db));
  expect(await lastOf(store)).toBe(last);
});

test('A new row gets a higher number than the one that was set', async () => {
  const store = await openStore();
  await store.write(async (db) => {
    for (const statement of store.dialect.setLastNumber('record_ids', 'id', 41)) await statement.execute(db);
  });
  expect(await lastOf(store)).toBe(41);
  expect(await insertRecord(store)).toBe(42);
});

test('Only a duplicate key is a unique violation', async () => {
  const store = await openStore();
  const insert = () =>
    store.write((db) => db.insertInto('meta').values({ key: 'twice', value: 'x' }).execute()).catch((error) => error);
  await insert();
  expect(store.dialect.isUniqueViolation(await insert())).toBe(true);
  for (const statement of [sql`select nothing`, sql`insert into meta (key, value) values ('third', null)`]) {
    const failure = await store.write((db) => statement.execute(db)).catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(store.dialect.isUniqueViolation(failure)).toBe(false);
  }
});
