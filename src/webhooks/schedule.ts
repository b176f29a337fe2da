// Retries of messages, on the schedule of Standard Webhooks 1.0.0.
const minute = 60;
const hour = 3600;
/** Delay after each attempt, 75 hours and 35 minutes in total. */
const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] as const;
const maxDelay = 24 * hour;

export interface Delayed {
  /** Failed attempts so far, at least one. */
  attempts: number;
  /** From 0 to 1: lengthens the delay by up to a tenth, to spread out retries. */
  jitter: number;
  /** Seconds from the receiver's `Retry-After`. */
  retryAfter: number | undefined;
}

/** Seconds to wait; `undefined` after the last attempt. */
export function retryDelay({ attempts, jitter, retryAfter = 0 }: Delayed): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.ceil(Math.max(delay * (1 + jitter / 10), Math.min(retryAfter, maxDelay)));
}
