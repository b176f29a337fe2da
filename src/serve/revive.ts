// Workers for a place, and others for those that die.
import { OperationFailed } from '../commands/shell.ts';
import { type Crew, type Place, type Running, settle } from './crew.ts';
import { launch, NotUp, reasonOf } from './launch.ts';
import { lingerMs } from './stop-worker.ts';
import type { Address, WorkerProcess } from './worker-process.ts';

const firstAttempts = 3;
/** Who lives longer did not die of its start. */
const lastingMs = 10_000;
const shortestPauseMs = 200;
const longestPauseMs = 30_000;

/** A worker that listens, not yet in its place; once it is there, another one follows it when it dies. Throws NotUp. */
export const launchFor = (crew: Crew, place: Place, isFirst = false): Promise<Running> =>
  launch(crew, { place, isFirst, onEnd: (child, how) => onEnd(crew, place, child, how) });

function onEnd(crew: Crew, place: Place, child: WorkerProcess, how: string): void {
  if (crew.isStopping || place.running?.process !== child) return;
  const lived = crew.elapsedMs() - place.running.upAt;
  place.running = undefined;
  if (crew.tally) crew.tally.deaths += 1;
  place.failures = lived < lastingMs ? place.failures + 1 : 0;
  crew.logger.error({ worker: place.worker, pid: child.pid }, `a worker ended (${how}); starting another one`);
  void revive(crew, place);
}

/** Tries until one is up; the pauses grow, so that one that dies at once does not keep the machine busy. */
export async function revive(crew: Crew, place: Place): Promise<void> {
  const { worker } = place;
  for (;;) {
    if (place.failures > 0) await crew.pause(pauseMs(place.failures));
    if (crew.isStopping || place.running) return;
    try {
      const running = await launchFor(crew, place);
      if (place.running) running.process.send({ stop: { lingerMs: lingerMs.stop } });
      else settle(crew, place, running);
      return;
    } catch (error) {
      if (crew.isStopping) return;
      place.failures++;
      if (crew.tally) crew.tally.failedStarts += 1;
      crew.logger.error({ worker, failures: place.failures }, `a worker did not start (${reasonOf(error)})`);
    }
  }
}

/** The first worker of all. Throws OperationFailed: where it cannot start, no other can. */
export async function startFirst(crew: Crew, place: Place): Promise<Address> {
  for (let attempt = 1; ; attempt++) {
    try {
      const running = await launchFor(crew, place, true);
      settle(crew, place, running);
      return running.address;
    } catch (error) {
      if (error instanceof NotUp && error.sentence !== undefined) throw new OperationFailed(error.sentence);
      if (attempt === firstAttempts)
        throw new OperationFailed(`No worker could be started; the last one ended (${reasonOf(error)}).`);
      crew.logger.error(`a worker did not start (${reasonOf(error)})`);
      await crew.pause(pauseMs(attempt));
    }
  }
}

const pauseMs = (failures: number): number => Math.min(longestPauseMs, shortestPauseMs * 2 ** failures);
