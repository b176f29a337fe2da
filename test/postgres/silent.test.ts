// A server, or the way to it, that stands still without ending connections: who waits for it is told in the end.
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { type BlackholeProxy, blackholeProxyTo } from '../support/servers/blackhole-proxy.ts';
import { makeDatabase } from '../support/test-store.ts';

async function open(): Promise<{ store: Store; way: BlackholeProxy }> {
  const way = await blackholeProxyTo(await makeDatabase());
  const store = await openPostgres({ url: way.url, poolSize: 2, statementTimeoutMs: 200 });
  onTestFinished(() => store.close());
  return { store, way };
}

const get = async (store: Store) => (await store.reader.selectFrom('meta').select('value').execute())[0]?.value;
const put = (store: Store, value: string) =>
  store.write((db) => db.insertInto('meta').values({ key: 'a', value }).execute());
const waitFor = (store: Store, value: string) =>
  vi.waitUntil(async () => (await get(store).catch(() => undefined)) === value, { timeout: 10_000 });

test('A read is given up, and the next one goes another way', async () => {
  const { store, way } = await open();
  await put(store, '1');
  way.blockFrom('select "value"');
  await expect(get(store)).rejects.toBeInstanceOf(StoreUnavailable);
  way.open();
  await waitFor(store, '1');
});

test('Of a write whose commit nobody answers it is not said that it was taken back', async () => {
  const { store, way } = await open();
  const undone: string[] = [];
  way.blockFrom('; commit');
  const begun = performance.now();
  const refusal = await store
    .write(async (db) => {
      store.onRollback(async () => void undone.push('undone'));
      await db.insertInto('meta').values({ key: 'a', value: '1' }).execute();
    })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StoreUnavailable);
  expect((refusal as StoreUnavailable).isOutcomeUnknown).toBe(true);
  expect(performance.now() - begun).toBeLessThan(6000);
  expect(undone).toEqual([]);
  way.open();
  await waitFor(store, '1');
});

test('A write that never came to its commit is taken back', async () => {
  const { store, way } = await open();
  const undone: string[] = [];
  way.blockFrom('insert into "meta"');
  const failing = store.write(async (db) => {
    store.onRollback(async () => void undone.push('undone'));
    await db.insertInto('meta').values({ key: 'a', value: '1' }).execute();
  });
  const begun = performance.now();
  await expect(failing).rejects.toBeInstanceOf(StoreUnavailable);
  expect(performance.now() - begun).toBeLessThan(6000);
  expect(undone).toEqual(['undone']);
  way.open();
  await vi.waitUntil(
    () =>
      put(store, '2').then(
        () => true,
        () => false,
      ),
    { timeout: 10_000 },
  );
  expect(await get(store)).toBe('2');
});
