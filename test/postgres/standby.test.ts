// A primary and its standby: where reads go, and which server accepts writes after a failover.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, startCluster } from '../../scripts/failover/cluster.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { startBlackholeProxy } from '../support/servers/blackhole-proxy.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
}, 120_000);

afterAll(() => cluster.remove());

async function open(changes: string[] = [], replicaUrl = cluster.standby.url): Promise<Store> {
  const { primary, standby } = cluster;
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
  const store = await openPostgres({
    url: primary.url.replace(`127.0.0.1:${primary.port}`, hosts),
    replicaUrls: [replicaUrl],
    poolSize: 3,
    maxVersionAgeMs: 30_000,
    report: (change) => void changes.push(change),
  });
  onTestFinished(() => store.close());
  await vi.waitUntil(() => store.version() > 0, { timeout: 20_000 });
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

/** The value, and whether it was read from a standby. */
async function get(store: Store, key: string) {
  const { rows } = await sql<{ value: string; isStandby: boolean }>`
    select value, pg_is_in_recovery() as "isStandby" from meta where key = ${key}`.execute(store.reader);
  return rows[0];
}

const soon = { timeout: 20_000, interval: 20 };

test('Anonymous reads use a standby that has replayed the known version, all others the primary', async () => {
  const store = await open();
  const { standby } = cluster;
  await put(store, 'a', '1');
  await vi.waitUntil(async () => (await store.onReplica(() => get(store, 'a')))?.isStandby, soon);
  expect(await get(store, 'a')).toEqual({ value: '1', isStandby: false });

  await standby.query('select pg_wal_replay_pause()');
  await put(store, 'a', '2');
  for (let look = 0; look < 5; look += 1)
    expect(await store.onReplica(() => get(store, 'a'))).toEqual({ value: '2', isStandby: false });

  await standby.query('select pg_wal_replay_resume()');
  await vi.waitUntil(async () => (await store.onReplica(() => get(store, 'a')))?.isStandby, soon);
  expect(await store.onReplica(() => get(store, 'a'))).toEqual({ value: '2', isStandby: true });
});

test('No standby is read before it has replayed the write of another process', async () => {
  const [one, other] = [await open(), await open()];
  await vi.waitUntil(async () => (await other.onReplica(() => get(other, 'a')))?.isStandby, soon);
  await cluster.standby.query('select pg_wal_replay_pause()');
  const before = other.version();
  await put(one, 'a', '3');
  await vi.waitUntil(() => other.version() !== before, soon);
  expect(await other.onReplica(() => get(other, 'a'))).toEqual({ value: '3', isStandby: false });
  await cluster.standby.query('select pg_wal_replay_resume()');
});

test('The state lists all servers with the primary and answering standbys', async () => {
  const store = await open();
  const { primary, standby } = cluster;
  await vi.waitUntil(async () => (await store.onReplica(() => get(store, 'a')))?.isStandby, soon);
  await get(store, 'a');
  expect(store.state()).toMatchObject({
    engine: 'postgresql',
    isListening: true,
    servers: [
      { server: `127.0.0.1:${primary.port}`, purpose: 'write', isUsed: true, idle: expect.any(Number), waiting: 0 },
      { server: `127.0.0.1:${standby.port}`, purpose: 'write', isUsed: false, connections: 0 },
      { server: expect.stringContaining(`:${standby.port}`), purpose: 'read', isUsed: true, connections: 1, idle: 1 },
    ],
  });
});

test('A write inside onReplica, and reads after it, use the primary', async () => {
  const store = await open();
  const read = await store.onReplica(async () => {
    await get(store, 'a');
    return store.inTransaction(async () => {
      await put(store, 'a', '4');
      return get(store, 'a');
    });
  });
  expect(read).toEqual({ value: '4', isStandby: false });
});

test('Reads move to the primary when connections to the standby break', async () => {
  const store = await open();
  await vi.waitUntil(async () => (await store.onReplica(() => get(store, 'a')))?.isStandby, soon);
  const ended = store.onReplica(async () => {
    await get(store, 'a');
    await cluster.standby.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kalends'`,
    );
    return get(store, 'a');
  });
  expect(await ended).toMatchObject({ value: '4' });
});

test('A hanging standby is not used until it answers again', async () => {
  const way = await startBlackholeProxy(cluster.standby.url);
  const store = await open([], way.url);
  const isStandby = async () => (await store.onReplica(() => get(store, 'a')))?.isStandby;
  await vi.waitUntil(isStandby, soon);
  way.blockFrom('select');
  const begun = performance.now();
  await Promise.all(Array.from({ length: 8 }, isStandby));
  expect(performance.now() - begun).toBeLessThan(8000);
  for (let round = 0; round < 30; round += 1) {
    const asked = performance.now();
    expect(await isStandby()).toBe(false);
    expect(performance.now() - asked).toBeLessThan(1000);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  way.open();
  await vi.waitUntil(isStandby, soon);
});

test('During a failover reads continue uncached, then the new primary is used and the old one is not', async () => {
  const changes: string[] = [];
  const store = await open(changes);
  const { primary, standby } = cluster;
  await put(store, 'a', '5');
  const before = store.version();
  primary.kill();
  const found = await vi.waitUntil(() => store.onReplica(() => get(store, 'a')).catch(() => undefined), soon);
  expect(found).toEqual({ value: '5', isStandby: true });
  await vi.waitUntil(() => store.version() < 0, soon);
  await expect(get(store, 'a')).rejects.toThrow(StoreUnavailable);
  await expect(put(store, 'a', '6')).rejects.toThrow(StoreUnavailable);

  await standby.promote();
  await vi.waitUntil(
    () =>
      put(store, 'a', '7').then(
        () => true,
        () => false,
      ),
    soon,
  );
  expect(await get(store, 'a')).toEqual({ value: '7', isStandby: false });
  await vi.waitUntil(() => store.version() > 0, soon);
  expect(store.version()).toBeGreaterThan(before);
  expect(changes).toContain('moved');

  await primary.start();
  await standby.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kalends'`);
  await vi.waitUntil(() => get(store, 'a').catch(() => undefined), soon);
  expect(await get(store, 'a')).toEqual({ value: '7', isStandby: false });
  // A process that starts now also finds the new primary.
  expect(await get(await open(), 'a')).toEqual({ value: '7', isStandby: false });
});
