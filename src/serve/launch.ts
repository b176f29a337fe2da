// Starts the process of a worker, and ends one that does not come to listen or stands still later.
import type { Crew, Place, Running } from './crew.ts';
import { beatMs, type WorkerProcess } from './worker-process.ts';

export const upWithinMs = 60_000;
export const migratingLine = "bringing the calendar to this version's format";
/** Whoever is connected to one that stands still waits in vain. Counted, as all processes may have been stopped. */
const mostMissedBeats = 6;

/** The worker ended before it listened; its sentence if it gave one. */
export class NotUp extends Error {
  readonly sentence: string | undefined;
  constructor(how: string, sentence: string | undefined) {
    super(how);
    this.sentence = sentence;
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof NotUp ? (error.sentence ?? error.message) : error instanceof Error ? error.message : String(error);

export interface Launch {
  place: Place;
  isFirst: boolean;
  /** Whether it listened before or not. */
  onEnd: (child: WorkerProcess, how: string) => void;
}

/** A worker that listens, not yet in its place. Throws NotUp. */
export function launch(crew: Crew, { place, isFirst, onEnd }: Launch): Promise<Running> {
  const child = crew.spawn(place.worker, isFirst);
  const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
  crew.alive.set(child, ended);
  return new Promise((resolve, reject) => {
    let sentence: string | undefined;
    let late = endLater(child);
    child.onMessage((message) => {
      if ('failed' in message) sentence = message.failed;
      if ('migrating' in message) {
        // That takes the time that it takes: who is ended begins anew, and would never be done.
        clearTimeout(late);
        if (message.migrating) crew.logger.info({ worker: place.worker, pid: child.pid }, migratingLine);
        else late = endLater(child);
      }
      if (!('listening' in message)) return;
      clearTimeout(late);
      watch(crew, place, child);
      resolve({ process: child, upAt: crew.elapsedMs(), address: message.listening, ended });
    });
    child.onExit((how) => {
      clearTimeout(late);
      crew.alive.delete(child);
      reject(new NotUp(how, sentence));
      onEnd(child, how);
    });
  });
}

const endLater = (child: WorkerProcess): NodeJS.Timeout => setTimeout(() => child.kill('SIGKILL'), upWithinMs).unref();

function watch({ logger }: Crew, { worker }: Place, child: WorkerProcess): void {
  let missed = 0;
  const timer = setInterval(() => {
    missed++;
    if (missed < mostMissedBeats) return;
    logger.error({ worker, pid: child.pid }, 'a worker stands still; ending it');
    child.kill('SIGKILL');
  }, beatMs);
  timer.unref();
  child.onMessage(() => {
    missed = 0;
  });
  child.onExit(() => clearInterval(timer));
}
