import { backoffMs } from '../core/backoff.ts';

/** Maximum time of a request including saving its result; after it other processes may take over the venue. */
export const claimMs = 30_000;
const firstPauseMs = 30_000;
const maxServerPauseMs = 600_000;
/** Upper limit of a server's Retry-After. */
export const maxWaitMs = 3_600_000;
const maxVenuePauseMs = 86_400_000;

/** Pause before the next request to the server, after a number of consecutive failures. */
export const serverPauseMs = (failures: number, retryAfterMs = 0): number =>
  Math.max(backoffMs(failures, firstPauseMs, maxServerPauseMs), Math.min(maxWaitMs, retryAfterMs));

/** Pause before the next request for a venue that has failed, so that it does not delay the others. */
export const venuePauseMs = (failures: number): number => backoffMs(failures, firstPauseMs, maxVenuePauseMs);
