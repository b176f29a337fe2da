import { languages } from '../../core/languages.ts';
import { deprecationsOf } from '../deprecation.ts';
import type { JsonSchema } from '../params/field.ts';
import type { ReplyDocs, Route } from '../route.ts';
import { repeatableHeaders } from './repeatable.ts';

const header = (type: string, description: string, schema: JsonSchema = {}) => ({
  description,
  schema: { type, ...schema },
});

/** `components.headers`: the headers of replies beyond those that HTTP requires. */
export const headerComponents = {
  Allow: header('string', 'The methods that this caller may use here', { examples: ['GET, DELETE, POST, PUT, PATCH'] }),
  'Cache-Control': header('string', '`private, no-store` for signed-in callers', { examples: ['no-cache'] }),
  'Content-Language': header('string', 'Language of the text of a single record, else the selected one', {
    enum: languages,
  }),
  ETag: header('string', 'Of the body; of a write: that of the record when read next', {
    pattern: '^"[\\x21\\x23-\\x7e]*"$',
  }),
  'Last-Modified': header('string', 'The newest change that the body shows', {
    examples: ['Mon, 01 Mar 2027 12:00:00 GMT'],
  }),
  'Idempotency-Replayed': header('string', 'This is the first reply to the Idempotency-Key again', { enum: ['true'] }),
  'X-Request-Id': header('string', "Names the request in the server's log; errors repeat it as `data.request_id`"),
  'X-TEC-Total': header('integer', 'Records on all pages together', { minimum: 0 }),
  'X-TEC-TotalPages': header('integer', 'Number of pages', { minimum: 0 }),
  'Content-Disposition': header('string', 'A name for the file', { examples: ['inline; filename="events.ics"'] }),
  'X-WP-Total': header('integer', 'Records on all pages together', { minimum: 0 }),
  'X-WP-TotalPages': header('integer', 'Number of pages', { minimum: 0 }),
  'Dry-Run': header('string', 'Nothing was saved: the request had `dry_run`', { enum: ['true'] }),
  Deprecation: header('string', 'Since when what the request uses is discouraged (RFC 9745)', {
    pattern: '^@\\d+$',
    examples: ['@1798761600'],
  }),
  Sunset: header('string', 'When what the request uses may stop to answer (RFC 8594)', {
    examples: ['Sat, 01 Jan 2028 00:00:00 GMT'],
  }),
  Link: header(
    'string',
    'The next and the previous page of a list (`rel="next"`, `rel="prev"`), this document (`service-desc`), the page that shows it (`service-doc`), the index (`https://api.w.org/`), and of what is deprecated an explanation (`deprecation`)',
  ),
  Location: header('string', 'Address of the record in this interface', { format: 'uri' }),
  'WWW-Authenticate': header('string', 'The accepted ways to sign in: Basic and Bearer'),
  'Retry-After': header('integer', 'Seconds until another attempt is worth making', { minimum: 1 }),
} as const;

export type HeaderName = keyof typeof headerComponents;

const everywhere = ['Cache-Control', 'Content-Language', 'Link', 'X-Request-Id'] as const;

/** Of a route that is going away, or has a parameter that is. */
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

/** Errors from before the address is looked at. */
const early = [414, 429];

/** Without a route: of the errors that all routes share. */
export const errorHeaders = (status: number, route?: Route): Record<string, { $ref: string }> =>
  refer([
    ...(early.includes(status) ? [] : (['Allow'] as const)),
    ...everywhere,
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...([429, 503].includes(status) ? (['Retry-After'] as const) : []),
    ...(route ? warnings(route) : []),
  ]);

const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
