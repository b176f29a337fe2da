// What workers measure, added up by their supervisor. Counters of workers that have ended count on, so that none goes down.
import { setTimeout as pause } from 'node:timers/promises';
import { counter, type Family, gauge } from '../metrics/family.ts';
import { countersOf, fold, ofProcess } from '../metrics/fold.ts';
import { createProcessReader } from '../metrics/process.ts';
import { type BuildFacts, buildFamily } from '../metrics/service-metrics.ts';
import type { CrewTally } from './crew.ts';
import type { WorkerProcess } from './worker-process.ts';

export interface WorkerMetrics {
  /** Asks this worker too, from when it listens. */
  follow(worker: number, child: WorkerProcess): WorkerProcess;
  /** Of each process, soon: of a worker that does not answer, its last counters. Not to be called again before it is done. */
  read(): Promise<readonly (readonly Family[])[]>;
}

export interface WorkerMetricsOptions {
  facts: BuildFacts;
  /** Of the workers that there are to be. */
  count: number;
  tally: CrewTally;
  patienceMs?: number;
}

interface Followed {
  worker: number;
  child: WorkerProcess;
  isUp: boolean;
  last: readonly Family[];
  /** Tells who has asked whether it answered; one asks at a time. */
  hear: (isAnswer: boolean) => void;
}

export function createWorkerMetrics({ facts, count, tally, patienceMs = 1000 }: WorkerMetricsOptions): WorkerMetrics {
  const readOwn = createProcessReader();
  const followed = new Set<Followed>();
  let ended: readonly Family[] = [];

  /** Answers whether it did. */
  async function ask(one: Followed): Promise<boolean> {
    const answered = new Promise<boolean>((resolve) => {
      one.hear = resolve;
    });
    one.child.send({ measure: true });
    const waiting = new AbortController();
    const late = pause(patienceMs, false, { signal: waiting.signal }).catch(() => false);
    const isAnswered = await Promise.race([answered, late]);
    waiting.abort();
    return isAnswered;
  }

  const ownFamilies = (answering: ReadonlySet<number>): Family[] => [
    buildFamily(facts),
    gauge('kalends_workers', 'Workers that there are to be.', count),
    gauge(
      'kalends_worker_answered',
      'Whether a worker said within a second what it measures.',
      Array.from({ length: count }, (_, index) => ({
        labels: { worker: String(index + 1) },
        value: answering.has(index + 1) ? 1 : 0,
      })),
    ),
    counter('kalends_worker_deaths_total', 'Workers that ended by themselves.', tally.deaths),
    counter('kalends_worker_failed_starts_total', 'Workers that did not come to listen.', tally.failedStarts),
  ];

  return {
    follow(worker, child) {
      const one: Followed = { worker, child, isUp: false, last: [], hear: () => undefined };
      followed.add(one);
      child.onMessage((message) => {
        if ('listening' in message) one.isUp = true;
        if (!('measured' in message)) return;
        one.last = ofProcess(message.measured, String(worker));
        one.hear(true);
      });
      child.onExit(() => {
        one.isUp = false;
        // What it says at its end may come just after that.
        setTimeout(() => {
          ended = fold(ended, one.last);
          followed.delete(one);
        }, patienceMs).unref();
        one.hear(false);
      });
      return child;
    },
    async read() {
      const own = ofProcess(await readOwn(), 'supervisor');
      const answering = new Set<Followed>();
      const asked = [...followed].filter(({ isUp }) => isUp);
      await Promise.all(asked.map(async (one) => (await ask(one)) && answering.add(one)));
      // In one go: who has ended is among those followed or in what they left, never in both.
      const told = [...followed].map((one) => (answering.has(one) ? one.last : countersOf(one.last)));
      const places = new Set([...answering].map(({ worker }) => worker));
      return [ownFamilies(places), own, ended, ...told];
    },
  };
}
