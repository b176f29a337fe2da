import type { components } from './schema.ts';

/** Codes of the service, then those of the client itself. */
export type KalendsErrorCode =
  | components['schemas']['ErrorCode']
  | 'network_error'
  | 'timeout'
  | 'invalid_reply'
  | 'redirected'
  | (string & {});

export interface KalendsErrorDetails {
  code: KalendsErrorCode;
  message: string;
  status?: number;
  data?: Readonly<Record<string, unknown>>;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Every failure of a request but one: what the caller's own AbortSignal ends throws the signal's reason. */
export class KalendsError extends Error {
  override readonly name = 'KalendsError';
  readonly code: KalendsErrorCode;
  /** Of the reply; 0 where there was none. */
  readonly status: number;
  /** All that the service says of the error. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What is wrong with each parameter, the missing ones included, in words for people. */
  readonly params: Readonly<Record<string, string>>;
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** What `Retry-After` asked for. */
  readonly retryAfterMs: number | undefined;

  constructor({ code, message, status = 0, data = {}, retryAfterMs, cause }: KalendsErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.data = data;
    this.params = messagesByName(data['params'], message);
    this.requestId = typeof data['request_id'] === 'string' ? data['request_id'] : undefined;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Missing parameters come as a list of their names, wrong ones with a message each. */
function messagesByName(params: unknown, message: string): Record<string, string> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [String(name), message]));
  return params !== null && typeof params === 'object' ? (params as Record<string, string>) : {};
}
