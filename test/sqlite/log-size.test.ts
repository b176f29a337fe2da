// The write-ahead log shrinks again after it had to be long.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const mebibyte = 2 ** 20;

test('A log that grew because of a reader is truncated by the next write after it', async () => {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, synchronous: 'normal' });
  onTestFinished(() => store.close());
  const put = (name: string, value: string) =>
    store.write((db) => db.insertInto('meta').values({ key: name, value }).execute());
  const reader = new BetterSqlite3(path);
  onTestFinished(() => void reader.close());
  reader.exec('begin');
  reader.prepare('select count(*) from meta').get();
  for (let n = 0; n < 17; n++) await put(`long ${n}`, 'x'.repeat(4 * mebibyte));
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(64 * mebibyte);

  reader.exec('rollback');
  await put('next', '');
  expect(statSync(`${path}-wal`).size).toBeLessThan(mebibyte);
  expect(reader.prepare('select count(*) from meta').pluck().get()).toBe(
    (await store.reader.selectFrom('meta').select('key').execute()).length,
  );
});

test('Closing a calendar removes its log, even if it was not used', async () => {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  await openSqlite({ path }).close();
  expect(existsSync(`${path}-wal`)).toBe(false);
});
