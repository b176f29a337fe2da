import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import { type Credentials, parseCredentials } from '../auth/credentials.ts';
import { locateIndex } from '../request/address.ts';
import type { RequestMeter } from '../request-meter.ts';
import { quotaHeaders, type RequestLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Credentials are verified here; elsewhere made-up credentials would evade the limit. */
    authenticates?: boolean;
  }
}

export interface LimitOptions {
  limit: RequestLimit;
  meter: RequestMeter | undefined;
  /** Whether these credentials were verified recently: only then are requests not counted. */
  hasSignedIn: (credentials: Credentials) => boolean;
}

/** Health checks. */
const unlimited: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Refuses callers over the limit before anything else is checked, credentials included. */
export const limitRequests =
  ({ limit, meter, hasSignedIn }: LimitOptions): onRequestHookHandler =>
  (request, reply, done) => {
    const isProbe = unlimited.has(request.raw.url as string) && request.headers.authorization === undefined;
    const isExempt = isProbe || isSignedIn(request, hasSignedIn);
    const quota = isExempt ? undefined : limit.count(request.ip);
    if (!quota) {
      done();
      return;
    }
    for (const [name, value] of Object.entries(quotaHeaders(limit, quota))) reply.raw.setHeader(name, value);
    if (!quota.isExceeded) {
      done();
      return;
    }
    const { seconds } = quota;
    meter?.limited();
    done(new ApiError('too_many_requests', { args: { seconds }, headers: { 'retry-after': String(seconds) } }));
  };

function isSignedIn({ raw, headers, routeOptions }: FastifyRequest, hasSignedIn: LimitOptions['hasSignedIn']): boolean {
  if (headers.authorization === undefined || routeOptions.config.authenticates !== true) return false;
  const credentials = locateIndex(raw.url as string) ? undefined : parseCredentials(headers.authorization);
  return credentials !== undefined && hasSignedIn(credentials);
}
