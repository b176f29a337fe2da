import type { components } from './schema.ts';

/** Error codes of the service and, at the end, of the client itself. */
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

/** Any failure of a request, except an abort by the caller's AbortSignal, which throws the signal's reason. */
export class KalendsError extends Error {
  override readonly name = 'KalendsError';
  readonly code: KalendsErrorCode;
  /** HTTP status of the reply; 0 without a reply. */
  readonly status: number;
  /** Details of the error from the service. */
  readonly data: Readonly<Record<string, unknown>>;
  /** A message for each invalid or missing parameter. */
  readonly params: Readonly<Record<string, string>>;
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Wait requested by `Retry-After`. */
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

/** The service reports missing parameters as a list of names, and invalid ones with a message each. */
function messagesByName(params: unknown, message: string): Record<string, string> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [String(name), message]));
  return params !== null && typeof params === 'object' ? (params as Record<string, string>) : {};
}
