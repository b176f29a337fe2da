import type { components } from './schema.ts';

export type Language = components['schemas']['Event']['language'];

export interface ClientOptions {
  /** Of the namespace: `https://calendar.example/wp-json/calendar/events/v1`. */
  url: string;
  /** Login name or e-mail address, with `password`. */
  user?: string;
  /** An application password. */
  password?: string;
  /** An application password alone, sent as Bearer token. */
  token?: string;
  /** Language of contents and messages; the site's where none is given. */
  language?: Language;
  /** The platform's own where none is given. */
  fetch?: typeof globalThis.fetch;
  /** How often a failed request is sent again at most. Default 3. */
  retries?: number;
  /** Of each try. Default 30 seconds. */
  timeoutMs?: number;
  /**
   * Whether the server knows `Idempotency-Key`: then what creates something is sent again too after a reply that never
   * came. Default: true for the namespace `calendar/events/v1`, false for others, which may be another program's.
   */
  idempotency?: boolean;
  /** Further headers of every request. */
  headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  signal?: AbortSignal;
  language?: Language;
  retries?: number;
  timeoutMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** Checks and answers as if done, and keeps nothing. */
  dryRun?: boolean;
}

export interface CreateOptions extends WriteOptions {
  /** Made up where none is given; yours lets a later run of the same program repeat the request. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends WriteOptions {
  /** An ETag, or a record that this client has read: refused with 412 if the record is another one by now. */
  ifMatch?: string | object;
}

/** Names of the options of a call: what else is there are parameters. */
export function split<O extends CallOptions>(
  options: O,
): { call: CallOptions; parameters: Omit<O, keyof CallOptions> } {
  const { signal, language, retries, timeoutMs, ...parameters } = options;
  const call = { signal, language, retries, timeoutMs };
  return { call: call as CallOptions, parameters };
}
