// A server that hangs, or loses packets, without closing connections.
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { type BlackholeProxy, startBlackholeProxy } from '../support/servers/blackhole-proxy.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

async function open(): Promise<{ store: Store; way: BlackholeProxy }> {
  const way = await startBlackholeProxy(await createEmptyDatabase());
  const store = await openPostgres({ url: way.url, poolSize: 2, statementTimeoutMs: 200 });
  onTestFinished(() => store.close());
  return { store, way };
}

const get = async (store: Store) => (await store.reader.selectFrom('meta').select('value').execute())[0]?.value;
const put = (store: Store, value: string) =>
  store.write((db) => db.insertInto('meta').values({ key: 'a', value }).execute());
const waitFor = (store: Store, value: string) =>
  vi.waitUntil(async () => (await get(store).catch(() => undefined)) === value, { timeout: 10_000 });

test('A read from a hanging server times out, and the next one uses another connection', async () => {
  const { store, way } = await open();
  await put(store, '1');
  way.blockFrom('select "value"');
  await expect(get(store)).rejects.toBeInstanceOf(StoreUnavailable);
  way.open();
  await waitFor(store, '1');
});

test('A write whose commit is not answered is not reported as rolled back', async () => {
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

test('A write that hangs before its commit is rolled back', async () => {
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
