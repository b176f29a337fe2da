// Several workers under a supervisor, which serves no requests itself. The workers accept from one shared socket.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.ts';
import type { Shell } from '../../shell.ts';
import { openOutputs } from '../announce.ts';
import { exitOnUnexpectedError, stopOnSignals } from '../shutdown.ts';
import { createSupervisor } from './supervisor.ts';
import { workerVariables } from './worker.ts';
import type { WorkerMessage, WorkerProcess } from './worker-control.ts';

/** Starts the workers; resolves when they listen. Throws OperationFailed. */
export async function supervise({ config, shell }: { config: Config; shell: Shell }): Promise<void> {
  const { logger, announcer } = await openOutputs(config, shell);
  exitOnUnexpectedError(logger);
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const elapsedMs = () => performance.now();
  const fork = forkWorkers(shell.environment);
  const metrics = config.metrics && (await openMetrics(config, { spawn: fork, logger }));
  const { counts, spawn = fork } = metrics ?? {};
  const supervisor = createSupervisor({ count: config.workers, spawn, logger, pause, elapsedMs, counts });
  process.on('exit', supervisor.end);
  stopOnSignals(supervisor.stop, logger);
  // Ignored until the workers listen; without a handler the signal would end the process.
  let reload = (): void => undefined;
  process.on('SIGHUP', () => reload());
  const { address, port } = await supervisor.start();
  reload = () => void supervisor.reload();
  announcer.listening({ address, port, pid: process.pid, workers: config.workers, metrics: metrics?.url });
}

async function openMetrics(config: Config, options: { spawn: ReturnType<typeof forkWorkers>; logger: Logger }) {
  const { superviseMetrics } = await import('../metrics-endpoint.ts');
  return superviseMetrics(config, options);
}

/** Workers get the settings that the supervisor has read, even if the settings file has changed since. */
const forkWorkers =
  (environment: Shell['environment']) =>
  (number: number, isFirst: boolean): WorkerProcess => {
    const worker: Worker = cluster.fork({
      ...environment,
      [workerVariables.number]: String(number),
      [workerVariables.first]: isFirst ? '1' : '',
    });
    worker.on('error', () => undefined);
    return {
      pid: worker.process.pid ?? 0,
      send: (message) => {
        if (worker.isConnected()) worker.send(message, () => undefined);
      },
      kill: (signal) => void worker.process.kill(signal),
      onMessage: (listener) => void worker.on('message', (message: WorkerMessage) => listener(message)),
      onExit: (listener) => void worker.on('exit', (code, signal) => listener(signal ?? `exit code ${code}`)),
    };
  };
