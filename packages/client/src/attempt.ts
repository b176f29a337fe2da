import { KalendsError } from './error.ts';

export interface Attempt {
  fetch: typeof globalThis.fetch;
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export interface Received {
  body: unknown;
  etag: string | null;
}

/** One request and its whole reply; throws KalendsError, or the reason of the caller's signal. */
export async function attempt({ fetch, url, init, timeoutMs, signal }: Attempt): Promise<Received> {
  signal?.throwIfAborted();
  const ender = new AbortController();
  const onAbort = () => ender.abort();
  const timer = setTimeout(onAbort, timeoutMs);
  signal?.addEventListener('abort', onAbort);
  try {
    const response = await fetch(url, { ...init, signal: ender.signal });
    return read(response, await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof KalendsError) throw cause;
    if (ender.signal.aborted) {
      throw new KalendsError({ code: 'timeout', message: `No reply within ${timeoutMs} ms`, cause });
    }
    throw new KalendsError({ code: 'network_error', message: `${new URL(url).host} cannot be reached`, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function read(response: Response, text: string): Received {
  const { status, ok, headers } = response;
  // Browsers hide the target of a redirected write; following it would turn the write into a read.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const target = headers.get('location') ?? 'another URL';
    throw new KalendsError({ code: 'redirected', status, message: `The server sends writes on to ${target}` });
  }
  const body = parse(text);
  if (ok && body !== undefined) return { body, etag: headers.get('etag') };
  throw errorIn(body, status, readRetryAfter(headers.get('retry-after'), Date.now()));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorIn(body: unknown, status: number, retryAfterMs: number | undefined): KalendsError {
  const { code, message, data } = (body ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
  const details = data !== null && typeof data === 'object' ? (data as Record<string, unknown>) : {};
  if (typeof code === 'string') {
    return new KalendsError({ code, message: String(message ?? code), status, data: details, retryAfterMs });
  }
  const text = `The reply with status ${status} does not come from the API`;
  return new KalendsError({ code: 'invalid_reply', message: text, status, retryAfterMs });
}

const firstDelayMs = 250;
const maxBackoffMs = 8000;
/** Longer waits are reported as an error instead. */
export const maxRetryAfterMs = 60_000;

/** The request may have been carried out although no reply arrived. */
const uncertain = new Set(['network_error', 'timeout']);
const gatewayStatuses = new Set([502, 503, 504]);

/** `repeatable`: the request is idempotent. */
export function mayRepeat({ code, status, retryAfterMs }: KalendsError, repeatable: boolean): boolean {
  // Refused before anything was carried out.
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) return true;
  // The first attempt of the same request is still running.
  if (code === 'idempotency-key-in-use') return true;
  return repeatable && (uncertain.has(code) || gatewayStatuses.has(status));
}

/** `undefined` if the wait would be too long. `random` is from 0 to 1. */
export function delayBefore(retry: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const backoff = Math.min(maxBackoffMs, firstDelayMs * 2 ** retry) * (0.5 + random / 2);
  if (retryAfterMs === undefined) return backoff;
  // Jitter, so that clients that were refused together do not return together.
  return retryAfterMs > maxRetryAfterMs ? undefined : retryAfterMs + random * firstDelayMs;
}

/** Reads seconds or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
