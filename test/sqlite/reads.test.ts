// Reads use the connection that writes while it is in no transaction. They must never see an uncommitted one.
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { inSnapshot, type Reader, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/run-cli.ts';

function open(): Store {
  const store = openSqlite({ path: join(temporaryFolder(), 'calendar.sqlite'), synchronous: 'off' });
  onTestFinished(() => store.close());
  return store;
}

const put = (db: Reader, key: string, value: string) =>
  db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();

const valuesOf = async (db: Reader): Promise<string[]> => {
  const rows = await db.selectFrom('meta').select('value').where('key', 'in', ['one', 'two']).execute();
  return rows.map(({ value }) => value);
};

test('Reads see nothing of a transaction before it commits, and all of it right after', async () => {
  const store = open();
  const reader = store.reader;
  const during: string[][] = [];
  const read = async () => void during.push(await valuesOf(reader));
  let go: (() => void) | undefined;
  const started = new Promise<void>((resolve) => {
    go = resolve;
  });
  const writing = store.write(async (db) => {
    await put(db, 'one', '1');
    go?.();
    for (let n = 0; n < 5; n++) await turn();
    await put(db, 'two', '1');
  });
  await started;
  for (let n = 0; n < 3; n++) await read();
  await writing;
  expect(during).toEqual([[], [], []]);
  expect(await valuesOf(reader)).toEqual(['1', '1']);
});

test('Reads never see a transaction that is rolled back', async () => {
  const store = open();
  const failing = store.write(async (db) => {
    await put(db, 'one', '1');
    await turn();
    throw new Error('no');
  });
  const during = turn().then(() => valuesOf(store.reader));
  await expect(failing).rejects.toThrow('no');
  expect([await during, await valuesOf(store.reader)]).toEqual([[], []]);
});

test('Reads during a stream of writes never see half a transaction', async () => {
  const store = open();
  const reader = store.reader;
  let isOver = false;
  const seen = new Set<string>();
  const reading = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      seen.add((await valuesOf(reader)).join(' '));
      await turn();
    }
  });
  for (let n = 0; n < 200; n++)
    await store.write(async (db) => {
      await put(db, 'one', String(n));
      if (n % 3 === 0) await turn();
      await put(db, 'two', String(n));
    });
  isOver = true;
  await Promise.all(reading);
  expect(seen.size).toBeGreaterThan(20);
  for (const pair of seen) expect(pair).toMatch(/^$|^(\d+) \1$/);
});

test('A snapshot does not change while others write', async () => {
  const store = open();
  await store.write((db) => put(db, 'one', '1'));
  await inSnapshot(store, async (db) => {
    expect(await valuesOf(db)).toEqual(['1']);
    await store.write((own) => put(own, 'two', '2'));
    expect(await valuesOf(db)).toEqual(['1']);
  });
  expect(await valuesOf(store.reader)).toEqual(['1', '2']);
});

test('A reader cannot write, whatever the statement returns', async () => {
  const { reader } = open();
  const row = { key: 'one', value: '1' };
  await expect(reader.insertInto('meta').values(row).execute()).rejects.toThrow(/read-only/);
  await expect(reader.insertInto('meta').values(row).returning('key').execute()).rejects.toThrow(/read-only/);
  expect(await valuesOf(reader)).toEqual([]);
});

test.each(['', ' returning key'])(
  'A reader cannot write by a statement that begins like a read%s',
  async (returning) => {
    const { reader } = open();
    const copying = `with given (value) as (select '1') insert into meta (key, value) select 'one', value from given`;
    await expect(sql.raw(copying + returning).execute(reader)).rejects.toThrow(/read-only/);
    expect(await valuesOf(reader)).toEqual([]);
  },
);
