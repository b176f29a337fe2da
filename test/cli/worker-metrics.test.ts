// Metrics of several workers are added up; counters never fall when a worker is replaced, hangs or dies.
import { expect, test } from 'vitest';
import { type ReadMetrics, readMetrics } from '../support/metrics-text.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { type RunningService, startService } from '../support/running-service.ts';

const tags = '/wp-json/calendar/events/v1/tags?hide_empty=false';

async function startWorkers(): Promise<{ service: RunningService; read: () => Promise<ReadMetrics> }> {
  const args = ['--metrics', '127.0.0.1:0', '--workers', '2', '--synchronous', 'off'];
  const service = await startService(args, { folder: temporaryFolder() });
  const metrics = String((await service.event('listening'))['metrics']);
  return { service, read: () => readMetrics(metrics) };
}

/** Each on its own connection, so that either worker may accept it. */
async function askTimes({ origin }: RunningService, times: number): Promise<void> {
  const headers = { connection: 'close' };
  const askOnce = async () => (await fetch(`${origin}${tags}`, { headers })).arrayBuffer();
  await Promise.all(Array.from({ length: times }, askOnce));
}

const answered = (read: ReadMetrics) => read.get('kalends_http_requests_total', { route: 'tags', status: '2xx' });
const answering = (read: ReadMetrics) => ['1', '2'].map((worker) => read.get('kalends_worker_answered', { worker }));
const pidsOf = ({ lines }: RunningService): number[] =>
  lines.filter(({ msg }) => msg === 'worker started').map(({ pid }) => pid as number);

function expectNoneLower(before: ReadMetrics, after: ReadMetrics): void {
  const lower = [...before.counters].filter(([key, value]) => !((after.counters.get(key) ?? -1) >= value));
  expect(lower).toEqual([]);
}

test('Metrics of workers are added up, and those of a process are labelled with its worker', {
  timeout: 60_000,
}, async () => {
  const { service, read } = await startWorkers();
  await askTimes(service, 40);
  await expect.poll(async () => answered(await read()), { timeout: 10_000 }).toBe(40);
  const found = await read();
  expect(answering(found)).toEqual([1, 1]);
  expect(found.valuesOf('process_resident_memory_bytes', 'worker')).toEqual(['1', '2', 'supervisor']);
  expect(found.valuesOf('kalends_http_requests_total', 'worker')).toEqual([undefined]);
  expect(found.get('kalends_build_info')).toBe(1);
  expect(found.get('kalends_workers')).toBe(2);
  expect(found.undocumented).toEqual([]);
  expect(await service.stop()).toBe(0);
});

test('A reload decreases no counter and loses no request', { timeout: 90_000 }, async () => {
  const { service, read } = await startWorkers();
  await askTimes(service, 30);
  await expect.poll(async () => answered(await read()), { timeout: 10_000 }).toBe(30);
  const before = await read();
  // Their metrics are not read before the workers exit.
  await askTimes(service, 25);
  service.process.kill('SIGHUP');
  await service.event('reloaded');
  const after = await read();
  expectNoneLower(before, after);
  await expect.poll(async () => answered(await read()), { timeout: 10_000 }).toBe(55);
  await askTimes(service, 5);
  await expect.poll(async () => answered(await read()), { timeout: 10_000 }).toBe(60);
  expect((await read()).get('kalends_worker_deaths_total')).toBe(0);
  expect(await service.stop()).toBe(0);
});

test('An unresponsive or dead worker is reported, and its counters remain', { timeout: 90_000 }, async () => {
  const { service, read } = await startWorkers();
  await askTimes(service, 30);
  await expect.poll(async () => answered(await read()), { timeout: 10_000 }).toBe(30);
  const before = await read();
  const pid = pidsOf(service)[1] as number;
  process.kill(pid, 'SIGSTOP');
  const still = await read();
  expect(answering(still)).toEqual([1, 0]);
  expect(still.valuesOf('process_resident_memory_bytes', 'worker')).toEqual(['1', 'supervisor']);
  expectNoneLower(before, still);
  expect(answered(still)).toBe(30);
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => answering(await read()), { timeout: 20_000 }).toEqual([1, 1]);
  const anew = await read();
  expectNoneLower(still, anew);
  expect(answered(anew)).toBe(30);
  expect(anew.get('kalends_worker_deaths_total')).toBe(1);
  expect(await service.stop()).toBe(0);
});
