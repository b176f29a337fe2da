import type { MessageArguments, MessageKey } from './messages/messages.ts';
import { type Caller, isAnonymous, missingScope } from './roles.ts';

/** All error codes of replies, each with its status. */
const statuses = {
  rest_no_route: 404,
  rest_invalid_json: 400,
  rest_missing_callback_param: 400,
  rest_invalid_param: 400,
  rest_forbidden: 403,
  rest_not_logged_in: 401,
  rest_post_invalid_id: 404,
  rest_term_invalid: 404,
  rest_upload_no_data: 400,
  rest_invalid_namespace: 404,
  rest_request_too_large: 413,
  rest_response_too_large: 400,
  rest_uri_too_long: 414,
  rest_bad_request: 400,
  internal_server_error: 500,
  service_unavailable: 503,
  incorrect_password: 401,
  invalid_username: 401,
  invalid_email: 401,
  invalid_token: 401,
  too_many_attempts: 429,
  too_many_requests: 429,
  'rest-event-not-found': 404,
  'rest-venue-not-found': 404,
  'rest-organizer-not-found': 404,
  'rest-category-not-found': 404,
  'rest-tag-not-found': 404,
  'rest-media-not-found': 404,
  rest_application_password_not_found: 404,
  'rest-revision-not-found': 404,
  'rest-media-in-use': 409,
  rest_upload_unsupported_type: 415,
  rest_upload_too_large: 413,
  rest_upload_invalid: 400,
  'event-not-accessible': 403,
  'venue-not-accessible': 403,
  'organizer-not-accessible': 403,
  'event-password-protected': 403,
  'event-no-longer-available': 403,
  'event-is-in-trash': 410,
  'venue-is-in-trash': 410,
  'organizer-is-in-trash': 410,
  'event-archive-page-not-found': 404,
  'venue-archive-page-not-found': 404,
  'organizer-archive-page-not-found': 404,
  'media-archive-page-not-found': 404,
  rest_post_invalid_page_number: 400,
  term_exists: 400,
  duplicate_term_slug: 400,
  rest_taxonomy_not_hierarchical: 400,
  'external-id-exists': 409,
  'changes-token-expired': 410,
  'rest-webhook-not-found': 404,
  'rest-too-many-webhooks': 409,
  rest_invalid_cursor: 400,
  'batch-failed': 400,
  'batch-rolled-back': 424,
  rest_precondition_failed: 412,
  'idempotency-key-invalid': 400,
  'idempotency-key-in-use': 409,
  'idempotency-key-mismatch': 422,
  'rest-original-language': 409,
  'rest-translation-not-found': 404,
} as const satisfies Partial<Record<MessageKey, number>>;

export type ErrorCode = keyof typeof statuses;
export const statusOf = (code: ErrorCode): number => statuses[code];

/** The error of one parameter. `type` marks a wrong JSON type, which `data.details` repeats. */
export interface Problem {
  key: MessageKey;
  args?: MessageArguments | undefined;
  type?: boolean;
  /** Errors in the fields of an object that the parameter contains; `{names}` lists them. */
  fields?: ReadonlyMap<string, Problem>;
}

interface Extras {
  status?: number;
  message?: MessageKey | undefined;
  args?: MessageArguments;
  problems?: ReadonlyMap<string, Problem>;
  /** Names of missing parameters, in the order of the route's table. */
  missing?: readonly string[];
  data?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** Set if existing clients depend on the reference's reply to an unknown id or slug (D12). */
  unknown?: 'id' | 'slug';
  /** The failure behind a 503, for the log. */
  cause?: unknown;
}

/** An error with a reply of its own; all others become a 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extras: Extras;
  constructor(code: ErrorCode, extras: Extras = {}) {
    super(code, { cause: extras.cause });
    this.code = code;
    this.extras = extras;
  }
  get status(): number {
    return this.extras.status ?? statuses[this.code];
  }
}

/** Why the service is unavailable: its database, or a remote storage. Undefined for other errors. */
export const outageOf = (error: unknown): Error | undefined =>
  error instanceof ApiError && error.status === 503 && error.cause instanceof Error ? error.cause : undefined;

/** If the caller's key lacks only one scope for what is `allowed`, the error names it (RFC 6750, 3.1). */
export function forbidden(caller: Caller, allowed: (caller: Caller) => boolean, message?: MessageKey): ApiError {
  const scope = missingScope(caller, allowed);
  if (scope !== undefined) {
    const challenge = `Bearer realm="Kalends", error="insufficient_scope", scope="${scope}"`;
    const headers = { 'www-authenticate': challenge };
    return new ApiError('rest_forbidden', { message: 'missing_scope', args: { scope }, data: { scope }, headers });
  }
  return new ApiError('rest_forbidden', { status: isAnonymous(caller) ? 401 : 403, message });
}

export const invalidParams = (problems: ReadonlyMap<string, Problem>): ApiError =>
  new ApiError('rest_invalid_param', { problems, args: { names: [...problems.keys()].join(', ') } });

export const invalidParam = (name: string, key: MessageKey, args?: MessageArguments): ApiError =>
  invalidParams(new Map([[name, { key, args }]]));

/** Collects the errors of a request for one reply (D3). The first error of each parameter counts. */
export class Problems {
  readonly #found = new Map<string, Problem>();
  add(name: string, key: MessageKey, args?: MessageArguments): void {
    this.set(name, { key, args });
  }
  set(name: string, problem: Problem): void {
    if (!this.#found.has(name)) this.#found.set(name, problem);
  }
  has(name: string): boolean {
    return this.#found.has(name);
  }
  /** By parameter. */
  all(): ReadonlyMap<string, Problem> {
    return this.#found;
  }
  throwIfAny(): void {
    if (this.#found.size > 0) throw invalidParams(this.#found);
  }
}
