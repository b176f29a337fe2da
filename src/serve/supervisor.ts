// Keeps a number of workers running: starts them, starts anew those that die, exchanges them one after the other.
import type { Logger } from 'pino';
import { OperationFailed } from '../commands/shell.ts';

export interface Address {
  address: string;
  port: number;
}

/** What a worker tells: that it listens, or the sentence about why it cannot; and again and again that it is alive. */
export type WorkerMessage = { listening: Address } | { failed: string } | { alive: true };
/** `background` is the work that one process alone does. */
export type SupervisorMessage = { stop: { lingerMs: number } } | { background: true };

export interface WorkerProcess {
  pid: number;
  send(message: SupervisorMessage): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (message: WorkerMessage) => void): void;
  /** Of its end, with how it ended in words. */
  onExit(listener: (how: string) => void): void;
}

export interface SupervisorOptions {
  count: number;
  /** Starts the process for a place, from 1 on; the first of all also fills an empty calendar. */
  spawn: (worker: number, isFirst: boolean) => WorkerProcess;
  logger: Logger;
  pause: (ms: number) => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  elapsedMs: () => number;
}

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

interface Running {
  process: WorkerProcess;
  upAt: number;
  address: Address;
  ended: Promise<void>;
}

interface Place {
  worker: number;
  running: Running | undefined;
  /** Deaths soon after the start, without one that lasted in between. */
  failures: number;
}

const firstAttempts = 3;
const upWithinMs = 60_000;
/** Who lives longer did not die of its start. */
const lastingMs = 10_000;
const shortestPauseMs = 200;
const longestPauseMs = 30_000;
/** An exchange is in no hurry: connections without a request stay open this long. */
const lingerMs = { exchange: 2000, stop: 100 };
const stopsWithinMs = 15_000;
/** So often a worker tells that it is alive. */
export const beatMs = 5000;
/** Whoever is connected to one that stands still waits in vain. Counted, as all processes may have been stopped. */
const mostMissedBeats = 6;

/** The worker ended before it listened; its sentence if it gave one. */
class NotUp extends Error {
  readonly sentence: string | undefined;
  constructor(how: string, sentence: string | undefined) {
    super(how);
    this.sentence = sentence;
  }
}

export function createSupervisor({ count, spawn, logger, pause, elapsedMs }: SupervisorOptions): Supervisor {
  const places: Place[] = Array.from({ length: count }, (_, index) => ({
    worker: index + 1,
    running: undefined,
    failures: 0,
  }));
  const alive = new Map<WorkerProcess, Promise<void>>();
  let isStopping = false;
  let reloading: Promise<void> | undefined;
  let isWantedAgain = false;

  /** A worker that listens, not yet in its place. */
  const launch = (place: Place, isFirst = false): Promise<Running> => {
    const child = spawn(place.worker, isFirst);
    const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
    alive.set(child, ended);
    return new Promise((resolve, reject) => {
      let sentence: string | undefined;
      const late = setTimeout(() => child.kill('SIGKILL'), upWithinMs);
      late.unref();
      child.onMessage((message) => {
        if ('failed' in message) {
          sentence = message.failed;
          return;
        }
        if ('alive' in message) return;
        clearTimeout(late);
        watch(place, child);
        resolve({ process: child, upAt: elapsedMs(), address: message.listening, ended });
      });
      child.onExit((how) => {
        clearTimeout(late);
        alive.delete(child);
        reject(new NotUp(how, sentence));
        onEnd(place, child, how);
      });
    });
  };

  const watch = ({ worker }: Place, child: WorkerProcess): void => {
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
  };

  const settle = (place: Place, running: Running): void => {
    place.running = running;
    logger.info({ worker: place.worker, pid: running.process.pid }, 'a worker is up');
    if (place.worker === 1) running.process.send({ background: true });
  };

  const onEnd = (place: Place, child: WorkerProcess, how: string): void => {
    if (isStopping || place.running?.process !== child) return;
    const lived = elapsedMs() - place.running.upAt;
    place.running = undefined;
    place.failures = lived < lastingMs ? place.failures + 1 : 0;
    logger.error({ worker: place.worker, pid: child.pid }, `a worker ended (${how}); starting another one`);
    void revive(place);
  };

  /** Tries until one is up; the pauses grow, so that one that dies at once does not keep the machine busy. */
  const revive = async (place: Place): Promise<void> => {
    for (;;) {
      if (place.failures > 0) await pause(pauseMs(place.failures));
      if (isStopping || place.running) return;
      try {
        const running = await launch(place);
        if (place.running) running.process.send({ stop: { lingerMs: lingerMs.stop } });
        else settle(place, running);
        return;
      } catch (error) {
        if (isStopping) return;
        place.failures++;
        logger.error({ worker: place.worker, failures: place.failures }, `a worker did not start (${reasonOf(error)})`);
      }
    }
  };

  const startFirst = async (place: Place): Promise<Address> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const running = await launch(place, true);
        settle(place, running);
        return running.address;
      } catch (error) {
        if (error instanceof NotUp && error.sentence !== undefined) throw new OperationFailed(error.sentence);
        if (attempt === firstAttempts)
          throw new OperationFailed(`No worker could be started; the last one ended (${reasonOf(error)}).`);
        logger.error(`a worker did not start (${reasonOf(error)})`);
        await pause(pauseMs(attempt));
      }
    }
  };

  const exchangeAll = async (): Promise<void> => {
    for (const place of places) {
      const next = await launch(place);
      const { running: old } = place;
      place.running = next;
      place.failures = 0;
      if (old) await end(old.process, old.ended, lingerMs.exchange);
      if (isStopping) return;
      // It may have died meanwhile, and has a successor then.
      if (place.running === next) settle(place, next);
    }
  };

  const end = async (child: WorkerProcess, ended: Promise<void>, linger: number): Promise<void> => {
    child.send({ stop: { lingerMs: linger } });
    const late = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs);
    await ended;
    clearTimeout(late);
  };

  return {
    async start() {
      const [first, ...others] = places as [Place, ...Place[]];
      const address = await startFirst(first);
      // One that cannot start does not keep the others from being told of.
      await Promise.race([Promise.all(others.map(revive)), pause(upWithinMs / 6)]);
      return address;
    },
    async reload() {
      isWantedAgain = reloading !== undefined;
      reloading ??= (async () => {
        do {
          isWantedAgain = false;
          logger.info('reloading');
          try {
            await exchangeAll();
            logger.info('reloaded');
          } catch (error) {
            if (!isStopping) logger.error(`not reloaded, the workers stay as they are: ${reasonOf(error)}`);
          }
        } while (isWantedAgain && !isStopping);
        reloading = undefined;
      })();
      await reloading;
    },
    async stop() {
      isStopping = true;
      const up = new Set(places.map(({ running }) => running?.process));
      await Promise.all(
        [...alive].map(([child, ended]) => {
          if (!up.has(child)) child.kill('SIGTERM');
          return end(child, ended, lingerMs.stop);
        }),
      );
    },
    end() {
      for (const child of alive.keys()) child.kill('SIGKILL');
    },
  };
}

const pauseMs = (failures: number): number => Math.min(longestPauseMs, shortestPauseMs * 2 ** failures);

const reasonOf = (error: unknown): string =>
  error instanceof NotUp ? (error.sentence ?? error.message) : error instanceof Error ? error.message : String(error);
