import type { IncomingHttpHeaders } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import { mediaTypeOf } from '../request/body.ts';
import { originOf } from '../request/site-url.ts';

export interface TrustedOrigins {
  /** Origins of the calendar: the one that the caller used, and the public one. */
  calendar: readonly (string | undefined)[];
  /** Origins of other sites that the operator allows; `*` does not count. */
  allowed: ReadonlySet<string>;
}

/** Content types that a page may send anywhere without a preflight (Fetch, "CORS-safelisted request-header"). */
const formTypes: ReadonlySet<string> = new Set([
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

/**
 * Whether a page of another origin may have sent the request without a preflight (CSRF). Browsers send saved passwords
 * automatically, so valid credentials prove nothing.
 * `Sec-Fetch-Site` is not sent over plain HTTP, and `Origin` may be `null` for a page that hides its origin.
 */
export function isForged(
  { method, headers }: { method?: string | undefined; headers: IncomingHttpHeaders },
  { calendar, allowed }: TrustedOrigins,
): boolean {
  if (method !== 'POST' || !formTypes.has(mediaTypeOf(headers['content-type']) ?? '')) return false;
  const { origin, 'sec-fetch-site': site, authorization = '' } = headers;
  // Set by a script, after a preflight: browsers send no tokens by themselves.
  if (/^bearer /i.test(authorization)) return false;
  if (origin !== undefined && allowed.has(origin)) return false;
  if (site === 'cross-site' || site === 'same-site') return true;
  if (origin === undefined || (origin === 'null' && site === 'same-origin')) return false;
  return !calendar.includes(origin);
}

/** Refuses forged requests on every route, pages and `/mcp` included, before credentials are verified. */
export function refuseForged(siteUrl: string | undefined, allowedOrigins: readonly string[]): onRequestHookHandler {
  const allowed = new Set(allowedOrigins);
  const site = siteUrl === undefined ? undefined : new URL(siteUrl).origin;
  return (request, _reply, done) => {
    const calendar = request.method === 'POST' ? [originOf(request.protocol, request.host), site] : [];
    done(isForged(request.raw, { calendar, allowed }) ? new ApiError('rest_forbidden', { status: 403 }) : undefined);
  };
}
