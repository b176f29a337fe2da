// Durability: when the write-ahead log is fsynced, who waits for it, and what happens if that fails.
import { readdirSync, readlinkSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqlite, type SqliteOptions } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { startTestApp } from '../support/test-app.ts';

/** A disk whose fsync takes as long as the test decides. */
function slowDisk() {
  const waiting: { succeed(): void; fail(): void }[] = [];
  return {
    /** Number of pending fsyncs. */
    waiting,
    syncFile: () =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ succeed: resolve, fail: () => reject(Object.assign(new Error('EIO'), { code: 'EIO' })) });
      }),
  };
}

function openStore(options: Omit<SqliteOptions, 'path'>): { store: Store; path: string } {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, ...options });
  onTestFinished(() => store.close());
  return { store, path };
}

const readlinkIfAny = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};

const keep = (store: Store, name: string) =>
  store.write((db) => db.insertInto('meta').values({ key: name, value: 'x' }).execute());

/** Long enough for everything that does not wait for the disk. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 30));

function watched(work: Promise<unknown>): { isDone: boolean } {
  const state = { isDone: false };
  const end = () => {
    state.isDone = true;
  };
  work.then(end, end);
  return state;
}

const begun = (disk: ReturnType<typeof slowDisk>) => expect.poll(() => disk.waiting).toHaveLength(1);

const succeed = async (disk: ReturnType<typeof slowDisk>) => {
  await begun(disk);
  disk.waiting.shift()?.succeed();
};

/** Waits until everything is on disk. */
async function expectToWait(disk: ReturnType<typeof slowDisk>, work: Promise<unknown>): Promise<void> {
  const state = watched(work);
  await begun(disk);
  await pause();
  expect(state.isDone).toBe(false);
  await succeed(disk);
  await work;
}

const namesIn = async (store: Store) => {
  const rows = await store.reader.selectFrom('meta').select('key').where('value', '=', 'x').execute();
  return rows.map(({ key }) => key).sort();
};

test('A write resolves after its fsync, and reads see it before', async () => {
  const disk = slowDisk();
  const { store } = openStore({ syncFile: disk.syncFile });
  const write = keep(store, 'a');
  const state = watched(write);
  await begun(disk);
  await pause();
  expect(state.isDone).toBe(false);
  expect(await namesIn(store)).toEqual(['a']);
  await succeed(disk);
  await write;
  expect(disk.waiting).toHaveLength(0);
});

test('Commits made during an fsync share the next one', async () => {
  const disk = slowDisk();
  const { store } = openStore({ syncFile: disk.syncFile });
  const first = keep(store, 'first');
  await begun(disk);
  const others = ['a', 'b', 'c'].map((name) => keep(store, name));
  const states = others.map(watched);
  await expect.poll(() => namesIn(store)).toHaveLength(4);
  expect(disk.waiting).toHaveLength(1);
  await succeed(disk);
  await first;
  await begun(disk);
  await pause();
  expect(states.map(({ isDone }) => isDone)).toEqual([false, false, false]);
  await succeed(disk);
  await Promise.all(others);
  expect(disk.waiting).toHaveLength(0);
});

test.each(['normal', 'off'] as const)('With synchronous=%s no write waits for an fsync', async (synchronous) => {
  const disk = slowDisk();
  const { store } = openStore({ syncFile: disk.syncFile, synchronous });
  await keep(store, 'a');
  await store.afterFsync(() => keep(store, 'b'));
  expect(disk.waiting).toHaveLength(0);
});

test('afterFsync waits once, at its end, for all writes inside', async () => {
  const disk = slowDisk();
  const { store } = openStore({ syncFile: disk.syncFile });
  const steps: string[] = [];
  const work = store.afterFsync(async () => {
    await keep(store, 'a');
    await keep(store, 'b');
    steps.push('both');
  });
  const state = watched(work);
  await expect.poll(() => steps).toEqual(['both']);
  await succeed(disk);
  await begun(disk);
  await pause();
  expect(state.isDone).toBe(false);
  await succeed(disk);
  await work;
  await store.afterFsync(async () => undefined);
});

test('afterFsync waits for commits of other processes, which its response may contain', async () => {
  const disk = slowDisk();
  const { store, path } = openStore({ syncFile: disk.syncFile });
  const other = new BetterSqlite3(path);
  onTestFinished(() => void other.close());
  other.prepare("insert into meta values ('elsewhere', '')").run();
  await expectToWait(
    disk,
    store.afterFsync(async () => undefined),
  );
});

test('afterFsync waits for commits of an earlier process that died before its fsync', async () => {
  const first = openStore({ synchronous: 'normal' });
  await keep(first.store, 'a');
  const disk = slowDisk();
  const store = openSqlite({ path: first.path, syncFile: disk.syncFile });
  await expectToWait(
    disk,
    store.afterFsync(async () => undefined),
  );
  await store.afterFsync(async () => undefined);
  await store.close();
});

test('Opening a calendar rewrites an existing log, which may have gaps on disk after a failed fsync', async () => {
  const first = openStore({ synchronous: 'normal' });
  await keep(first.store, 'a');
  utimesSync(`${first.path}-wal`, 0, 0);
  const store = openSqlite({ path: first.path });
  onTestFinished(() => store.close());
  expect(statSync(`${first.path}-wal`).mtimeMs).toBeGreaterThan(0);
  expect(await namesIn(store)).toEqual(['a']);
  await keep(store, 'b');
});

test('A calendar opens at once while another process writes to it', async () => {
  const { path } = openStore({ synchronous: 'normal' });
  const other = new BetterSqlite3(path);
  onTestFinished(() => void other.close());
  other.exec("begin immediate; insert into meta values ('elsewhere', '')");
  const sinceMs = performance.now();
  const store = openSqlite({ path });
  expect(performance.now() - sinceMs).toBeLessThan(2000);
  other.exec('commit');
  await store.close();
});

test.runIf(process.platform === 'linux')(
  'The log is opened with the calendar: Linux reports write errors to those who had the file open then',
  async () => {
    const { path } = openStore({ synchronous: 'normal' });
    const openLogs = () => {
      const names = readdirSync('/proc/self/fd').map((name) => readlinkIfAny(`/proc/self/fd/${name}`));
      return names.filter((name) => name === `${path}-wal`).length;
    };
    const before = openLogs();
    const others = openSqlite({ path, synchronous: 'normal' });
    const ofEngine = openLogs() - before;
    const store = openSqlite({ path });
    expect(openLogs() - before).toBe(2 * ofEngine + 1);
    await Promise.all([others.close(), store.close()]);
  },
);

test('Steps after a commit wait for its fsync', async () => {
  const disk = slowDisk();
  const { store } = openStore({ syncFile: disk.syncFile });
  let hasFollowed = false;
  const write = store.afterFsync(() =>
    store.write(async (db) => {
      await db.insertInto('meta').values({ key: 'a', value: 'x' }).execute();
      store.onCommit(async () => {
        hasFollowed = true;
      });
    }),
  );
  await begun(disk);
  await pause();
  expect(hasFollowed).toBe(false);
  await succeed(disk);
  await write;
  expect(hasFollowed).toBe(true);
});

test('After a failed fsync no write is acknowledged, later ones are refused, and the failure is reported once', async () => {
  const disk = slowDisk();
  const report = vi.fn();
  const { store } = openStore({ syncFile: disk.syncFile, report });
  const writes = [keep(store, 'a')];
  await begun(disk);
  writes.push(keep(store, 'b'));
  const outcomes = Promise.allSettled(writes);
  await expect.poll(() => namesIn(store)).toEqual(['a', 'b']);
  disk.waiting.shift()?.fail();
  const reason = { isOutcomeUnknown: true, message: expect.stringContaining('disk reports an error') };
  expect(await outcomes).toMatchObject([{ reason }, { reason }]);
  await expect(keep(store, 'c')).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await namesIn(store)).toEqual(['a', 'b']);
  expect(disk.waiting).toHaveLength(0);
  expect(report.mock.calls).toEqual([['failed', expect.objectContaining(reason)]]);
});

/** Enough to trigger a checkpoint. */
const keepMuch = (store: Store) =>
  store.write((db) =>
    db
      .insertInto('meta')
      .values({ key: 'much', value: 'y'.repeat(20_000_000) })
      .execute(),
  );

test('The log is checkpointed after its fsync, not before', async () => {
  const disk = slowDisk();
  const { store, path } = openStore({ syncFile: disk.syncFile });
  const write = keepMuch(store);
  const state = watched(write);
  await begun(disk);
  await pause();
  expect(statSync(path).size).toBeLessThan(10_000_000);
  await succeed(disk);
  await write;
  expect(state.isDone).toBe(true);
  expect(statSync(path).size).toBeGreaterThan(20_000_000);
});

test('A log that could not be fsynced is not checkpointed, even when the calendar is closed', async () => {
  const disk = slowDisk();
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, syncFile: disk.syncFile });
  const write = expect(keepMuch(store)).rejects.toMatchObject({ isOutcomeUnknown: true });
  await begun(disk);
  disk.waiting.shift()?.fail();
  await write;
  await store.close();
  expect(statSync(path).size).toBeLessThan(10_000_000);
  const next = openSqlite({ path });
  expect(await next.reader.selectFrom('meta').select('key').where('key', '=', 'much').execute()).toHaveLength(1);
  await keep(next, 'after');
  expect(statSync(path).size).toBeGreaterThan(20_000_000);
  await next.close();
});

test('Closing waits for a running fsync', async () => {
  const disk = slowDisk();
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, syncFile: disk.syncFile });
  const write = keep(store, 'a');
  await begun(disk);
  const close = store.close();
  const state = watched(close);
  await pause();
  expect(state.isDone).toBe(false);
  await succeed(disk);
  await Promise.all([write, close]);
});

const event = { title: 'Gala', start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

test('Over HTTP, writes are acknowledged after their fsync, reads do not wait, and writes after a failed fsync get 503', async () => {
  const disk = slowDisk();
  let isSlow = false;
  const app = await startTestApp({
    open: ({ path }) => openSqlite({ path, syncFile: async () => (isSlow ? disk.syncFile() : undefined) }),
  });
  isSlow = true;
  const create = app.request<{ id: number }>({ method: 'POST', path: '/events', as: 'admin', json: event });
  const created = watched(create);
  await begun(disk);
  expect((await app.request<{ total: number }>({ path: '/events' })).body.total).toBe(1);
  expect((await app.request({ method: 'OPTIONS', path: '/events', as: 'admin' })).status).toBe(200);
  expect(created.isDone).toBe(false);
  await succeed(disk);
  const { status, body } = await create;
  expect(status).toBe(201);

  const trash = () => app.request({ method: 'DELETE', path: `/events/${body.id}`, as: 'admin' });
  const first = trash();
  await begun(disk);
  // It finds the event in the trash before that is on disk.
  const second = trash();
  const states = [first, second].map(watched);
  await pause();
  expect(states.map(({ isDone }) => isDone)).toEqual([false, false]);
  await succeed(disk);
  expect((await first).status).toBe(200);
  expect((await second).status).toBe(410);

  const third = app.request({ method: 'POST', path: '/events', as: 'admin', json: event });
  await begun(disk);
  disk.waiting.shift()?.fail();
  expect(await third).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
  isSlow = false;
  expect((await app.request({ method: 'POST', path: '/events', as: 'admin', json: event })).status).toBe(503);
  expect((await app.request({ path: '/events' })).status).toBe(200);
});
