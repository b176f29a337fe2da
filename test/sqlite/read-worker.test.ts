// Long reads run on a worker thread, so that other requests do not wait, and return the same rows.
import { copyFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import workerThreads from 'node:worker_threads';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openReadWorker, type ReadWorkerOptions } from '../../src/store/sqlite/read-worker.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Reader, Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { make } from '../support/field-table.ts';
import { png } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

type OnReadWorker = <T>(work: () => Promise<T>) => Promise<T>;

function open(): { store: Store; onReadWorker: OnReadWorker; path: string } {
  const path = join(temporaryFolder(), 'calendar.sqlite');
  const store = openSqlite({ path, synchronous: 'off' });
  onTestFinished(() => store.close());
  return { store, onReadWorker: store.onReadWorker as OnReadWorker, path };
}

function openOnly(options: Partial<ReadWorkerOptions>): Reader {
  const { reader, release } = openReadWorker({ path: open().path, ...options });
  onTestFinished(release);
  return reader;
}

/** A slow query: counting to three million takes at least a quarter of a second. */
const countTo = async (db: Reader, most: number): Promise<number | undefined> => {
  const { rows } = await sql<{ n: number }>`with recursive number (n) as
    (select 1 union all select n + 1 from number where n < ${most}) select max(n) as n from number`.execute(
    db as Reader,
  );
  return rows[0]?.n;
};
const long = 3_000_000;

const put = (db: Reader, value: string) => db.insertInto('meta').values({ key: 'one', value }).execute();
const valueIn = async (db: Reader) =>
  (await db.selectFrom('meta').select('value').where('key', '=', 'one').executeTakeFirst())?.value;

test('Other reads and writes continue during a long read', async () => {
  const { store, onReadWorker } = open();
  await onReadWorker(() => countTo(store.reader, 1));
  let isOver = false;
  const counting = onReadWorker(() => countTo(store.reader, long)).finally(() => {
    isOver = true;
  });
  await store.write((db) => put(db, 'meanwhile'));
  for (let reads = 0; reads < 5; reads++) expect([await valueIn(store.reader), isOver]).toEqual(['meanwhile', false]);
  expect(await counting).toBe(long);
});

test('The read worker sees committed data only; reads inside a transaction see its writes', async () => {
  const { store, onReadWorker } = open();
  const read = () => onReadWorker(() => valueIn(store.reader));
  const seen: unknown[] = [await read()];
  await store.write(async (db) => {
    await put(db, 'kept');
    seen.push(await store.inTransaction(read));
  });
  seen.push(await read());
  let go: (() => void) | undefined;
  const isWritten = new Promise<void>((resolve) => {
    go = resolve;
  });
  const failing = store.write(async (db) => {
    await db.updateTable('meta').set({ value: 'taken back' }).where('key', '=', 'one').execute();
    go?.();
    await pause(50);
    throw new Error('no');
  });
  const during = isWritten.then(read);
  await expect(failing).rejects.toThrow('no');
  expect([...seen, await during]).toEqual([undefined, 'kept', 'kept', 'kept']);
});

test('A failed query affects no other, and the read worker cannot write', async () => {
  const { store, onReadWorker } = open();
  const ask = (question: string) => onReadWorker(() => sql.raw(question).execute(store.reader));
  await expect(ask('select what')).rejects.toThrow('no such column: what');
  await expect(ask("insert into meta (key, value) values ('one', '1') returning key")).rejects.toThrow(
    /readonly|read-only/,
  );
  await expect(onReadWorker(() => store.write((db) => put(db, 'as a writer')))).resolves.toBeDefined();
  expect(await onReadWorker(() => valueIn(store.reader))).toBe('as a writer');
});

test('A read that has waited too long gets 503', async () => {
  const reader = openOnly({ maxWaitMs: 20 });
  await countTo(reader, 1);
  const [first, second] = await Promise.allSettled([countTo(reader, long), countTo(reader, 1)]);
  expect(first).toEqual({ status: 'fulfilled', value: long });
  expect(second).toMatchObject({
    status: 'rejected',
    reason: new StoreUnavailable('Too many long searches are waiting for the database.', { retryAfterSeconds: 30 }),
  });
  expect(await countTo(reader, 2)).toBe(2);
});

test('While the service stops, no read waits', async () => {
  const { store, onReadWorker } = open();
  const count = (most: number) => onReadWorker(() => countTo(store.reader, most));
  await count(1);
  const asked = [count(long), count(1), count(2)];
  await pause(150);
  store.drainReadWorker?.();
  const [first, ...others] = await Promise.allSettled(asked);
  expect(first).toEqual({ status: 'fulfilled', value: long });
  const reason = new StoreUnavailable('A long search was refused because the service is stopping.', {
    retryAfterSeconds: 2,
  });
  for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason });
  expect(await count(3)).toBe(3);
});

const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

test('An idle thread exits, and the next read starts another', async () => {
  const before = threads();
  const reader = openOnly({ idleMs: 1 });
  for (let n = 1; n <= 2; n++) {
    expect(await countTo(reader, n)).toBe(n);
    await expect.poll(threads).toBeLessThanOrEqual(before);
  }
});

test('The late exit of a thread does not affect the next one', async () => {
  const { reader, release } = openReadWorker({ path: open().path });
  for (let n = 1; n <= 4; n++) {
    expect(await countTo(reader, n)).toBe(n);
    const ending = release();
    expect(await countTo(reader, 100 + n)).toBe(100 + n);
    await ending;
  }
  // Answered or aborted, depending on the thread.
  const last = Promise.allSettled([countTo(reader, long)]);
  await release();
  expect(await last).toHaveLength(1);
});

test('A database that the read worker cannot open is reported as unavailable', async () => {
  const reader = openOnly({ path: join(temporaryFolder(), 'nothing.sqlite') });
  await expect(countTo(reader, 1)).rejects.toThrow(/nothing\.sqlite: one of its files cannot be opened/);
});

test('Reads get 503 while no thread can be started, and are answered later', async () => {
  const reader = openOnly({});
  const noThreads = vi.spyOn(workerThreads, 'Worker').mockImplementation(() => {
    throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
  });
  syncBuiltinESMExports();
  const refused = await Promise.allSettled([countTo(reader, 1), countTo(reader, 2)]);
  noThreads.mockRestore();
  syncBuiltinESMExports();
  for (const one of refused)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: new StoreUnavailable('A long search was aborted.', { retryAfterSeconds: 30 }),
    });
  expect(await countTo(reader, 3)).toBe(3);
});

test('The read worker does not read a file that has replaced the database', async () => {
  const { store, onReadWorker, path } = open();
  await store.write((db) => put(db, 'ours'));
  const other = open();
  await other.store.write((db) => put(db, 'another'));
  await other.store.close();
  for (const suffix of ['', '-wal', '-shm']) renameSync(`${path}${suffix}`, `${path}${suffix}.away`);
  copyFileSync(other.path, path);
  const read = async () => [await valueIn(store.reader), await onReadWorker(() => valueIn(store.reader))];
  expect(await read()).toEqual(['ours', 'ours']);
  rmSync(path);
  symlinkSync(path, path);
  expect(await read()).toEqual(['ours', 'ours']);
});

/** Makes the calendar look large from the next event on. */
async function numberFrom(app: TestApp, id: number): Promise<void> {
  await app.store.write((db) => sql`insert into record_ids (id, kind) values (${id}, 'event')`.execute(db));
  const old = { start_date: '2019-01-01 10:00:00', end_date: '2019-01-01 12:00:00' };
  expect((await make(app, 'events', { title: 'Before all windows', ...old })).id).toBeGreaterThan(id);
}

const window = { start_date: '2027-01-01', end_date: '2027-12-31', per_page: 2 };
const lists: readonly Record<string, string | number>[] = [
  { ...window, search: 'q' },
  { ...window, search: 'q -w2' },
  { ...window, search: '-w2', orderby: 'title', page: 2 },
  { ...window, search: '-evening', orderby: 'date' },
  { ...window, search: 'evening' },
  { ...window, tags: 'large' },
  // Conditions without an index may match few rows, and a single page needs no total.
  { ...window, per_page: 10, search: '-nobody', orderby: 'date' },
  { ...window, per_page: 10, ticketed: 'false' },
  { ...window, search: 'evening', page: 3 },
];

test('A deep page of a small calendar starts no thread', async () => {
  const app = await startTestApp();
  const onReadWorker = vi.spyOn(app.store as Required<Store>, 'onReadWorker');
  const read = async (page: number, filters = {}) =>
    (await app.request({ path: '/events', query: { page, per_page: 10, ...filters } })).status;
  await numberFrom(app, 4000);
  expect([await read(9000), onReadWorker.mock.calls.length]).toEqual([404, 0]);
  await numberFrom(app, 5000);
  expect([await read(500), onReadWorker.mock.calls.length]).toEqual([404, 0]);
  expect([await read(502), onReadWorker.mock.calls.length]).toEqual([404, 1]);
  // Each row is looked up, so a page counts as deep earlier.
  const byTitle = { geoloc: 'false', orderby: 'title' };
  expect([await read(50, byTitle), onReadWorker.mock.calls.length]).toEqual([404, 1]);
  expect([await read(51, byTitle), onReadWorker.mock.calls.length]).toEqual([404, 2]);
});

test('Lists are the same in large and small calendars', async () => {
  const app = await startTestApp();
  const onReadWorker = vi.spyOn(app.store as Required<Store>, 'onReadWorker');
  for (let n = 1; n <= 7; n++)
    await make(app, 'events', {
      title: `Q w${n} evening`,
      description: 'Plain',
      tags: ['large'],
      start_date: `2027-05-0${n} 10:00:00`,
      end_date: `2027-05-0${n} 12:00:00`,
    });
  const read = async (again: number) => {
    const replies = [];
    for (const query of lists) {
      const before = onReadWorker.mock.calls.length;
      const { status, body } = await app.request<{ events: { id: number }[]; total: number }>({
        path: '/events',
        query: { ...query, again },
      });
      expect(status).toBe(200);
      replies.push({
        ids: body.events.map(({ id }) => id),
        total: body.total,
        isOnReadWorker: onReadWorker.mock.calls.length > before,
      });
    }
    return replies;
  };
  const small = await read(1);
  expect(small.map(({ total }) => total)).toEqual([7, 6, 6, 0, 7, 7, 7, 7, 7]);
  await numberFrom(app, 250_000);
  // The total for the last page was cached by the previous one.
  expect(await read(2)).toEqual(small.map((reply, n) => ({ ...reply, isOnReadWorker: n < lists.length - 1 })));
});

test('In a large calendar, a search of images runs on the read worker and finds the same', async () => {
  const app = await startTestApp();
  const onReadWorker = vi.spyOn(app.store as Required<Store>, 'onReadWorker');
  const { id } = (await uploadRaw(await png(), { app })).body;
  const search = async (again: number) => {
    const { status, body } = await app.request<{ media: { id: number }[]; total: number }>({
      path: '/media',
      query: { search: 'fete', again },
    });
    expect(status).toBe(200);
    return [body.media.map((medium) => medium.id), body.total, onReadWorker.mock.calls.length];
  };
  expect(await search(1)).toEqual([[id], 1, 0]);
  await numberFrom(app, 20_000);
  expect(await search(2)).toEqual([[id], 1, 1]);
});
