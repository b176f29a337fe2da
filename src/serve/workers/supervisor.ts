// Keeps a pool of workers running: restarts those that exit, and replaces all one by one on a reload.
import type { Logger } from 'pino';
import { backoffMs } from '../../core/clock.ts';
import { OperationFailed } from '../../shell.ts';
import {
  type Address,
  lingerMs,
  reasonOf,
  StartFailed,
  startupTimeoutMs,
  stopWorker,
  untilListening,
  type WorkerProcess,
} from './worker-control.ts';

export interface SupervisorOptions {
  count: number;
  /** Starts a worker, numbered from 1; the first one also fills an empty calendar. */
  spawn: (worker: number, isFirst: boolean) => WorkerProcess;
  logger: Logger;
  pause: (ms: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  /** Counted for metrics. */
  counts?: RestartCounts | undefined;
}

export interface RestartCounts {
  /** Workers that exited on their own. */
  deaths: number;
  failedStarts: number;
}

interface Pool extends Omit<SupervisorOptions, 'count'> {
  slots: readonly Slot[];
  /** All processes, starting and stopping ones included, with a promise of their exit. */
  alive: Map<WorkerProcess, Promise<void>>;
  isStopping: boolean;
}

interface Slot {
  worker: number;
  running: Running | undefined;
  /** Deaths shortly after a start, in a row. */
  failures: number;
}

interface Running {
  process: WorkerProcess;
  startedAt: number;
  address: Address;
  ended: Promise<void>;
}

const firstAttempts = 3;
/** A worker that ran this long did not fail to start. */
const stableAfterMs = 10_000;
const pauseMsAfter = (failures: number): number => backoffMs(failures, 400, 30_000);

export function createSupervisor({ count, ...means }: SupervisorOptions) {
  const slots = Array.from({ length: count }, (_, at): Slot => ({ worker: at + 1, running: undefined, failures: 0 }));
  const pool: Pool = { ...means, slots, alive: new Map(), isStopping: false };
  return {
    /** Resolves when the workers listen. Throws OperationFailed if none can. */
    async start(): Promise<Address> {
      const [first, ...others] = slots as [Slot, ...Slot[]];
      const address = await startFirst(pool, first);
      // The service is announced even if a worker cannot start.
      await Promise.race([Promise.all(others.map((slot) => restart(pool, slot))), pool.pause(startupTimeoutMs / 6)]);
      return address;
    },
    /** Replaces each worker in turn: the old one stops once the new one listens. */
    reload: createReload(pool),
    /** Lets open requests finish. */
    async stop(): Promise<void> {
      pool.isStopping = true;
      const listening = new Set(slots.map(({ running }) => running?.process));
      await Promise.all(
        [...pool.alive].map(([process, ended]) => {
          if (!listening.has(process)) process.kill('SIGTERM');
          return stopWorker(process, ended, lingerMs.stop);
        }),
      );
    },
    /** Kills the remaining workers: an unresponsive one would not notice that its supervisor is gone. */
    end(): void {
      for (const process of pool.alive.keys()) process.kill('SIGKILL');
    },
  };
}

/** Starts a worker for the slot without assigning it. Throws StartFailed. */
async function launch(pool: Pool, slot: Slot, isFirst = false): Promise<Running> {
  const { worker } = slot;
  const process = pool.spawn(worker, isFirst);
  const ended = new Promise<void>((resolve) => process.onExit(() => resolve()));
  pool.alive.set(process, ended);
  process.onExit((how) => {
    pool.alive.delete(process);
    onExit(pool, slot, process, how);
  });
  const address = await untilListening({ worker, process, logger: pool.logger });
  return { process, startedAt: pool.elapsedMs(), address, ended };
}

/** From now on the worker is restarted when it exits. One that it replaces stops before it takes over the background work. */
async function assign(pool: Pool, slot: Slot, running: Running): Promise<void> {
  const { running: old } = slot;
  slot.running = running;
  if (old) await stopWorker(old.process, old.ended, lingerMs.reload);
  // It may have exited meanwhile, and been replaced.
  if (pool.isStopping || slot.running !== running) return;
  pool.logger.info({ worker: slot.worker, pid: running.process.pid }, 'worker started');
  if (slot.worker === 1) running.process.send({ background: true });
}

function onExit(pool: Pool, slot: Slot, process: WorkerProcess, how: string): void {
  if (pool.isStopping || slot.running?.process !== process) return;
  const lived = pool.elapsedMs() - slot.running.startedAt;
  slot.running = undefined;
  if (pool.counts) pool.counts.deaths += 1;
  slot.failures = lived < stableAfterMs ? slot.failures + 1 : 0;
  pool.logger.error({ worker: slot.worker, pid: process.pid }, `worker exited (${how}); restarting it`);
  void restart(pool, slot);
}

/** Retries with backoff until a worker is running. */
async function restart(pool: Pool, slot: Slot): Promise<void> {
  const { worker } = slot;
  for (;;) {
    if (slot.failures > 0) await pool.pause(pauseMsAfter(slot.failures));
    if (pool.isStopping || slot.running) return;
    try {
      const running = await launch(pool, slot);
      // A reload may have filled the slot meanwhile.
      if (slot.running) running.process.send({ stop: { lingerMs: lingerMs.stop } });
      else await assign(pool, slot, running);
      return;
    } catch (error) {
      if (pool.isStopping) return;
      slot.failures++;
      if (pool.counts) pool.counts.failedStarts += 1;
      pool.logger.error({ worker, failures: slot.failures }, `worker failed to start (${reasonOf(error)})`);
    }
  }
}

/** If the first worker cannot start, no other can. Throws OperationFailed. */
async function startFirst(pool: Pool, slot: Slot): Promise<Address> {
  for (let attempt = 1; ; attempt++) {
    try {
      const running = await launch(pool, slot, true);
      await assign(pool, slot, running);
      return running.address;
    } catch (error) {
      if (error instanceof StartFailed && error.reason !== undefined) throw new OperationFailed(error.reason);
      if (attempt === firstAttempts)
        throw new OperationFailed(`No worker could be started; the last one exited (${reasonOf(error)}).`);
      if (!pool.isStopping) pool.logger.error(`worker failed to start (${reasonOf(error)})`);
      await pool.pause(pauseMsAfter(attempt));
    }
  }
}

/** A reload requested while one is running leads to one more after it. */
function createReload(pool: Pool): () => Promise<void> {
  const { logger } = pool;
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;

  async function run(): Promise<void> {
    do {
      isRequestedAgain = false;
      logger.info('reloading');
      try {
        await replaceAll(pool);
        logger.info('reloaded');
      } catch (error) {
        if (!pool.isStopping) logger.error(`reload failed; the current workers keep running: ${reasonOf(error)}`);
      }
    } while (isRequestedAgain && !pool.isStopping);
    running = undefined;
  }

  return async () => {
    isRequestedAgain = running !== undefined;
    running ??= run();
    await running;
  };
}

/** Throws StartFailed. */
async function replaceAll(pool: Pool): Promise<void> {
  for (const slot of pool.slots) {
    if (pool.isStopping) return;
    const next = await launch(pool, slot);
    slot.failures = 0;
    await assign(pool, slot, next);
  }
}
