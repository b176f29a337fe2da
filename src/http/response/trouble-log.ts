import type { Logger } from 'pino';

const quietMs = 60_000;

/** Says each sentence at most once a minute, with how often it would have been said since: trouble comes with every request. */
export function createTroubleLog(logger: Logger, elapsedMs: () => number): (error: Error) => void {
  const logged = new Map<string, { at: number; since: number }>();
  return ({ message }) => {
    const last = logged.get(message);
    if (last && elapsedMs() - last.at < quietMs) {
      last.since++;
      return;
    }
    logger.error(last?.since ? { unsaid: last.since } : {}, message);
    logged.set(message, { at: elapsedMs(), since: 0 });
  };
}
