import type { Logger } from 'pino';
import { exitCodes } from '../shell.ts';

const graceMs = 10_000;
/**
 * Under `npm start`, and where the launcher starts a newer Node, Ctrl+C arrives twice: from the terminal and from the parent.
 * Within this time it counts once.
 */
export const sameSignalMs = 250;

export interface ShutdownOptions {
  /** Finishes open requests and closes everything. */
  stop: () => Promise<void>;
  logger: Logger;
  exit: (code: number) => void;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/** Returns the handler of SIGTERM and SIGINT: the first signal stops gracefully, a second one at once. */
export function createShutdown({ stop, logger, exit, elapsedMs }: ShutdownOptions): (signal: string) => void {
  let firstAt: number | undefined;
  return (signal) => {
    if (firstAt !== undefined) {
      if (elapsedMs() - firstAt < sameSignalMs) return;
      logger.warn({ signal }, 'exiting immediately');
      exit(exitCodes.failed);
      return;
    }
    firstAt = elapsedMs();
    logger.info({ signal }, 'stopping');
    const timeout = setTimeout(() => {
      logger.error(`shutdown timed out after ${graceMs / 1000} s`);
      exit(exitCodes.failed);
    }, graceMs);
    stop()
      .then(() => {
        logger.info('stopped');
        exit(exitCodes.done);
      })
      .catch((error: unknown) => {
        logger.error(error, 'shutdown failed');
        exit(exitCodes.failed);
      })
      .finally(() => clearTimeout(timeout));
  };
}

/** The handler for this process. */
export const shutdownBy = (stop: () => Promise<void>, logger: Logger): ((signal: string) => void) =>
  createShutdown({ stop, logger, exit: process.exit, elapsedMs: () => performance.now() });

export function stopOnSignals(stop: () => Promise<void>, logger: Logger): void {
  const onSignal = shutdownBy(stop, logger);
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** After an unexpected error the state of the process is unknown. */
export function exitOnUnexpectedError(logger: Logger): void {
  const end = (error: unknown) => {
    logger.fatal(error, 'unexpected error; exiting');
    process.exit(exitCodes.failed);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
