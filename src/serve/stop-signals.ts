import type { Logger } from 'pino';

const graceMs = 10_000;
/** Ctrl+C under npm reaches the service twice, from the terminal and from npm: within this time it is one signal. */
const sameSignalMs = 250;

export interface Stopping {
  /** Finishes what is under way and closes everything. */
  stop: () => Promise<void>;
  logger: Logger;
  exit: (code: number) => void;
  /** Milliseconds of a clock that never goes back. */
  elapsedMs: () => number;
}

/** Returns what to call on each SIGTERM and SIGINT: the first stops with grace, a second one at once. */
export function createStopper({ stop, logger, exit, elapsedMs }: Stopping): (signal: string) => void {
  let firstAt: number | undefined;
  return (signal) => {
    if (firstAt !== undefined) {
      if (elapsedMs() - firstAt < sameSignalMs) return;
      logger.warn({ signal }, 'stopping at once');
      exit(1);
      return;
    }
    firstAt = elapsedMs();
    logger.info({ signal }, 'stopping');
    const late = setTimeout(() => {
      logger.error(`not stopped within ${graceMs / 1000} s`);
      exit(1);
    }, graceMs);
    stop()
      .then(() => {
        logger.info('stopped');
        exit(0);
      })
      .catch((error: unknown) => {
        logger.error(error, 'could not stop well');
        exit(1);
      })
      .finally(() => clearTimeout(late));
  };
}
