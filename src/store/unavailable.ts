/** The database cannot do its work at present: nobody's fault who asks, and worth trying again. */
export class StoreUnavailable extends Error {
  readonly retryAfterSeconds: number;
  constructor(message: string, options: { cause?: unknown; retryAfterSeconds: number }) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
