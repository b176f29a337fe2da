// The worker's side of the messages between a supervisor and its workers.
import cluster from 'node:cluster';
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Background } from '../../core/clock.ts';
import type { Family } from '../../metrics/aggregate.ts';
import { exitCodes } from '../../shell.ts';
import { closeServer } from '../listen.ts';
import { shutdownBy } from '../shutdown.ts';
import { type Address, heartbeatMs, lingerMs, type SupervisorMessage, type WorkerMessage } from './worker-control.ts';

/** Set by the supervisor. */
export const workerVariables = { number: 'KALENDS_WORKER_NUMBER', first: 'KALENDS_WORKER_FIRST' } as const;

export interface WorkerPlace {
  number: number;
  /** The first worker fills a new calendar and announces the first administrator. */
  isFirst: boolean;
}

const burstMs = 1;
const otherAcceptsMs = 0.2;
/** Limits the total wait of a burst, and its share of the time during a steady stream of connections. */
const maxWaitMs = 2;
const waitingShare = 0.03;

/** Undefined without a supervisor. */
export function findWorkerPlace(environment: Readonly<Record<string, string | undefined>>): WorkerPlace | undefined {
  if (!cluster.isWorker) return undefined;
  return { number: Number(environment[workerVariables.number]), isFirst: environment[workerVariables.first] === '1' };
}

export interface WorkerOptions {
  app: FastifyInstance;
  where: Address;
  startBackground: () => Background;
  logger: Logger;
  /** Undefined if metrics are disabled. */
  measure: (() => Promise<readonly Family[]>) | undefined;
}

/** Serves until the supervisor or SIGTERM stops it. */
export function runWorker({ app, where, startBackground, logger, measure }: WorkerOptions): void {
  let background: Background | undefined;
  let linger: number = lingerMs.stop;
  const reportMetrics = async () => {
    const measured = await measure?.().catch(
      (error: unknown) => void logger.error(error, 'metrics: collecting failed'),
    );
    if (measured) await new Promise<void>((resolve) => report({ measured }, resolve));
  };
  const stop = async () => {
    await background?.stop();
    await closeServer(app, linger);
    await reportMetrics();
  };
  const onStop = shutdownBy(stop, logger);
  let isStopping = false;
  const stopOnce = (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    onStop(reason);
  };
  process.on('SIGTERM', () => stopOnce('SIGTERM'));
  process.on('message', (message: SupervisorMessage) => {
    if ('background' in message) {
      if (!isStopping) background ??= startBackground();
    } else if ('measure' in message) {
      void reportMetrics();
    } else if ('stop' in message) {
      linger = message.stop.lingerMs;
      stopOnce('the supervisor');
    }
  });
  shareConnections(app.server);
  report({ listening: where });
  setInterval(() => report({ alive: true }), heartbeatMs).unref();
}

/** Reports to the supervisor why this worker cannot start, and exits. */
export function endWorker(sentence: string): Promise<never> {
  return new Promise(() => report({ failed: sentence }, () => process.exit(exitCodes.failed)));
}

export const reportMigration = (isUnderWay: boolean): void => report({ alive: true, migrating: isUnderWay });

/** A terminal sends Ctrl+C to all processes; only the supervisor handles it. */
export function leaveSignalsToSupervisor(): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

/**
 * All workers accept from one socket, and the first to wake would accept most of a burst of connections, which it then
 * serves as long as they last. From the second connection of a burst on, it briefly yields to the others. Measured with
 * two workers and bursts of 32: the busier one accepted 57% on average and 75% at worst; without this, 68% and 91%.
 */
function shareConnections(server: Server): void {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  let lastAt = 0;
  let budgetMs = maxWaitMs;
  server.on('connection', () => {
    const now = performance.now();
    budgetMs = Math.min(maxWaitMs, budgetMs + (now - lastAt) * waitingShare);
    if (now - lastAt < burstMs && budgetMs >= otherAcceptsMs) {
      budgetMs -= otherAcceptsMs;
      Atomics.wait(neverNotified, 0, 0, otherAcceptsMs);
    }
    lastAt = performance.now();
  });
}

const report = (message: WorkerMessage, then: () => void = () => undefined): void => {
  process.send?.(message, then);
};
