// The side of a worker: which one it is, and what it and its supervisor tell each other.
import cluster from 'node:cluster';
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { exitCodes } from '../commands/shell.ts';
import type { Geocoding } from '../geocoding/worker.ts';
import type { Family } from '../metrics/family.ts';
import { handOver } from './listen.ts';
import { createStopper } from './stop-signals.ts';
import { type Address, beatMs, type SupervisorMessage, type WorkerMessage } from './worker-process.ts';

/** The supervisor's to set, not the operator's. */
export const workerVariables = { number: 'KALENDS_WORKER_NUMBER', first: 'KALENDS_WORKER_FIRST' } as const;

export interface WorkerPlace {
  number: number;
  /** It fills the calendar, and tells of the first administrator. */
  isFirst: boolean;
}

const burstMs = 1;
const otherAcceptsMs = 0.2;
/** A burst may cost so much, a lasting stream of new connections this part of the time. */
const longestWaitsMs = 2;
const waitingShare = 0.03;

/** Undefined in a process that serves alone. */
export function findWorkerPlace(environment: Readonly<Record<string, string | undefined>>): WorkerPlace | undefined {
  if (!cluster.isWorker) return undefined;
  return { number: Number(environment[workerVariables.number]), isFirst: environment[workerVariables.first] === '1' };
}

export interface WorkerOptions {
  app: FastifyInstance;
  where: Address;
  startBackground: () => Geocoding | undefined;
  logger: Logger;
  /** Undefined where nothing is measured. */
  measure: (() => Promise<readonly Family[]>) | undefined;
}

/** Serves until the supervisor, or SIGTERM, says to stop. Ctrl+C reaches workers too: that is the supervisor's to hear. */
export function runWorker({ app, where, startBackground, logger, measure }: WorkerOptions): void {
  let background: Geocoding | undefined;
  let lingerMs = 100;
  /** Never fails: nothing depends on it. */
  const tellMeasured = async () => {
    const measured = await measure?.().catch((error: unknown) => void logger.error(error, 'metrics: not measured'));
    if (measured) await new Promise<void>((resolve) => tell({ measured }, resolve));
  };
  const stop = async () => {
    await background?.stop();
    await handOver(app, lingerMs);
    await tellMeasured();
  };
  const onStop = createStopper({ stop, logger, exit: process.exit, elapsedMs: () => performance.now() });
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
      void tellMeasured();
    } else if ('stop' in message) {
      lingerMs = message.stop.lingerMs;
      stopOnce('the supervisor');
    }
  });
  shareConnections(app.server);
  tell({ listening: where });
  setInterval(() => tell({ alive: true }), beatMs).unref();
}

/** Tells the supervisor why this worker cannot start, and ends. */
export function endWorker(sentence: string): Promise<never> {
  return new Promise(() => tell({ failed: sentence }, () => process.exit(exitCodes.failed)));
}

export const tellOfMigration = (isUnderWay: boolean): void => tell({ alive: true, migrating: isUnderWay });

/** What the terminal sends to all processes at once is for the supervisor. */
export function leaveSignalsToSupervisor(): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

/**
 * All workers accept from one socket, and the first to wake would take a whole burst of connections, to keep for as
 * long as they live: from the second on it gives the others a moment to take theirs.
 */
function shareConnections(server: Server): void {
  const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));
  let lastAt = 0;
  let budgetMs = longestWaitsMs;
  server.on('connection', () => {
    const now = performance.now();
    budgetMs = Math.min(longestWaitsMs, budgetMs + (now - lastAt) * waitingShare);
    if (now - lastAt < burstMs && budgetMs >= otherAcceptsMs) {
      budgetMs -= otherAcceptsMs;
      Atomics.wait(nobodyWakes, 0, 0, otherAcceptsMs);
    }
    lastAt = performance.now();
  });
}

const tell = (message: WorkerMessage, then: () => void = () => undefined): void => {
  process.send?.(message, then);
};
