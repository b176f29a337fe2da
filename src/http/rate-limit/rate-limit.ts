// Requests per minute of one address that has not signed in. Counted in memory and shared with the other processes in steps
// of an eighth of the limit, so that a limit of hundreds costs the database next to nothing.

import type { ServerResponse } from 'node:http';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import ipaddr from 'ipaddr.js';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { ApiError } from '../../core/api-error.ts';
import { type Credentials, parseCredentials } from '../auth/credentials.ts';
import { addressOf } from '../request/incoming-request.ts';

export interface Quota {
  /** The request is over the limit. */
  isExceeded: boolean;
  /** Requests left in this minute. */
  remaining: number;
  /** Until the minute ends. */
  seconds: number;
}

/** Header fields of a reply to a counted request (draft-ietf-httpapi-ratelimit-headers-10). */
export function setQuotaHeaders(response: ServerResponse, { perMinute }: RequestLimit, quota: Quota): void {
  response.setHeader('ratelimit', `"address";r=${quota.remaining};t=${quota.seconds}`);
  response.setHeader('ratelimit-policy', `"address";q=${perMinute};w=${minuteSeconds}`);
}

/** Adds requests of a caller in a minute to the count of all processes, and returns the sum. */
export type ShareCount = (caller: string, minute: number, requests: number) => Promise<number>;

export interface RequestLimitOptions {
  perMinute: number;
  /** Loopback addresses are not limited. */
  exemptsLoopback?: boolean;
  /** UTC seconds. */
  now: () => number;
  /** `undefined` if no other process serves this address. */
  share: ShareCount | undefined;
}

interface Counted {
  /** By all processes, as of the last exchange. */
  shared: number;
  /** By this process since then. */
  local: number;
  isSharing: boolean;
}

const loopback = /^(?:::ffff:)?127\.|^::1$/;
const minuteSeconds = 60;
/** Beyond this, the least recently active callers are forgotten. */
const maxCallers = 20_000;

export type RequestLimit = ReturnType<typeof createRequestLimit>;

export function createRequestLimit({ perMinute, exemptsLoopback = false, now, share }: RequestLimitOptions) {
  const step = Math.ceil(perMinute / 8);
  const callers = createBoundedCache<Counted>(maxCallers);
  let minute = 0;
  const exchange = async (caller: string, counted: Counted, add: ShareCount): Promise<void> => {
    const sent = counted.local;
    counted.isSharing = true;
    try {
      counted.shared = await add(caller, minute, sent);
    } catch {
      // If the database cannot be written, each process counts for itself.
      counted.shared += sent;
    }
    counted.local -= sent;
    counted.isSharing = false;
  };
  return {
    perMinute,
    /** Counts a request; undefined for addresses without a limit. */
    count(address: string): Quota | undefined {
      if (exemptsLoopback && loopback.test(address)) return undefined;
      const time = now();
      const current = time - (time % minuteSeconds);
      if (current !== minute) callers.clear();
      minute = current;
      const caller = callerOf(address);
      const counted = callers.get(caller) ?? { shared: 0, local: 0, isSharing: false };
      const seconds = minute + minuteSeconds - time;
      const remaining = perMinute - counted.shared - counted.local - 1;
      if (remaining < 0) return { isExceeded: true, remaining: 0, seconds };
      counted.local += 1;
      callers.set(caller, counted);
      if (share && counted.local >= step && !counted.isSharing) void exchange(caller, counted, share);
      return { isExceeded: false, remaining, seconds };
    },
  };
}

/** For IPv6 the /64 network: a client that has one of its addresses has all of them. */
export function callerOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address.slice(0, 100);
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Credentials are verified here; elsewhere made-up credentials would evade the limit. */
    authenticates?: boolean;
  }
}

export interface LimitOptions {
  limit: RequestLimit;
  meter: { recordRefusal(): void } | undefined;
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
    const quota = isExempt ? undefined : limit.count(addressOf(request));
    if (quota) setQuotaHeaders(reply.raw, limit, quota);
    if (!quota?.isExceeded) {
      done();
      return;
    }
    const { seconds } = quota;
    meter?.recordRefusal();
    done(new ApiError('too_many_requests', { args: { seconds }, headers: { 'retry-after': String(seconds) } }));
  };

function isSignedIn({ headers, routeOptions }: FastifyRequest, hasSignedIn: LimitOptions['hasSignedIn']): boolean {
  if (headers.authorization === undefined || routeOptions.config.authenticates !== true) return false;
  const credentials = parseCredentials(headers.authorization);
  return credentials !== undefined && hasSignedIn(credentials);
}
