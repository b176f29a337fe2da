import { outageOf } from '../core/api-error.ts';

/** The database failed temporarily, through no fault of the caller. The message is one sentence for the log. */
export class StoreUnavailable extends Error {
  readonly retryAfterSeconds: number;
  /** The answer to a commit was lost, so it may have succeeded or not. */
  readonly isOutcomeUnknown: boolean;
  constructor(message: string, options: { cause?: unknown; retryAfterSeconds: number; isOutcomeUnknown?: boolean }) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
  }
}

/** The write may have been committed, so what it refers to must not be removed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.isOutcomeUnknown;

/** What a log line says about an error. An outage of the database or of the storage of images needs no stack. */
export function logDetails(error: unknown): { reason: string } | { err: unknown } {
  if (error instanceof StoreUnavailable) return { reason: error.message };
  const outage = outageOf(error);
  return outage ? { reason: outage.message } : { err: error };
}
