/** The database cannot do what was asked just now, through no fault of the caller. The message is one sentence for the log. */
export class StoreUnavailable extends Error {
  readonly retryAfterSeconds: number;
  constructor(message: string, options: { cause?: unknown; retryAfterSeconds: number }) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
