// What one process knows of the commits of another one, in each phase of its event loop.
import { stat } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

function openTwice() {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, synchronous: 'off' });
  const other = new BetterSqlite3(path);
  onTestFinished(async () => {
    await store.close();
    other.close();
  });
  let commits = 0;
  const commitElsewhere = () => other.prepare("insert into meta values (?, '')").run(`commit ${commits++}`);
  return { store, commitElsewhere };
}

/** What `look` answers when the loop takes up what came in while this turn was busy, before its timers and immediates. */
const afterArrival = <T>(look: () => T): Promise<T> =>
  new Promise((resolve) => {
    stat('.', () => resolve(look()));
    Atomics.wait(nobodyWakes, 0, 0, 50);
  });

test.each([
  ['an immediate', (work: () => void) => setImmediate(work)],
  ['a timer', (work: () => void) => setTimeout(work, 1)],
])('The next request sees a commit of another process that followed a lookup in %s', async (_, inPhase) => {
  const { store, commitElsewhere } = openTwice();
  for (let round = 0; round < 5; round++) {
    const [before, after] = await new Promise<[number, number]>((resolve) =>
      inPhase(() => {
        const seen = store.version();
        commitElsewhere();
        void afterArrival(() => store.versionOnArrival()).then((found) => resolve([seen, found]));
      }),
    );
    expect(after).not.toBe(before);
  }
});

test('Running work and requests of the next turn see the newest commit', async () => {
  const { store, commitElsewhere } = openTwice();
  const arrived = store.versionOnArrival();
  expect(store.versionOnArrival()).toBe(arrived);
  commitElsewhere();
  const now = store.version();
  expect(now).not.toBe(arrived);
  await new Promise((resolve) => setImmediate(resolve));
  expect(store.versionOnArrival()).toBe(now);
});

test('A commit of this process is visible in the same turn', async () => {
  const { store } = openTwice();
  const before = store.versionOnArrival();
  await store.write((db) => db.insertInto('meta').values({ key: 'own', value: '' }).execute());
  expect(store.versionOnArrival()).not.toBe(before);
});
