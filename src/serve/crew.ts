// The workers of a supervisor: a place for each, and all processes that there are.
import type { Logger } from 'pino';
import type { Address, WorkerProcess } from './worker-process.ts';

export interface CrewOptions {
  count: number;
  /** Starts the process for a place, from 1 on; the first of all also fills an empty calendar. */
  spawn: (worker: number, isFirst: boolean) => WorkerProcess;
  logger: Logger;
  pause: (ms: number) => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  elapsedMs: () => number;
  /** Counts on where somebody wants to know. */
  tally?: CrewTally | undefined;
}

export interface CrewTally {
  /** Workers that ended by themselves. */
  deaths: number;
  failedStarts: number;
}

export interface Running {
  process: WorkerProcess;
  upAt: number;
  address: Address;
  ended: Promise<void>;
}

export interface Place {
  worker: number;
  running: Running | undefined;
  /** Deaths soon after the start, without one that lasted in between. */
  failures: number;
}

export interface Crew extends Omit<CrewOptions, 'count'> {
  places: readonly Place[];
  /** With their ends; also those that do not listen yet, and those that were told to stop. */
  alive: Map<WorkerProcess, Promise<void>>;
  /** No worker is started any more. */
  isStopping: boolean;
}

export const createCrew = ({ count, ...means }: CrewOptions): Crew => ({
  ...means,
  places: Array.from({ length: count }, (_, index) => ({ worker: index + 1, running: undefined, failures: 0 })),
  alive: new Map(),
  isStopping: false,
});

/** Puts a worker that listens in its place. */
export function settle({ logger }: Crew, place: Place, running: Running): void {
  place.running = running;
  logger.info({ worker: place.worker, pid: running.process.pid }, 'a worker is up');
  if (place.worker === 1) running.process.send({ background: true });
}
