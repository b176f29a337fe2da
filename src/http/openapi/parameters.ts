import { languages } from '../../core/languages.ts';
import type { Field, JsonSchema } from '../params/field.ts';
import type { Route } from '../route.ts';
import { when } from './schema.ts';

const languageText = 'Language of content and messages; takes precedence over the language segment of the URL';

const languageValues: JsonSchema = { type: 'string', enum: languages };

export const languageSchema: JsonSchema = { ...languageValues, description: languageText };

const header = (name: string, description: string, schema: object = {}) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
});

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** `components.parameters`: the first are those of every operation, the others of conditional, idempotent and dry-run requests. */
export const parameterComponents = {
  Language: { name: 'i18n_language', in: 'query', description: languageText, schema: languageValues },
  Fields: {
    name: '_fields',
    in: 'query',
    description:
      'Limits the response to these members, such as `events.id,events.title,total`; `a.b` selects within objects and lists. Errors are always complete',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description:
      'With any value, wraps the response: the status is 200, and the body has the original `body`, `status` and `headers`, with totals as numbers',
    schema: { type: 'boolean' },
  },
  IfNoneMatch: header('If-None-Match', 'ETags that the caller has; 304 if one of them is current'),
  IfModifiedSince: header(
    'If-Modified-Since',
    'Accepted but ignored, because a date cannot show that a record has left a list; use If-None-Match instead',
  ),
  IfMatch: header('If-Match', 'ETags of the record, or `*`; 412 unless one of them is current'),
  IfUnmodifiedSince: header('If-Unmodified-Since', 'Date, accurate to the second; 412 if the record has changed since'),
  IfNoRecord: header('If-None-Match', '`*` to create only: 412 if the record exists'),
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description:
      'Validates the request and responds as if it had been carried out, but saves nothing. May also be sent in the body',
    schema: { type: 'boolean', default: false },
  },
  Method: {
    name: '_method',
    in: 'query',
    description: 'The intended method, for clients that can only POST; takes precedence over X-HTTP-Method-Override',
    schema: { type: 'string', enum: methods },
  },
  MethodOverride: header('X-HTTP-Method-Override', 'The intended method, for clients that can only POST', {
    enum: methods,
  }),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Makes the request safe to repeat: for a day, the same key returns the first response again',
    { minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  ),
} as const;

/** Replies other than JSON have no members to select, and no envelope. */
const isFile = (route: Route): boolean => route.replies.some(({ mediaType }) => mediaType !== undefined);

/** Whether the route writes the record that the path names. */
export const isRecordWrite = (route: Route): boolean => route.method !== 'GET' && route.path.includes('{');

export const hasKey = (route: Route): boolean => route.method === 'POST' && !route.isSecret;

export const hasBody = (route: Route): boolean => route.method !== 'GET' && route.method !== 'DELETE';

/** Path parameters, query parameters, and components. */
export function parametersOf(route: Route): unknown[] {
  const queried = hasBody(route) ? [] : Object.entries(route.params);
  const shared: (keyof typeof parameterComponents)[] = [
    'Language',
    ...when(!isFile(route), 'Fields', 'Envelope'),
    ...when(route.method === 'GET', 'IfNoneMatch', 'IfModifiedSince'),
    ...when(isRecordWrite(route), 'IfMatch', 'IfUnmodifiedSince', 'IfNoRecord'),
    ...when(route.method !== 'GET', 'DryRun'),
    ...when(hasKey(route), 'IdempotencyKey'),
    ...when(route.method === 'POST', 'Method', 'MethodOverride'),
  ];
  const components = shared.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return [...pathParameters(route.path), ...queried.map(queryParameter), ...components];
}

const placeholders: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  id: { description: 'Id of the record', schema: { type: 'integer', minimum: 1 } },
  record: { description: 'Id or slug of the record', schema: { type: 'string', minLength: 1 } },
  slug: { description: 'Slug of the record, in any language', schema: { type: 'string', minLength: 1 } },
  language: { description: 'Language of the translation', schema: languageValues },
  external_id: { description: 'External id of the record', schema: { type: 'string', minLength: 1, maxLength: 255 } },
  revision: {
    description: 'Id of the revision; 0 for the state before the oldest',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  uuid: { description: 'Identifier of the application password', schema: { type: 'string', minLength: 1 } },
};

export const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const placeholder = placeholders[name as string] as (typeof placeholders)[string];
    return { name, in: 'path', required: true, ...placeholder };
  });

function queryParameter([name, field]: [string, Field<unknown>]): unknown {
  const { description, deprecated, ...schema } = field.schema;
  const isList = schema['type'] === 'array';
  return {
    name,
    in: 'query',
    ...(field.required ? { required: true } : {}),
    description,
    ...(deprecated ? { deprecated } : {}),
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
  };
}
