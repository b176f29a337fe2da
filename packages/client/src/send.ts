import { attempt, delayBefore, mayRepeat, type Received } from './attempt.ts';
import { KalendsError } from './error.ts';
import type { CallOptions, ClientOptions } from './options.ts';

export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the namespace, percent-encoded. */
  path: string;
  query?: Query | undefined;
  /** Sent as JSON, or unchanged if it is a Blob. */
  body?: unknown;
  headers?: Readonly<Record<string, string | undefined>>;
  /** For POST. Default: a random key if the server supports them. */
  idempotencyKey?: string | undefined;
  /** A POST that sets values and is therefore idempotent. */
  repeatable?: boolean;
}

export type Send = (call: Call) => Promise<Received>;

const defaultTimeoutMs = 30_000;
const defaultRetries = 3;

/** Sends requests, with retries where these are safe. Throws KalendsError, or the reason of an aborted signal. */
export function createSend(options: ClientOptions): Send {
  const { url, fetch = globalThis.fetch.bind(globalThis), language } = options;
  new URL(url);
  const authorization = authorizationOf(options);
  const idempotency = options.idempotency ?? /calendar\/events\/v1\/*$/.test(url);
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const maxRetries = options.retries ?? defaultRetries;

  return async (call) => {
    const { signal } = call;
    // Only a POST can have a key, with which a repeated request gets the first reply; but it can stand for another method.
    const method = idempotency && call.method !== 'GET' ? 'POST' : call.method;
    const key = method === 'POST' ? (call.idempotencyKey ?? (idempotency ? newKey() : undefined)) : undefined;
    const repeatable = method !== 'POST' || call.repeatable === true || (key !== undefined && idempotency);
    const headers = { ...options.headers, ...call.headers, authorization, 'idempotency-key': key };
    const _method = method === call.method ? undefined : call.method;
    const query = { ...call.query, _method, i18n_language: call.language ?? language };
    const request = {
      fetch,
      url: urlOf(url, call.path, query),
      init: initOf(method, call.body, headers),
      timeoutMs: call.timeoutMs ?? timeoutMs,
      signal,
    };
    const retries = call.retries ?? maxRetries;
    for (let retry = 0; ; retry += 1) {
      try {
        return await attempt(request);
      } catch (error) {
        if (!(error instanceof KalendsError) || retry >= retries || !mayRepeat(error, repeatable)) throw error;
        const delay = delayBefore(retry, error.retryAfterMs, Math.random());
        if (delay === undefined) throw error;
        await sleep(delay, signal);
      }
    }
  };
}

function initOf(method: string, body: unknown, headers: Record<string, string | undefined>): RequestInit {
  const isBlob = body instanceof Blob;
  const type = isBlob ? body.type || 'application/octet-stream' : 'application/json';
  const named = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': type }), ...headers };
  return {
    method,
    headers: Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
    ...(method === 'GET' ? {} : { redirect: 'manual' }),
    ...(body === undefined ? {} : { body: isBlob ? body : JSON.stringify(body) }),
  };
}

/** `randomUUID` exists in secure contexts only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/** The URL of a path below the namespace, which may be `https://site.example/?rest_route=/tribe/events/v1`. */
export function urlOf(base: string, path: string, query: Query): string {
  const url = new URL(base);
  const route = url.searchParams.get('rest_route');
  if (route === null) url.pathname = withoutSlash(url.pathname) + path;
  else url.searchParams.set('rest_route', withoutSlash(route) + decodeURIComponent(path));
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return url.href;
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

/** `undefined` without credentials. Encoded as UTF-8 first, because `btoa` accepts bytes only. */
export function authorizationOf(options: {
  user?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
}): string | undefined {
  const { user, password, token } = options;
  if (token !== undefined) return `Bearer ${token}`;
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined || password === undefined) throw new TypeError('user and password belong together');
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
}
