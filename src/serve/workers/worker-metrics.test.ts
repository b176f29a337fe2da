import { expect, test } from 'vitest';
import type { Family } from '../../metrics/aggregate.ts';
import type { WorkerMessage, WorkerProcess } from './worker-control.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

const requests = (value: number): Family => ({
  name: 'kalends_requests_total',
  help: 'Requests.',
  type: 'counter',
  aggregator: 'sum',
  values: [{ labels: {}, value }],
});

/** A listening worker that reports its metrics after a while. */
function createWorker(): WorkerProcess & { start(): void } {
  const listeners: ((message: WorkerMessage) => void)[] = [];
  const report = (message: WorkerMessage) => {
    for (const listener of listeners) listener(message);
  };
  return {
    pid: 1,
    start: () => report({ listening: { address: '127.0.0.1', port: 1 } }),
    send: () => void setTimeout(report, 20, { measured: [requests(1)] }),
    kill: () => undefined,
    onMessage: (listener) => void listeners.push(listener),
    onExit: () => undefined,
  };
}

test('Two readers at the same time both get the metrics of all workers', async () => {
  const counts = { deaths: 0, failedStarts: 0 };
  const metrics = createWorkerMetrics({ facts: { version: '1', engine: 'sqlite' }, count: 2, counts });
  for (const number of [1, 2]) {
    const worker = createWorker();
    metrics.track(number, worker);
    worker.start();
  }
  const read = async () => {
    const [supervisor = []] = await metrics.read();
    return supervisor.find(({ name }) => name === 'kalends_worker_answered')?.values.map(({ value }) => value);
  };
  expect(await Promise.all([read(), read()])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});
