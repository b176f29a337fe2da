import { fromKeys } from '../../core/objects.ts';
import { deprecationsOf } from '../deprecation.ts';
import type { ReplyDocs, Route } from '../route.ts';
import type { HeaderName } from './header-components.ts';
import { hasKey } from './parameters.ts';
import { when } from './schema.ts';

const everywhere = [
  'Cache-Control',
  'Content-Language',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Server-Timing',
  'X-Request-Id',
] as const;

/** For a deprecated route, or one with a deprecated parameter. */
const warnings = (route: Route) => when(deprecationsOf(route).length > 0, 'Deprecation', 'Sunset');

export const headersOf = (reply: ReplyDocs, route: Route): Record<string, { $ref: string }> =>
  refer([
    'Allow',
    ...everywhere,
    'ETag',
    ...when(route.method === 'GET', 'Last-Modified'),
    ...when(hasKey(route), 'Idempotency-Replayed'),
    ...when(reply.mediaType !== undefined, 'Content-Disposition'),
    ...when(reply.list === true, 'X-TEC-Total', 'X-TEC-TotalPages'),
    ...when(route.method !== 'GET', 'Dry-Run'),
    ...(reply.headers ?? []),
    ...warnings(route),
    ...when(reply.status === 201, 'Location'),
  ]);

/**
 * Without `route`: the headers of errors that all routes share. Whether the URL is too long is checked before the path is
 * looked up.
 */
export const errorHeaders = (status: number, route?: Route): Record<string, { $ref: string }> =>
  refer([
    ...when(status !== 414, 'Allow'),
    ...everywhere,
    ...when(status === 401 || status === 403, 'WWW-Authenticate'),
    // 409: another request with the same Idempotency-Key is not done yet.
    ...when([409, 429, 503].includes(status), 'Retry-After'),
    ...(route ? warnings(route) : []),
  ]);

const refer = (names: readonly HeaderName[]) => fromKeys(names, (name) => ({ $ref: `#/components/headers/${name}` }));
