import { backoffMs } from '../core/backoff.ts';

/** Maximum time of a request including saving its result; after it other processes may take over the venue. */
export const claimMs = 30_000;
const firstPauseMs = 30_000;
const longestServerPauseMs = 600_000;
/** Upper limit of a server's Retry-After. */
export const longestWaitMs = 3_600_000;
const longestVenuePauseMs = 86_400_000;

/** Pause before the next request to the server, after a number of consecutive failures. */
export const serverPauseMs = (failures: number, retryAfterMs = 0): number =>
  Math.max(backoffMs(failures, firstPauseMs, longestServerPauseMs), Math.min(longestWaitMs, retryAfterMs));

/** Pause before the next request for a venue that has failed, so that it does not delay the others. */
export const venuePauseMs = (failures: number): number => backoffMs(failures, firstPauseMs, longestVenuePauseMs);
