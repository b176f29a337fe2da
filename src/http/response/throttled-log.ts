import type { Logger } from 'pino';

const quietMs = 60_000;

/** Throttles the log: each message at most once a minute, with the number of repetitions suppressed. */
export function createThrottledLog(logger: Logger, elapsedMs: () => number): (error: Error) => void {
  const logged = new Map<string, { at: number; since: number }>();
  return ({ message }) => {
    const last = logged.get(message);
    if (last && elapsedMs() - last.at < quietMs) {
      last.since++;
      return;
    }
    logger.error(last?.since ? { suppressed: last.since } : {}, message);
    logged.set(message, { at: elapsedMs(), since: 0 });
  };
}
