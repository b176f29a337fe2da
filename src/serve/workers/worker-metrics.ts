// Metrics of all workers, merged by their supervisor. Counters of exited workers are included, so that none decreases.
import { addCounters, countersOf, type Family, ofProcess } from '../../metrics/aggregate.ts';
import { readAll, registerProcess } from '../../metrics/process.ts';
import { createReadings } from '../../metrics/readings.ts';
import { type BuildFacts, registerBuild } from '../../metrics/service-metrics.ts';
import type { RestartCounts } from './supervisor.ts';
import type { WorkerProcess } from './worker-control.ts';

export interface WorkerMetricsOptions {
  facts: BuildFacts;
  /** Number of configured workers. */
  count: number;
  counts: RestartCounts;
  timeoutMs?: number;
}

interface TrackedWorker {
  worker: number;
  child: WorkerProcess;
  isListening: boolean;
  last: readonly Family[];
  /** Resolve the pending requests: whether it answered. */
  pending: ((isAnswered: boolean) => void)[];
}

export function createWorkerMetrics(options: WorkerMetricsOptions) {
  const { timeoutMs = 1000 } = options;
  let answering: ReadonlySet<number> = new Set();
  const readings = supervisorReadings(options, (worker) => answering.has(worker));
  const tracked = new Set<TrackedWorker>();
  let exited: readonly Family[] = [];

  /** Returns whether it answered in time. */
  function requestMetrics({ child, pending }: TrackedWorker): Promise<boolean> {
    return new Promise((resolve) => {
      pending.push(resolve);
      setTimeout(resolve, timeoutMs, false).unref();
      child.send({ measure: true });
    });
  }

  return {
    /** Includes this worker once it listens. */
    track(worker: number, child: WorkerProcess): WorkerProcess {
      const one: TrackedWorker = { worker, child, isListening: false, last: [], pending: [] };
      tracked.add(one);
      child.onMessage((message) => {
        if ('listening' in message) one.isListening = true;
        if (!('measured' in message)) return;
        one.last = ofProcess(message.measured, String(worker));
        resolvePending(one, true);
      });
      child.onExit(() => {
        one.isListening = false;
        // Its last message may arrive after its exit.
        setTimeout(() => {
          exited = addCounters(exited, one.last);
          tracked.delete(one);
        }, timeoutMs).unref();
        resolvePending(one, false);
      });
      return child;
    },
    /** Metrics of each process; for a worker that does not answer in time, its last counters. */
    async read(): Promise<readonly (readonly Family[])[]> {
      const inTime = new Set<TrackedWorker>();
      const listening = [...tracked].filter(({ isListening }) => isListening);
      await Promise.all(listening.map(async (one) => (await requestMetrics(one)) && inTime.add(one)));
      // Synchronously: a worker that exited is counted as tracked or as exited, never as both.
      const workers = [exited, ...[...tracked].map((one) => (inTime.has(one) ? one.last : countersOf(one.last)))];
      answering = new Set([...inTime].map(({ worker }) => worker));
      return [ofProcess(await readAll(readings), 'supervisor'), ...workers];
    },
  };
}

function resolvePending({ pending }: TrackedWorker, isAnswered: boolean): void {
  for (const resolve of pending.splice(0)) resolve(isAnswered);
}

/** What the supervisor measures itself. */
function supervisorReadings({ facts, count, counts }: WorkerMetricsOptions, hasAnswered: (worker: number) => boolean) {
  const readings = createReadings();
  const workers = Array.from({ length: count }, (_, index) => index + 1);
  registerBuild(facts, readings);
  registerProcess(readings);
  readings.gauge('kalends_workers', 'Configured workers.', () => count);
  readings.gauge(
    'kalends_worker_answered',
    'Whether the worker reported its metrics within a second.',
    () => workers.map((worker) => ({ labels: { worker: String(worker) }, value: hasAnswered(worker) ? 1 : 0 })),
    { labelNames: ['worker'] },
  );
  readings.counter('kalends_worker_deaths_total', 'Workers that exited on their own.', () => counts.deaths);
  readings.counter('kalends_worker_failed_starts_total', 'Worker starts that failed.', () => counts.failedStarts);
  return readings;
}
