// Metrics of PostgreSQL: the pool, the LISTEN connection, transactions.
import { expect, test } from 'vitest';
import { readMetrics } from '../support/metrics-text.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { startService } from '../support/running-service.ts';

const api = '/wp-json/calendar/events/v1';

test('Metrics report the pool, the LISTEN connection and transactions', async () => {
  const service = await startService(['--metrics', '127.0.0.1:0', '--demo'], { folder: temporaryFolder() });
  const metrics = String((await service.event('listening'))['metrics']);
  const read = () => readMetrics(metrics);
  const reads = Array.from({ length: 12 }, (_, page) => fetch(`${service.origin}${api}/events?page=${page + 1}`));
  for (const reply of await Promise.all(reads)) await reply.arrayBuffer();
  await expect.poll(async () => (await read()).get('kalends_postgres_listening'), { timeout: 20_000 }).toBe(1);

  const before = await read();
  const [server] = before.valuesOf('kalends_postgres_connections', 'server');
  expect(server).toMatch(/^[^:@/]+:\d+$/);
  expect(before.valuesOf('kalends_postgres_connections', 'purpose')).toEqual(['write']);
  const connections = ['busy', 'idle'].map((state) => before.get('kalends_postgres_connections', { state }) as number);
  expect(connections[0]).toBe(0);
  expect(connections[1]).toBeGreaterThan(0);
  expect(connections[1]).toBeLessThanOrEqual(10);
  expect(before.get('kalends_postgres_server_used')).toBe(1);
  expect(before.get('kalends_postgres_connections_awaited')).toBe(0);
  expect(before.get('kalends_postgres_retries_total')).toBe(0);
  expect(before.get('kalends_build_info', { engine: 'postgresql' })).toBe(1);
  expect(before.get('kalends_sqlite_log_bytes')).toBeUndefined();
  expect(before.undocumented).toEqual([]);

  const { application_password: password } = await service.event('first-administrator');
  const headers = { authorization: `Bearer ${password}` };
  const made = await fetch(`${service.origin}${api}/tags?name=x`, { method: 'POST', headers });
  expect(made.status).toBe(201);
  const ended = (from: typeof before) =>
    from.get('kalends_database_transactions_total', { outcome: 'committed' }) as number;
  expect(ended(await read())).toBeGreaterThan(ended(before));
  expect(await service.stop()).toBe(0);
});
