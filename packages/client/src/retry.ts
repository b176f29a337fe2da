// When a request may be sent again, and how long to wait before. Pure.
import type { KalendsError } from './error.ts';

const firstDelayMs = 250;
const longestBackoffMs = 8000;
/** Who is asked to wait longer hears so instead. */
export const longestRetryAfterMs = 60_000;

/** The request may have been done although its reply never came. */
const uncertain = new Set(['network_error', 'timeout']);
const gatewayStatuses = new Set([502, 503, 504]);

/** `repeatable`: doing it twice is as good as once. */
export function mayRepeat({ code, status, retryAfterMs }: KalendsError, repeatable: boolean): boolean {
  // Refused before anything was done.
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) return true;
  // The first try of the same request still runs.
  if (code === 'idempotency-key-in-use') return true;
  return repeatable && (uncertain.has(code) || gatewayStatuses.has(status));
}

/** `undefined` where waiting is not worth it. `random` is from 0 to 1. */
export function delayBefore(retry: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const backoff = Math.min(longestBackoffMs, firstDelayMs * 2 ** retry) * (0.5 + random / 2);
  if (retryAfterMs === undefined) return backoff;
  // Spread out a little, so that all who were sent away together do not come back together.
  return retryAfterMs > longestRetryAfterMs ? undefined : retryAfterMs + random * firstDelayMs;
}

/** Reads seconds or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
