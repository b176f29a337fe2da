// DATABASE_LISTEN_URL must lead to the database of DATABASE_URL, or cached responses would never expire.
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { startBlackholeProxy } from '../support/servers/blackhole-proxy.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

async function listening(url: string, listenUrl: string) {
  const reported: [change: string, reason: string | undefined][] = [];
  const report = (change: string, error?: unknown) =>
    void reported.push([change, (error as Error | undefined)?.message]);
  const store = await openPostgres({ url, pooler: 'transaction', listenUrl, report });
  onTestFinished(() => store.close());
  store.version();
  await vi.waitUntil(() => reported.length > 0, { timeout: 15_000 });
  return { store, reported };
}

test('If the URL for LISTEN leads to another calendar, that is reported and no version is used', async () => {
  const [url, other] = [await createEmptyDatabase(), await createEmptyDatabase()];
  await (await openPostgres({ url: other })).close();
  const { store, reported } = await listening(url, other);
  expect(reported).toEqual([['lost', expect.stringContaining('DATABASE_LISTEN_URL')]]);
  expect(store.version()).toBeLessThan(0);
});

test('A process that tests its URL for LISTEN does not disturb the versions of others', async () => {
  const url = await createEmptyDatabase();
  const { store, reported } = await listening(url, url);
  const before = store.version();
  expect(before).toBeGreaterThan(0);
  await listening(url, url);
  await setTimeout(600);
  expect(store.version()).toBe(before);
  expect(reported).toEqual([['found', undefined]]);
});

test('A pooler that falls silent delays listening only until it answers again', async () => {
  const url = await createEmptyDatabase();
  const pooler = await startBlackholeProxy(url);
  pooler.blockFrom('pg_notify');
  const { store, reported } = await listening(pooler.url, url);
  expect(reported[0]?.[0]).toBe('lost');
  pooler.open();
  await vi.waitUntil(() => store.version() > 0, { timeout: 10_000 });
}, 30_000);
