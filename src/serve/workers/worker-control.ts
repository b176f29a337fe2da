// Starts, watches and stops the process of a worker.
import type { Logger } from 'pino';
import { messageOf } from '../../core/errors.ts';
import type { Family } from '../../metrics/aggregate.ts';

export const startupTimeoutMs = 60_000;
export const migratingLine = 'migrating the calendar to the format of this version';
/** Counted instead of timed, as the machine may have been suspended. */
const maxMissedHeartbeats = 6;

/** How long a stopping worker keeps connections without a request open: a reload is in no hurry. */
export const lingerMs = { reload: 2000, stop: 100 };
const stopTimeoutMs = 15_000;

/** The worker exited before it listened; `reason` is what it reported. */
export class StartFailed extends Error {
  readonly reason: string | undefined;
  constructor(how: string, reason: string | undefined) {
    super(how);
    this.reason = reason;
  }
}

export const reasonOf = (error: unknown): string =>
  (error instanceof StartFailed ? error.reason : undefined) ?? messageOf(error);

export interface WorkerStart {
  worker: number;
  process: WorkerProcess;
  logger: Logger;
}

/** Resolves when the worker listens, and kills it if it becomes unresponsive later. Throws StartFailed. */
export function untilListening({ worker, process, logger }: WorkerStart): Promise<Address> {
  return new Promise((resolve, reject) => {
    let reason: string | undefined;
    let timeout = killLater(process, startupTimeoutMs);
    process.onMessage((message) => {
      if ('failed' in message) reason = message.failed;
      if ('migrating' in message) {
        // A migration may take longer than the timeout, and would start over if it were killed.
        clearTimeout(timeout);
        if (message.migrating) logger.info({ worker, pid: process.pid }, migratingLine);
        else timeout = killLater(process, startupTimeoutMs);
      }
      if (!('listening' in message)) return;
      clearTimeout(timeout);
      watchHeartbeats({ worker, process, logger });
      resolve(message.listening);
    });
    process.onExit((how) => {
      clearTimeout(timeout);
      reject(new StartFailed(how, reason));
    });
  });
}

const killLater = (process: WorkerProcess, afterMs: number): NodeJS.Timeout =>
  setTimeout(() => process.kill('SIGKILL'), afterMs).unref();

function watchHeartbeats({ worker, process, logger }: WorkerStart): void {
  let missed = 0;
  const timer = setInterval(() => {
    missed++;
    if (missed < maxMissedHeartbeats) return;
    logger.error({ worker, pid: process.pid }, 'worker is unresponsive; killing it');
    process.kill('SIGKILL');
  }, heartbeatMs).unref();
  process.onMessage(() => {
    missed = 0;
  });
  process.onExit(() => clearInterval(timer));
}

/** Lets open requests finish, and kills the worker after a timeout. Resolves when it has exited. */
export async function stopWorker(process: WorkerProcess, ended: Promise<void>, linger: number): Promise<void> {
  process.send({ stop: { lingerMs: linger } });
  const timeout = killLater(process, stopTimeoutMs);
  await ended;
  clearTimeout(timeout);
}

export interface Address {
  address: string;
  port: number;
}

/**
 * A worker reports that it listens, or why it cannot; the start and end of a migration, in a form that older supervisors
 * take for a heartbeat; heartbeats; and its metrics on request and before it exits.
 */
export type WorkerMessage =
  | { listening: Address }
  | { failed: string }
  | { alive: true; migrating?: boolean }
  | { measured: readonly Family[] };
/** `background` starts the work that only one worker does. */
export type SupervisorMessage = { stop: { lingerMs: number } } | { background: true } | { measure: true };

export interface WorkerProcess {
  pid: number;
  send(message: SupervisorMessage): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (message: WorkerMessage) => void): void;
  /** The listener gets the exit code or signal, in words. */
  onExit(listener: (how: string) => void): void;
}

export const heartbeatMs = 5000;
