import { languages } from '../../core/languages.ts';
import type { JsonSchema } from '../params/field.ts';

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
  'WWW-Authenticate': header(
    'string',
    'The accepted ways to sign in: Basic and Bearer; with 403, the scope that the application password lacks',
  ),
  RateLimit: header('string', 'Requests left in this minute, for addresses with a limit', {
    examples: ['"address";r=2999;t=60'],
  }),
  'RateLimit-Policy': header('string', 'Requests allowed a minute, for addresses with a limit', {
    examples: ['"address";q=3000;w=60'],
  }),
  'Server-Timing': header('string', 'To administrators: the steps of the work, in milliseconds', {
    examples: ['authenticate;dur=0.2, listEvents;dur=1.4;desc="window by start_date", total;dur=2.1'],
  }),
  'Retry-After': header('integer', 'Seconds until another attempt is worth making', { minimum: 1 }),
} as const;

export type HeaderName = keyof typeof headerComponents;
