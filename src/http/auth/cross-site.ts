import type { IncomingHttpHeaders } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import { originOf } from '../request/origin.ts';

export interface KnownOrigins {
  /** Origins of the calendar: the one that the caller used, and the public one. */
  own: readonly (string | undefined)[];
  /** Origins of other sites that may send anything; `*` does not count. */
  named: ReadonlySet<string>;
}

/** Content types that a page may send anywhere without a preflight (Fetch, "CORS-safelisted request-header"). */
const formTypes: ReadonlySet<string> = new Set([
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

/**
 * Whether a page of another origin may have sent the request without a preflight (CSRF). The browser adds a remembered
 * password by itself, so valid credentials prove nothing.
 * `Sec-Fetch-Site` is not sent over plain HTTP, and `Origin` may be `null` for a page that hides its address.
 */
export function isForged(
  { method, headers }: { method?: string | undefined; headers: IncomingHttpHeaders },
  { own, named }: KnownOrigins,
): boolean {
  if (method !== 'POST' || !formTypes.has(essence(headers['content-type']))) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && named.has(origin)) return false;
  if (site === 'cross-site' || site === 'same-site') return true;
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return false;
  return !own.includes(origin);
}

const essence = (contentType = ''): string => (contentType.split(';')[0] as string).trim().toLowerCase();

/** Refuses forged requests on every route, pages and `/mcp` included, before credentials are looked at. */
export function refuseForged(siteUrl: string | undefined, allowedOrigins: readonly string[]): onRequestHookHandler {
  const named = new Set(allowedOrigins);
  const site = siteUrl === undefined ? undefined : new URL(siteUrl).origin;
  return (request, _reply, done) => {
    const own = request.method === 'POST' ? [originOf(request.protocol, request.host), site] : [];
    done(isForged(request.raw, { own, named }) ? new ApiError('rest_forbidden', { status: 403 }) : undefined);
  };
}
