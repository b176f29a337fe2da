import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import { parseCredentials } from '../auth/credentials.ts';
import { locateIndex } from '../request/address.ts';
import type { RequestMeter } from '../request-meter.ts';
import type { RequestLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Credentials are verified here; elsewhere made-up credentials would evade the limit. */
    authenticates?: boolean;
  }
}

/** Health checks. */
const unlimited: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Refuses callers over the limit that send no credentials, before anything else is checked. */
export const limitRequests =
  (limit: RequestLimit, meter: RequestMeter | undefined): onRequestHookHandler =>
  (request, _reply, done) => {
    const isCounted = !unlimited.has(request.raw.url as string) && !isToSignIn(request);
    const seconds = isCounted ? limit.count(request.ip) : undefined;
    if (seconds === undefined) {
      done();
      return;
    }
    meter?.limited();
    done(new ApiError('too_many_requests', { args: { seconds }, headers: { 'retry-after': String(seconds) } }));
  };

const isToSignIn = ({ raw, headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.authenticates === true &&
  parseCredentials(headers.authorization) !== undefined &&
  locateIndex(raw.url as string) === undefined;
