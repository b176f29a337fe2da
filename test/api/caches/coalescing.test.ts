// Concurrent anonymous requests for the same URL share one computation.
import { expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

/** Counts the queries that the store's reader runs. */
function countQueries({ store }: TestApp): () => number {
  let count = 0;
  const executor = store.reader.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (...query) => {
    count += 1;
    return execute(...query);
  };
  return () => count;
}

async function openCalendar() {
  const app = await startTestApp({ settings: { cacheBytes: 0 } });
  const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
  const { id } = await make(app, 'events', { title: 'Gala', ...dates });
  const queries = countQueries(app);
  let writes = 0;
  /** The number of queries that these requests need right after a write. */
  const queriesFor = async (requests: readonly { path: string; as?: 'admin' }[]): Promise<number> => {
    writes += 1;
    const json = { title: `Gala ${writes}` };
    await app.request({ as: 'admin', method: 'PATCH', path: `/events/${id}`, json });
    // Looks up how long responses are valid, so that no request below has to. PostgreSQL may have to confirm its version first.
    await expect.poll(() => app.store.version()).toBeGreaterThan(0);
    await app.request({ path: '/venues' });
    const before = queries();
    const replies = await Promise.all(requests.map((request) => app.request<{ events: unknown[] }>(request)));
    for (const { body } of replies) expect(body.events).toMatchObject([{ title: json.title }]);
    return queries() - before;
  };
  return { queriesFor };
}

test('Eight concurrent anonymous requests for a list after a write need no more queries than one', async () => {
  const { queriesFor } = await openCalendar();
  const path = '/events?search=gala';
  const alone = await queriesFor([{ path }]);
  expect(alone).toBeGreaterThan(2);
  expect(await queriesFor(Array.from({ length: 8 }, () => ({ path })))).toBe(alone);
});

test('Concurrent requests of a caller who signs in are computed one by one', async () => {
  const { queriesFor } = await openCalendar();
  const request = { path: '/events?search=gala', as: 'admin' } as const;
  const alone = await queriesFor([request]);
  expect(await queriesFor([request, request, request])).toBeGreaterThan(2 * alone);
});
