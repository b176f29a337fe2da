// Metrics of a single process and of workers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { readMetrics } from '../support/metrics-text.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { found, startFakeNominatim } from '../support/servers/fake-nominatim.ts';

const api = '/wp-json/calendar/events/v1';
const measured = ['--metrics', '127.0.0.1:0'];

async function startMeasured(...args: string[]): Promise<{ service: RunningService; metrics: string }> {
  const service = await startService([...measured, ...args], { folder: temporaryFolder() });
  const metrics = String((await service.event('listening'))['metrics']);
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  return { service, metrics };
}

const ask = async ({ origin }: RunningService, path: string, init?: RequestInit): Promise<number> => {
  const reply = await fetch(`${origin}${path}`, init);
  await reply.arrayBuffer();
  return reply.status;
};

async function authorizationOf(service: RunningService): Promise<Record<string, string>> {
  const { application_password: password } = await service.event('first-administrator');
  return { authorization: `Bearer ${password}` };
}

/** Names of modules as Node reports them; packages also have folders of that name. */
const metricsCode = new URL('../../src/metrics/', import.meta.url).href;

test('Without --metrics no endpoint is opened and no metrics code is loaded', async () => {
  const folder = temporaryFolder();
  const loadedOf = async (args: string[], into: string) => {
    const service = await startService(args, { folder, environment: { NODE_V8_COVERAGE: join(folder, into) } });
    const announced = await service.event('listening');
    expect(await ask(service, '/metrics')).toBe(404);
    expect(await service.stop()).toBe(0);
    const texts = readdirSync(join(folder, into)).map((name) => readFileSync(join(folder, into, name), 'utf8'));
    return { announced, isLoaded: [metricsCode, '/prom-client/'].some((path) => texts.join('').includes(path)) };
  };
  const { announced, isLoaded } = await loadedOf([], 'off');
  expect(announced).not.toHaveProperty('metrics');
  expect(isLoaded).toBe(false);
  expect((await loadedOf(measured, 'on')).isLoaded).toBe(true);
});

test('Requests are counted by route and status', async () => {
  const { service, metrics } = await startMeasured('--request-limit', '60');
  const headers = await authorizationOf(service);
  const tag = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{"name":"One"}' };
  expect(await ask(service, `${api}/tags`, tag)).toBe(201);
  for (let time = 0; time < 4; time++) expect(await ask(service, `${api}/tags?hide_empty=false`)).toBe(200);
  expect(await ask(service, `${api}/events/77`)).toBe(404);
  expect(await ask(service, '/events.ics', { method: 'HEAD' })).toBe(200);
  expect(await ask(service, '/docs')).toBe(200);
  expect(await ask(service, `${api}/tags`, { headers: { authorization: 'Bearer wrong' } })).toBe(401);

  const read = await readMetrics(metrics);
  const requests = (route: string, method: string, status: string) =>
    read.get('kalends_http_requests_total', { route, method, status });
  expect(requests('tags', 'POST', '2xx')).toBe(1);
  expect(requests('tags', 'GET', '2xx')).toBe(4);
  expect(requests('tags', 'GET', '4xx')).toBe(1);
  expect(requests('events', 'GET', '4xx')).toBe(1);
  expect(requests('feeds', 'HEAD', '2xx')).toBe(1);
  expect(requests('pages', 'GET', '2xx')).toBe(1);
  expect(read.get('kalends_http_requests_total')).toBe(9);
  const durations = (access: string) =>
    read.get('kalends_http_request_duration_seconds_count', { route: 'tags', access });
  expect([durations('read'), durations('write')]).toEqual([5, 1]);
  expect(read.get('kalends_http_requests_in_flight')).toBe(0);
  expect(read.get('kalends_http_connections')).toBeGreaterThan(0);
  expect(read.get('kalends_http_sent_bytes_total')).toBeGreaterThan(1000);
  expect(read.get('kalends_cache_hits_total', { cache: 'replies' })).toBe(3);
  expect(read.get('kalends_cache_misses_total', { cache: 'replies' })).toBe(3);
  expect(read.get('kalends_cache_entries', { cache: 'replies' })).toBe(1);
  expect(read.get('kalends_sign_ins_refused_total', { reason: 'wrong' })).toBe(1);
  expect(read.get('kalends_http_requests_limited_total')).toBe(0);

  let limited = 0;
  for (let time = 0; time < 60; time++) if ((await ask(service, `${api}/tags`)) === 429) limited++;
  expect((await readMetrics(metrics)).get('kalends_http_requests_limited_total')).toBe(limited);
  expect(await service.stop()).toBe(0);
});

test('The number of labels stays small, whatever URLs callers request', async () => {
  const { service, metrics } = await startMeasured();
  for (const path of ['/constructor', '/a', '/b/c', `${api}/people/1`, `${api}/events/${'9'.repeat(30)}`])
    await ask(service, path);
  await ask(service, `${api}/events`, { method: 'PROPFIND' });
  const read = await readMetrics(metrics);
  expect(read.valuesOf('kalends_http_requests_total', 'route')).toEqual(['events', 'other']);
  expect(read.valuesOf('kalends_http_requests_total', 'method')).toEqual(['GET', 'other']);
  expect(read.get('kalends_http_requests_total')).toBe(6);
});

test('Metrics include caches, the database and the process', async () => {
  const { service, metrics } = await startMeasured('--demo', '--synchronous', 'full');
  await ask(service, `${api}/events?per_page=5`);
  await ask(service, `${api}/events?per_page=5&page=1`);
  for (let time = 0; time < 3; time++) await ask(service, `${api}/events?search=a&per_page=${time + 1}`);
  const headers = await authorizationOf(service);
  await ask(service, `${api}/tags?name=x`, { method: 'POST', headers });
  expect(await ask(service, `${api}/tags?name=tried&dry_run=true`, { method: 'POST', headers })).toBe(201);
  const read = await readMetrics(metrics);
  expect(read.get('kalends_cache_misses_total', { cache: 'events' })).toBeGreaterThanOrEqual(5);
  expect(read.get('kalends_cache_hits_total', { cache: 'events' })).toBeGreaterThanOrEqual(5);
  expect(read.get('kalends_cache_bytes', { cache: 'events' })).toBeGreaterThan(0);
  const transactions = (outcome: string) => read.get('kalends_database_transactions_total', { outcome });
  expect(transactions('committed')).toBeGreaterThan(1);
  expect(transactions('rolled_back')).toBe(1);
  const all = Number(transactions('committed')) + 1;
  expect(read.get('kalends_database_transaction_duration_seconds_count')).toBe(all);
  expect(read.get('kalends_database_transaction_wait_seconds_count')).toBe(all);
  expect(read.get('kalends_sqlite_flush_duration_seconds_count')).toBeGreaterThan(0);
  expect(read.get('kalends_sqlite_database_bytes')).toBeGreaterThan(0);
  expect(read.get('kalends_sqlite_log_bytes')).toBeGreaterThan(0);
  expect(read.get('kalends_sqlite_long_reads_waiting')).toBe(0);
  expect(read.get('kalends_build_info', { engine: 'sqlite', version })).toBe(1);
  expect(read.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(read.get('nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  expect(read.undocumented).toEqual([]);
  expect(read.get('nodejs_gc_duration_seconds_count')).toBeGreaterThan(0);
});

test('Requests to the geocoder are counted by outcome', async () => {
  const server = await startFakeNominatim();
  server.answer(found('45.75', '4.85'));
  const environment = { KALENDS_GEOCODER_URL: server.url, KALENDS_GEOCODER_INTERVAL_MS: '0' };
  const service = await startService(measured, { folder: temporaryFolder(), environment });
  const metrics = String((await service.event('listening'))['metrics']);
  const headers = await authorizationOf(service);
  await ask(service, `${api}/venues?venue=Mill&city=Lyon`, { method: 'POST', headers });
  const foundOnes = async () =>
    (await readMetrics(metrics)).get('kalends_geocoder_questions_total', { outcome: 'found' });
  await expect.poll(foundOnes, { timeout: 10_000 }).toBe(1);
  const at = (await readMetrics(metrics)).get('kalends_geocoder_last_question_timestamp_seconds');
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(600);
});

test('Metrics are served at their own address only, never at that of the service', async () => {
  const { service, metrics } = await startMeasured();
  for (const path of ['/metrics', '/fr/metrics', `${api}/metrics`]) expect(await ask(service, path)).toBe(404);
  const { origin } = new URL(metrics);
  const status = async (path: string, method = 'GET') => (await fetch(`${origin}${path}`, { method })).status;
  expect(await status('/metrics?any=1')).toBe(200);
  expect(await status('/metrics', 'HEAD')).toBe(200);
  expect(await status('/metrics', 'POST')).toBe(405);
  for (const path of ['/', '/metrics/', `${api}/tags`, '/healthz']) expect(await status(path)).toBe(404);
});

test.each([[[]], [['--workers', '2']]])(
  'A metrics port in use is reported before anything else happens (%s)',
  async (more) => {
    const { metrics } = await startMeasured();
    const address = new URL(metrics).host;
    const folder = temporaryFolder();
    const refused = await runCli(['serve', '--port', '0', '--metrics', address, ...more], { folder });
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/^kalends: Port \d+ on 127\.0\.0\.1 is in use[^\n]* --metrics[^\n]*\n$/);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  },
);

test('Metrics cannot use the port of the service', async () => {
  const args = ['serve', '--port', '23467', '--metrics', '127.0.0.1:23467'];
  const refused = await runCli(args, { folder: temporaryFolder() });
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^kalends: --metrics and --port are the same/) });
});
