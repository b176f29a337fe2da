import { languages } from '../../core/languages.ts';
import type { JsonSchema } from '../params/field.ts';
import type { ReplyDocs, Route } from '../route.ts';
import { repeatableHeaders } from './repeatable.ts';

const header = (type: string, description: string, schema: JsonSchema = {}) => ({
  description,
  schema: { type, ...schema },
});

/** `components.headers`: all that replies of this interface carry beside what HTTP itself asks for. */
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
  Link: header('string', 'The next and the previous page, as `rel="next"` and `rel="prev"`'),
  Location: header('string', 'Address of the record in this interface', { format: 'uri' }),
  'WWW-Authenticate': header('string', 'The accepted ways to sign in: Basic and Bearer'),
  'Retry-After': header('integer', 'Seconds until another attempt is worth making', { minimum: 1 }),
} as const;

type HeaderName = keyof typeof headerComponents;

const everywhere = ['Cache-Control', 'Content-Language', 'X-Request-Id'] as const;

export const headersOf = (reply: ReplyDocs, route: Route): Record<string, { $ref: string }> =>
  refer([
    'Allow',
    ...everywhere,
    ...repeatableHeaders(route),
    ...(reply.mediaType ? (['Content-Disposition', 'Link'] as const) : []),
    ...(reply.list ? (['X-TEC-Total', 'X-TEC-TotalPages', 'Link'] as const) : []),
    ...(reply.status === 201 ? (['Location'] as const) : []),
  ]);

/** Errors from before the address is looked at. */
const early = [414, 429];

export const errorHeaders = (status: number): Record<string, { $ref: string }> =>
  refer([
    ...(early.includes(status) ? [] : (['Allow'] as const)),
    ...everywhere,
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...([429, 503].includes(status) ? (['Retry-After'] as const) : []),
  ]);

const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
