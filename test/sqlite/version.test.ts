// The version of the calendar, which invalidates caches.
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/run-cli.ts';

function openTwice() {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, synchronous: 'off' });
  const other = new BetterSqlite3(path);
  onTestFinished(async () => {
    await store.close();
    other.close();
  });
  return { store, commitElsewhere: () => other.prepare("insert into meta values ('other', '')").run() };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('The version changes at once with each commit of this process and of others', async () => {
  const { store, commitElsewhere } = openTwice();
  const first = store.version();
  expect(store.version()).toBe(first);
  commitElsewhere();
  const second = store.version();
  await store.write((db) => db.insertInto('meta').values({ key: 'own', value: '' }).execute());
  expect(new Set([first, second, store.version()]).size).toBe(3);
});

test('Requests that arrive together see one version, and those of the next turn the newest', async () => {
  const { store, commitElsewhere } = openTwice();
  await nextTurn();
  const arrived = store.versionOnArrival();
  commitElsewhere();
  expect(store.versionOnArrival()).toBe(arrived);
  await nextTurn();
  expect(store.versionOnArrival()).not.toBe(arrived);
  expect(store.versionOnArrival()).toBe(store.version());
});

test('Requests see a commit of this process at once', async () => {
  const { store } = openTwice();
  const before = store.versionOnArrival();
  await store.write((db) => db.insertInto('meta').values({ key: 'own', value: '' }).execute());
  expect(store.versionOnArrival()).toBe(store.version());
  expect(store.versionOnArrival()).not.toBe(before);
});
