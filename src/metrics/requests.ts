// Requests, counted in arrays: what a reply from memory costs is a few additions more.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheTally } from '../cache/selective-cache.ts';
import type { RequestMeter } from '../http/request-meter.ts';
import { createDistribution, type Distribution, histogram, note } from './distribution.ts';
import { counter, type Family, gauge, type Sample } from './family.ts';
import { routeKinds } from './route-kinds.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const;
/** `none`: the caller has gone before there was a reply. */
const statuses = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;
const accesses = ['read', 'write'] as const;
/** Of each method. */
const accessOf = methods.map((method) => (['GET', 'HEAD', 'OPTIONS'].includes(method) ? 0 : 1));
const other = methods.length - 1;

export interface Requests {
  meter: RequestMeter;
  families(): Family[];
}

export function createRequests(kindOf: (url: string) => number, replies: CacheTally): Requests {
  const counts = new Float64Array(routeKinds.length * methods.length * statuses.length);
  const durations = routeKinds.flatMap(() => accesses.map(createDistribution));
  let inFlight = 0;
  let limited = 0;

  const end = ({ method, url }: IncomingMessage, response: ServerResponse, sinceMs: number): void => {
    const kind = kindOf(url as string);
    const known = methods.indexOf(method as (typeof methods)[number]);
    const methodAt = known < 0 ? other : known;
    const status = response.headersSent ? Math.min(5, Math.floor(response.statusCode / 100)) : 0;
    const place = (kind * methods.length + methodAt) * statuses.length + status;
    counts[place] = (counts[place] as number) + 1;
    if (status === 0) return;
    const at = kind * accesses.length + (accessOf[methodAt] as number);
    note(durations[at] as Distribution, performance.now() - sinceMs);
  };

  const underWay = (request: IncomingMessage, response: ServerResponse, sinceMs: number): void => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      end(request, response, sinceMs);
    });
  };

  const lookedUp = (isFound: boolean): void => {
    replies[isFound ? 'hits' : 'misses'] += 1;
  };

  return {
    meter: {
      listener: (listener) => (request, response) => {
        const sinceMs = performance.now();
        listener(request, response);
        if (response.writableEnded) end(request, response, sinceMs);
        else underWay(request, response, sinceMs);
      },
      lookedUp,
      limited() {
        limited += 1;
      },
    },
    families: () => [
      counter('kalends_http_requests_total', 'Completed requests.', countsOf(counts)),
      histogram(
        'kalends_http_request_duration_seconds',
        'Time from the request headers until the reply was sent.',
        routeKinds.flatMap((route, kind) =>
          accesses.flatMap((access, at) => {
            const found = durations[kind * accesses.length + at];
            return found?.counts.some((count) => count > 0) ? [[{ route, access }, found] as const] : [];
          }),
        ),
      ),
      gauge('kalends_http_requests_in_flight', 'Requests in progress.', inFlight),
      counter('kalends_http_requests_limited_total', 'Requests refused by the rate limit.', limited),
    ],
  };
}

const countsOf = (counts: Float64Array): Sample[] =>
  routeKinds.flatMap((route, kind) =>
    methods.flatMap((method, methodAt) =>
      statuses.flatMap((status, statusAt) => {
        const value = counts[(kind * methods.length + methodAt) * statuses.length + statusAt] as number;
        return value > 0 ? [{ labels: { route, method, status }, value }] : [];
      }),
    ),
  );
