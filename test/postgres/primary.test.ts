// Finding the primary among several servers, and requests to the previous one.
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLocator } from '../../src/store/postgres/cluster/locate.ts';
import { NoPrimary } from '../../src/store/postgres/problems.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { startBlackholeProxy } from '../support/servers/blackhole-proxy.ts';
import { onDatabase } from '../support/servers/databases.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

interface Server {
  timeline: number;
  answersAfterSeconds?: number;
}

/** A server whose role is faked: functions in the schema hide those of PostgreSQL. */
async function createServer({ timeline, answersAfterSeconds = 0 }: Server): Promise<pg.ClientConfig> {
  const url = await createEmptyDatabase();
  const segment = timeline.toString(16).padStart(8, '0').padEnd(24, '0');
  await onDatabase(
    url,
    `create function pg_walfile_name(pg_lsn) returns text language sql as $$
      select '${segment}' from pg_sleep(${answersAfterSeconds}) $$`,
  );
  return { connectionString: url, options: '-c search_path=public,pg_catalog' };
}

test('The primary is the server with the newest timeline, even if it is listed last and answers late', async () => {
  const servers = [await createServer({ timeline: 4 }), await createServer({ timeline: 5, answersAfterSeconds: 0.2 })];
  expect(await createLocator(servers).find()).toEqual({ at: 1, timeline: 5 });
});

test('A former primary is not used while the current one is down', async () => {
  const [former, current] = [await createServer({ timeline: 4 }), await createServer({ timeline: 5 })];
  const locator = createLocator([former, current]);
  expect(await locator.find()).toEqual({ at: 1, timeline: 5 });
  Object.assign(current, { connectionString: 'postgres://127.0.0.1:1/' });
  locator.invalidate();
  await expect(locator.find()).rejects.toThrow(NoPrimary);
});

test('A read that hangs on the former primary fails as soon as another server has taken over', async () => {
  const url = await createEmptyDatabase();
  const { url: hanging, blockFrom } = await startBlackholeProxy(url);
  const hosts = [hanging, url].map((server) => new URL(server).host).join();
  const changes: string[] = [];
  const store = await openPostgres({
    url: url.replace(new URL(url).host, hosts),
    report: (change) => void changes.push(change),
  });
  onTestFinished(() => store.close());
  await vi.waitUntil(() => store.version() > 0, { timeout: 10_000 });
  blockFrom('select "value"');
  await expect(store.reader.selectFrom('meta').select('value').execute()).rejects.toThrow(StoreUnavailable);
  expect(changes).toContain('moved');
  expect(await store.reader.selectFrom('meta').select('value').execute()).toEqual([]);
}, 30_000);
