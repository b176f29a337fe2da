import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../core/api-error.ts';
import { parseCredentials } from './auth/credentials.ts';
import type { RequestLimit } from './request-limit.ts';

/** For who watches over the service. */
const unlimited: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Refuses who has asked too often without signing in with `too_many_requests`, before anything else is looked at. */
export const limitRequests =
  (limit: RequestLimit): onRequestHookHandler =>
  ({ raw, headers, ip }, _reply, done) => {
    const isCounted = !unlimited.has(raw.url as string) && !parseCredentials(headers.authorization);
    const seconds = isCounted ? limit.count(ip) : undefined;
    if (seconds === undefined) done();
    else done(new ApiError('too_many_requests', { args: { seconds }, headers: { 'retry-after': String(seconds) } }));
  };
