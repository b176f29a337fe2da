// Whether a request may be retried, and how long to wait before. Pure.
import type { KalendsError } from './error.ts';

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
