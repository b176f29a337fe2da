// Documentation of conditional, idempotent and dry-run requests.
import type { ErrorCode } from '../../core/api-error.ts';
import type { Route } from '../route.ts';

const header = (name: string, description: string, schema: object = {}) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
});

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Entries of `components.parameters`. */
export const repeatableParameters = {
  IfNoneMatch: header('If-None-Match', 'ETags that the caller has; 304 if one of them is current'),
  IfModifiedSince: header(
    'If-Modified-Since',
    'Accepted but ignored, because a date cannot show that a record has left a list. Use If-None-Match',
  ),
  IfMatch: header('If-Match', 'ETags of the record, or `*`; 412 unless one of them is current'),
  IfUnmodifiedSince: header('If-Unmodified-Since', 'Date, accurate to the second; 412 if the record has changed since'),
  IfNoRecord: header('If-None-Match', '`*` to create only: 412 if the record exists'),
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description:
      'Validates the request and replies as if it had been carried out, but saves nothing. May also be sent in the body',
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
    'Makes the request safe to repeat: for a day, the same key returns the first reply again',
    { minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  ),
} as const;

type ParameterName = keyof typeof repeatableParameters;

/** Writes the record that the path names. */
const isRecordWrite = (route: Route): boolean => route.method !== 'GET' && route.path.includes('{');

const hasKey = (route: Route): boolean => route.method === 'POST' && !route.isSecret;

export function repeatableParametersOf(route: Route): { $ref: string }[] {
  const names: ParameterName[] = [
    ...(route.method === 'GET' ? (['IfNoneMatch', 'IfModifiedSince'] as const) : []),
    ...(isRecordWrite(route) ? (['IfMatch', 'IfUnmodifiedSince', 'IfNoRecord'] as const) : []),
    ...(route.method === 'GET' ? [] : (['DryRun'] as const)),
    ...(hasKey(route) ? (['IdempotencyKey'] as const) : []),
    ...(route.method === 'POST' ? (['Method', 'MethodOverride'] as const) : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

export const repeatableErrors = (route: Route): ErrorCode[] => [
  ...(isRecordWrite(route) ? (['rest_precondition_failed'] as const) : []),
  ...(hasKey(route)
    ? (['idempotency-key-invalid', 'idempotency-key-in-use', 'idempotency-key-mismatch'] as const)
    : []),
];

/** Headers of successful replies. */
export const repeatableHeaders = (route: Route) => [
  'ETag' as const,
  ...(route.method === 'GET' ? (['Last-Modified'] as const) : []),
  ...(hasKey(route) ? (['Idempotency-Replayed'] as const) : []),
];
