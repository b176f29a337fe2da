import type { components } from './schema.ts';

export type Language = components['schemas']['Event']['language'];

export interface ClientOptions {
  /** URL of the namespace: `https://calendar.example/wp-json/calendar/events/v1`. */
  url: string;
  /** Login name or e-mail address, with `password`. */
  user?: string;
  /** An application password. */
  password?: string;
  /** An application password alone, sent as Bearer token. */
  token?: string;
  /** Language of content and messages. Default: that of the site. */
  language?: Language;
  /** Default: the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Maximum number of retries of a failed request. Default: 3. */
  retries?: number;
  /** Timeout of each attempt. Default: 30 seconds. */
  timeoutMs?: number;
  /**
   * Whether the server supports `Idempotency-Key`. Creates are then retried as well if no reply arrived. Default: true for
   * the namespace `calendar/events/v1`, false for others, which may belong to another program.
   */
  idempotency?: boolean;
  /** Additional headers of every request. */
  headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  signal?: AbortSignal;
  language?: Language;
  retries?: number;
  timeoutMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** Validates the request and replies as if it had been carried out, but saves nothing. */
  dryRun?: boolean;
}

export interface CreateOptions extends WriteOptions {
  /** Default: a random key. Your own lets a later run of the program repeat the request. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends WriteOptions {
  /** An ETag, or a record that this client has read: the request fails with 412 if the record has changed since. */
  ifMatch?: string | object;
}

/** Names of the options of a call; all other members are parameters. */
export function split<O extends CallOptions>(
  options: O,
): { call: CallOptions; parameters: Omit<O, keyof CallOptions> } {
  const { signal, language, retries, timeoutMs, ...parameters } = options;
  const call = { signal, language, retries, timeoutMs };
  return { call: call as CallOptions, parameters };
}
