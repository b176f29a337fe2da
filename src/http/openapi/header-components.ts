import { languages } from '../../core/languages.ts';
import type { JsonSchema } from '../params/field.ts';

const header = (type: string, description: string, schema: JsonSchema = {}) => ({
  description,
  schema: { type, ...schema },
});

/** `components.headers`: the headers of replies beyond those that HTTP requires. */
export const headerComponents = {
  Allow: header('string', 'Methods that the caller may use', { examples: ['GET, DELETE, POST, PUT, PATCH'] }),
  'Cache-Control': header('string', '`private, no-store` for signed-in callers', { examples: ['no-cache'] }),
  'Content-Language': header('string', 'Language of the text of a single record, otherwise the requested language', {
    enum: languages,
  }),
  ETag: header('string', 'ETag of the body; after a write, that of the record when it is read', {
    pattern: '^"[\\x21\\x23-\\x7e]*"$',
  }),
  'Last-Modified': header('string', 'Time of the latest change in the body', {
    examples: ['Mon, 01 Mar 2027 12:00:00 GMT'],
  }),
  'Idempotency-Replayed': header('string', 'The response repeats the first one to the same Idempotency-Key', {
    enum: ['true'],
  }),
  'X-Request-Id': header('string', "Id of the request in the server's log; errors repeat it as `data.request_id`"),
  'X-TEC-Total': header('integer', 'Number of records on all pages', { minimum: 0 }),
  'X-TEC-TotalPages': header('integer', 'Number of pages', { minimum: 0 }),
  'Content-Disposition': header('string', 'Name of the file', { examples: ['inline; filename="events.ics"'] }),
  'X-WP-Total': header('integer', 'Number of records on all pages', { minimum: 0 }),
  'X-WP-TotalPages': header('integer', 'Number of pages', { minimum: 0 }),
  'Dry-Run': header('string', 'Nothing was saved, because the request had `dry_run`', { enum: ['true'] }),
  Deprecation: header('string', 'Time since which something that the request uses is deprecated (RFC 9745)', {
    pattern: '^@\\d+$',
    examples: ['@1798761600'],
  }),
  Sunset: header('string', 'Time from which what is deprecated may stop working (RFC 8594)', {
    examples: ['Sat, 01 Jan 2028 00:00:00 GMT'],
  }),
  Link: header(
    'string',
    'Next and previous page of a list (`rel="next"`, `rel="prev"`), this document (`service-desc`), its web page (`service-doc`), the index (`https://api.w.org/`), and an explanation of what is deprecated (`deprecation`)',
  ),
  Location: header('string', 'API URL of the record', { format: 'uri' }),
  'WWW-Authenticate': header(
    'string',
    'The accepted ways to sign in: Basic and Bearer; with 403, the scope that the application password lacks',
  ),
  RateLimit: header('string', 'Requests left in this minute, for clients with a limit', {
    examples: ['"address";r=2999;t=60'],
  }),
  'RateLimit-Policy': header('string', 'Requests allowed per minute, for clients with a limit', {
    examples: ['"address";q=3000;w=60'],
  }),
  'Server-Timing': header('string', 'For administrators: duration of each processing step, in milliseconds', {
    examples: ['authenticate;dur=0.2, listEvents;dur=1.4;desc="window by start_date", total;dur=2.1'],
  }),
  'Retry-After': header('integer', 'Seconds to wait before retrying', { minimum: 1 }),
} as const;

export type HeaderName = keyof typeof headerComponents;
