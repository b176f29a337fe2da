// When a message that could not be delivered is attempted again (the schedule of Standard Webhooks 1.0.0).
const minute = 60;
const hour = 3600;
/** After each attempt: 75 hours and 35 minutes altogether. */
const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] as const;
const longestDelay = 24 * hour;

export interface Delayed {
  /** That have failed so far, at least one. */
  attempts: number;
  /** From 0 to 1: of up to a tenth by which the delay is lengthened, so that retries do not come together. */
  jitter: number;
  /** Seconds that the receiver asked for. */
  retryAfter: number | undefined;
}

/** Seconds to wait; undefined when there is no further attempt. */
export function retryDelay({ attempts, jitter, retryAfter = 0 }: Delayed): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.ceil(Math.max(delay * (1 + jitter / 10), Math.min(retryAfter, longestDelay)));
}
