// The version of the calendar, which invalidates caches.
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/run-cli.ts';

test('The version changes at once with each commit of this process and of others', async () => {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, synchronous: 'off' });
  const other = new BetterSqlite3(path);
  onTestFinished(async () => {
    await store.close();
    other.close();
  });
  const first = store.version();
  expect(store.version()).toBe(first);
  other.prepare("insert into meta values ('other', '')").run();
  const second = store.version();
  await store.write((db) => db.insertInto('meta').values({ key: 'own', value: '' }).execute());
  expect(new Set([first, second, store.version()]).size).toBe(3);
});
