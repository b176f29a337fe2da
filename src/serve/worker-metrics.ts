// Metrics of all workers, merged by their supervisor. Counters of ended workers are included, so that none decreases.
import { setTimeout as pause } from 'node:timers/promises';
import { counter, type Family, gauge } from '../metrics/family.ts';
import { countersOf, fold, ofProcess } from '../metrics/fold.ts';
import { createProcessReader } from '../metrics/process.ts';
import { type BuildFacts, buildFamily } from '../metrics/service-metrics.ts';
import type { RestartCounts } from './supervisor.ts';
import type { WorkerProcess } from './worker-messages.ts';

export interface WorkerMetrics {
  /** Includes this worker from when it listens. */
  follow(worker: number, child: WorkerProcess): WorkerProcess;
  /** Metrics of each process; the last counters of a worker that does not answer in time. Calls must not overlap. */
  read(): Promise<readonly (readonly Family[])[]>;
}

export interface WorkerMetricsOptions {
  facts: BuildFacts;
  /** Of configured workers. */
  count: number;
  counts: RestartCounts;
  timeoutMs?: number;
}

interface Followed {
  worker: number;
  child: WorkerProcess;
  isUp: boolean;
  last: readonly Family[];
  /** Settles the request under way. */
  settle: (isAnswer: boolean) => void;
}

export function createWorkerMetrics({ facts, count, counts, timeoutMs = 1000 }: WorkerMetricsOptions): WorkerMetrics {
  const readOwn = createProcessReader();
  const followed = new Set<Followed>();
  let ended: readonly Family[] = [];

  /** Whether it answered in time. */
  async function ask(one: Followed): Promise<boolean> {
    const answered = new Promise<boolean>((resolve) => {
      one.settle = resolve;
    });
    one.child.send({ measure: true });
    const waiting = new AbortController();
    const late = pause(timeoutMs, false, { signal: waiting.signal }).catch(() => false);
    const isAnswered = await Promise.race([answered, late]);
    waiting.abort();
    return isAnswered;
  }

  const ownFamilies = (answering: ReadonlySet<number>): Family[] => [
    buildFamily(facts),
    gauge('kalends_workers', 'Configured workers.', count),
    gauge(
      'kalends_worker_answered',
      'Whether the worker reported its metrics within a second.',
      Array.from({ length: count }, (_, index) => ({
        labels: { worker: String(index + 1) },
        value: answering.has(index + 1) ? 1 : 0,
      })),
    ),
    counter('kalends_worker_deaths_total', 'Workers that exited on their own.', counts.deaths),
    counter('kalends_worker_failed_starts_total', 'Worker starts that failed.', counts.failedStarts),
  ];

  return {
    follow(worker, child) {
      const one: Followed = { worker, child, isUp: false, last: [], settle: () => undefined };
      followed.add(one);
      child.onMessage((message) => {
        if ('listening' in message) one.isUp = true;
        if (!('measured' in message)) return;
        one.last = ofProcess(message.measured, String(worker));
        one.settle(true);
      });
      child.onExit(() => {
        one.isUp = false;
        // Its last message may arrive after its exit.
        setTimeout(() => {
          ended = fold(ended, one.last);
          followed.delete(one);
        }, timeoutMs).unref();
        one.settle(false);
      });
      return child;
    },
    async read() {
      const own = ofProcess(await readOwn(), 'supervisor');
      const answering = new Set<Followed>();
      const asked = [...followed].filter(({ isUp }) => isUp);
      await Promise.all(asked.map(async (one) => (await ask(one)) && answering.add(one)));
      // Synchronously: a worker that ended is counted as followed or as ended, never as both.
      const families = [...followed].map((one) => (answering.has(one) ? one.last : countersOf(one.last)));
      const places = new Set([...answering].map(({ worker }) => worker));
      return [ownFamilies(places), own, ended, ...families];
    },
  };
}
