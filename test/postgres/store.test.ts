// Behaviour that only a database server has: concurrent writers, lost connections, refusals.

import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newRecordId } from '../../src/resources/records/rows/record-table.ts';
import { indexedTitleLength } from '../../src/store/dialect.ts';
import type { PostgresOptions } from '../../src/store/postgres/connection.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { startBlackholeProxy } from '../support/servers/blackhole-proxy.ts';
import { onDatabase } from '../support/servers/databases.ts';
import { startTcpProxy } from '../support/servers/tcp-proxy.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

async function open(url: string, options: Partial<PostgresOptions> = {}): Promise<Store> {
  const store = await openPostgres({ url, poolSize: 3, ...options });
  onTestFinished(() => store.close());
  return store;
}

const put = (store: Store, key: string, value: string) =>
  store.write((db) =>
    db
      .insertInto('meta')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  );

const get = async (store: Store, key: string) =>
  (await store.reader.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value;

const endConnections = (url: string) =>
  onDatabase(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );

test('Queries compare as much of a title as the index of titles contains', async () => {
  const store = await open(await createEmptyDatabase());
  const { rows } = await sql<{
    definition: string;
  }>`select pg_get_indexdef('record_texts_title'::regclass) as definition`.execute(store.reader);
  expect(rows[0]?.definition).toContain(`, 1, ${indexedTitleLength})`);
});

test('Processes that start at once create one calendar', async () => {
  const url = await createEmptyDatabase();
  const stores = await Promise.all([1, 2, 3, 4].map(() => open(url)));
  await put(stores[0] as Store, 'a', '1');
  for (const store of stores) expect(await get(store, 'a')).toBe('1');
});

test('Writers are serialised: no other writer changes what one has read before it commits', async () => {
  const url = await createEmptyDatabase();
  const stores = [await open(url), await open(url)];
  await put(stores[0] as Store, 'count', '0');
  const raise = (store: Store) =>
    store.write(async (db) => {
      const { value } = await db
        .selectFrom('meta')
        .select('value')
        .where('key', '=', 'count')
        .executeTakeFirstOrThrow();
      await setTimeout(1);
      await db
        .updateTable('meta')
        .set({ value: String(Number(value) + 1) })
        .where('key', '=', 'count')
        .execute();
    });
  await Promise.all(Array.from({ length: 40 }, (_, index) => raise(stores[index % 2] as Store)));
  expect(await get(stores[1] as Store, 'count')).toBe('40');
});

test('A number of the change log never becomes visible before a lower one', async () => {
  const url = await createEmptyDatabase();
  const [one, other] = [await open(url), await open(url)];
  const row = { kind: 'event', record_id: 1, at: 1, status: 'publish', author_id: 1, published_at: 1 } as const;
  const log = (store: Store) =>
    store.write(async (db) => {
      await db
        .insertInto('changes')
        .values({ ...row, former_author_id: null, open_at: null, external_id: null })
        .execute();
      await setTimeout(2);
    });
  let isOver = false;
  const seen: number[][] = [];
  const watching = (async () => {
    while (!isOver) {
      seen.push((await one.reader.selectFrom('changes').select('seq').orderBy('seq').execute()).map(({ seq }) => seq));
    }
  })();
  await Promise.all(Array.from({ length: 30 }, (_, index) => log(index % 2 ? one : other)));
  isOver = true;
  await watching;
  expect(seen.at(-1)?.length).toBeGreaterThan(0);
  for (const seqs of seen) expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1));
});

test('Ids are not reused', async () => {
  const store = await open(await createEmptyDatabase());
  const give = (id?: number) => store.write((db) => newRecordId(db, 'event', id));
  expect([await give(1), await give(), await give(7), await give(5), await give()]).toEqual([1, 2, 7, 5, 8]);
});

test('A transaction that the server aborts is run again, and its steps run once', async () => {
  const store = await open(await createEmptyDatabase());
  const steps: string[] = [];
  let attempts = 0;
  await store.write(async (db) => {
    attempts += 1;
    store.onRollback(async () => void steps.push(`undo ${attempts}`));
    store.onCommit(async () => void steps.push(`follow ${attempts}`));
    await db
      .insertInto('meta')
      .values({ key: 'attempt', value: String(attempts) })
      .execute();
    const code = ['40001', '40P01'][attempts - 1];
    if (code) await sql.raw(`do $$ begin raise exception 'broken off' using errcode = '${code}'; end $$`).execute(db);
  });
  expect({ attempts, steps, kept: await get(store, 'attempt') }).toEqual({
    attempts: 3,
    steps: ['follow 3'],
    kept: '3',
  });
});

test('A transaction that is aborted every time fails, and is undone once', async () => {
  const store = await open(await createEmptyDatabase());
  const undone: string[] = [];
  const failing = store.write(async (db) => {
    store.onRollback(async () => void undone.push('undone'));
    await sql`do $$ begin raise exception 'broken off' using errcode = '40001'; end $$`.execute(db);
  });
  await expect(failing).rejects.toThrow('broken off');
  expect(undone).toEqual(['undone']);
});

test('The version changes after each write of any process, and only then', async () => {
  const url = await createEmptyDatabase();
  const [one, other] = [await open(url, { maxVersionAgeMs: 30_000 }), await open(url)];
  await vi.waitUntil(() => one.version() > 0, { timeout: 10_000 });
  const before = one.version();
  await put(one, 'a', '1');
  const own = one.version();
  expect(own).toBeGreaterThan(before);
  await one.write(async (db) => void (await db.selectFrom('meta').selectAll().execute()));
  await expect(one.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(one.version()).toBe(own);
  await put(other, 'a', '2');
  await vi.waitUntil(() => one.version() > own, { timeout: 10_000 });
});

test('Without the LISTEN connection no two versions are equal', async () => {
  const url = await createEmptyDatabase();
  const changes: string[] = [];
  const store = await open(url, { maxVersionAgeMs: 30_000, report: (change) => void changes.push(change) });
  await vi.waitUntil(() => store.version() > 0, { timeout: 10_000 });
  const before = store.version();
  await endConnections(url);
  await vi.waitUntil(() => changes.includes('lost'), { timeout: 10_000 });
  await vi.waitUntil(() => store.version() > 0, { timeout: 10_000 });
  expect(store.version()).toBeGreaterThan(before);
  expect(changes).toEqual(['found', 'lost', 'found']);
});

test('Notifications arrive through a pooler in session mode, which accepts no connection settings', async () => {
  const pooler = await startBlackholeProxy(await createEmptyDatabase());
  pooler.blockFrom('extra_float_digits');
  const store = await openPostgres({ url: pooler.url, pooler: 'transaction', listenUrl: pooler.url });
  onTestFinished(() => store.close());
  await vi.waitUntil(() => store.version() > 0, { timeout: 5000 });
});

test('It is reported once that notifications cannot be received', async () => {
  const url = await createEmptyDatabase();
  const changes: string[] = [];
  const report = (change: string) => void changes.push(change);
  const store = await openPostgres({ url, pooler: 'transaction', listenUrl: 'postgres://127.0.0.1:1/none', report });
  onTestFinished(() => store.close());
  store.version();
  await vi.waitUntil(() => changes.length > 0, { timeout: 10_000 });
  await setTimeout(500);
  expect(changes).toEqual(['lost']);
});

test('A lower counter also changes the version', async () => {
  const url = await createEmptyDatabase();
  const store = await open(url, { maxVersionAgeMs: 30_000 });
  for (const value of ['1', '2', '3']) await put(store, 'a', value);
  await vi.waitUntil(() => store.version() > 0, { timeout: 10_000 });
  const before = store.version();
  await onDatabase(url, 'update calendar_version set number = 1');
  await vi.waitUntil(() => store.version() !== before, { timeout: 10_000 });
  const restored = store.version();
  await put(store, 'a', '4');
  expect(new Set([before, restored, store.version()]).size).toBe(3);
});

test('A version that is not confirmed is not used', async () => {
  const store = await open(await createEmptyDatabase(), { maxVersionAgeMs: -1 });
  const versions = new Set<number>();
  for (let look = 0; look < 5; look++) {
    versions.add(store.version());
    await setTimeout(50);
  }
  expect(versions.size).toBe(5);
});

async function refusalOf(work: Promise<unknown>): Promise<StoreUnavailable> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreUnavailable);
  return error as StoreUnavailable;
}

test('A lost connection is reported as unavailable, and the next work succeeds', async () => {
  const url = await createEmptyDatabase();
  const store = await open(url);
  await put(store, 'a', '1');
  const lost = store.write(async (db) => {
    await db.updateTable('meta').set({ value: '2' }).execute();
    await endConnections(url);
    await db.updateTable('meta').set({ value: '3' }).execute();
  });
  expect((await refusalOf(lost)).retryAfterSeconds).toBeGreaterThan(0);
  await vi.waitUntil(async () => (await get(store, 'a').catch(() => undefined)) === '1', { timeout: 10_000 });
  await put(store, 'a', '4');
  expect(await get(store, 'a')).toBe('4');
});

/** A proxy that drops the reply to the next commit, with the connection. */
async function losingCommits(url: string): Promise<{ url: string; arm(): void }> {
  let isArmed = false;
  const through = await startTcpProxy(url, (end) => {
    let isLosing = false;
    return {
      fromClient(bytes) {
        if (!isArmed || !bytes.includes('; commit')) return;
        isArmed = false;
        isLosing = true;
      },
      forwardsReply() {
        if (isLosing) end();
        return !isLosing;
      },
    };
  });
  return {
    url: through,
    arm() {
      isArmed = true;
    },
  };
}

test('Nothing is undone if the outcome of the commit is unknown', async () => {
  const way = await losingCommits(await createEmptyDatabase());
  const store = await open(way.url);
  const undone: string[] = [];
  const failing = (work: () => Promise<unknown>) =>
    refusalOf(
      store.write(async () => {
        store.onRollback(async () => void undone.push('undone'));
        await put(store, 'a', '1');
        await work();
      }),
    );
  way.arm();
  await failing(async () => undefined);
  expect(await get(store, 'a')).toBe('1');
  expect(undone).toEqual([]);
  await failing(() => endConnections(way.url).then(() => put(store, 'a', '2')));
  expect(undone).toEqual(['undone']);
});

test('A slow statement is cancelled', async () => {
  const store = await open(await createEmptyDatabase(), { statementTimeoutMs: 50 });
  const refusal = await refusalOf(sql`select pg_sleep(10)`.execute(store.reader));
  expect(refusal.message).toMatch(/statement timeout/);
  expect(await get(store, 'a')).toBeUndefined();
});

test('A database that has become read-only refuses writes as unavailable, and reads continue', async () => {
  const url = await createEmptyDatabase();
  const store = await open(url);
  await put(store, 'a', '1');
  const name = new URL(url).pathname.slice(1);
  await onDatabase(url, `alter database ${name} set default_transaction_read_only = on`);
  await endConnections(url);
  await vi.waitUntil(async () => (await get(store, 'a').catch(() => undefined)) === '1', { timeout: 10_000 });
  expect((await refusalOf(put(store, 'a', '2'))).message).toMatch(/read-only/);
  expect(await get(store, 'a')).toBe('1');
});

test('When all connections are in use, a waiting request gets 503', { timeout: 30_000 }, async () => {
  const store = await open(await createEmptyDatabase(), { poolSize: 2 });
  const busy = [1, 2].map(() => sql`select pg_sleep(7)`.execute(store.reader));
  expect((await refusalOf(get(store, 'a'))).message).toMatch(/connections/);
  await Promise.all(busy);
});
