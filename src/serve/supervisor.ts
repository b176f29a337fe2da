// Keeps a number of workers running: starts them, starts anew those that die, exchanges them one after the other.
import { type CrewOptions, createCrew, type Place } from './crew.ts';
import { createExchanger } from './exchange.ts';
import { upWithinMs } from './launch.ts';
import { revive, startFirst } from './revive.ts';
import { lingerMs, stopWorker } from './stop-worker.ts';
import type { Address } from './worker-process.ts';

export interface Supervisor {
  /** Resolves when all listen. Throws OperationFailed if none can. */
  start(): Promise<Address>;
  /** Puts a new worker in the place of each. An old one stops when its successor listens. */
  reload(): Promise<void>;
  /** Lets the requests under way end. */
  stop(): Promise<void>;
  /** Ends at once what is still there: a worker that stands still does not notice that its supervisor has gone. */
  end(): void;
}

export function createSupervisor(options: CrewOptions): Supervisor {
  const crew = createCrew(options);
  const { places, alive, pause } = crew;
  return {
    async start() {
      const [first, ...others] = places as readonly [Place, ...Place[]];
      const address = await startFirst(crew, first);
      // One that cannot start does not keep the others from being told of.
      await Promise.race([Promise.all(others.map((place) => revive(crew, place))), pause(upWithinMs / 6)]);
      return address;
    },
    reload: createExchanger(crew),
    async stop() {
      crew.isStopping = true;
      const up = new Set(places.map(({ running }) => running?.process));
      await Promise.all(
        [...alive].map(([child, ended]) => {
          if (!up.has(child)) child.kill('SIGTERM');
          return stopWorker(child, ended, lingerMs.stop);
        }),
      );
    },
    end() {
      for (const child of alive.keys()) child.kill('SIGKILL');
    },
  };
}
