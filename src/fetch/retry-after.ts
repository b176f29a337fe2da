import { parseHttpDate } from '../http/conditional/validators.ts';

/** Milliseconds until the moment that a `Retry-After` header names, as seconds or as a date. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = parseHttpDate(text);
  return at === undefined ? undefined : Math.max(0, at * 1000 - nowMs);
}
