import { deprecationsOf } from '../deprecation.ts';
import type { ReplyDocs, Route } from '../route.ts';
import type { HeaderName } from './header-components.ts';
import { repeatableHeaders } from './repeatable.ts';

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
const warnings = (route: Route): HeaderName[] => (deprecationsOf(route).length > 0 ? ['Deprecation', 'Sunset'] : []);

export const headersOf = (reply: ReplyDocs, route: Route): Record<string, { $ref: string }> =>
  refer([
    'Allow',
    ...everywhere,
    ...repeatableHeaders(route),
    ...(reply.mediaType ? (['Content-Disposition'] as const) : []),
    ...(reply.list ? (['X-TEC-Total', 'X-TEC-TotalPages'] as const) : []),
    ...(route.method === 'GET' ? [] : (['Dry-Run'] as const)),
    ...(reply.headers ?? []),
    ...warnings(route),
    ...(reply.status === 201 ? (['Location'] as const) : []),
  ]);

/** Errors that occur before the address is examined. */
const early: readonly number[] = [414];

/** Without `route`: the headers of errors that all routes share. */
export const errorHeaders = (status: number, route?: Route): Record<string, { $ref: string }> =>
  refer([
    ...(early.includes(status) ? [] : (['Allow'] as const)),
    ...everywhere,
    ...(status === 401 || status === 403 ? (['WWW-Authenticate'] as const) : []),
    // 409: another request with the same Idempotency-Key is not done yet.
    ...([409, 429, 503].includes(status) ? (['Retry-After'] as const) : []),
    ...(route ? warnings(route) : []),
  ]);

const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
