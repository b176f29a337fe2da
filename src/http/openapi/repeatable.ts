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
  IfNoneMatch: header('If-None-Match', 'ETags that the caller has: 304 where one of them is the current one'),
  IfModifiedSince: header(
    'If-Modified-Since',
    'Accepted without effect: no date shows that a record disappeared from a list; use If-None-Match',
  ),
  IfMatch: header('If-Match', 'ETags of the record, or `*`: 412 unless one of them is the current one'),
  IfUnmodifiedSince: header('If-Unmodified-Since', 'A date: 412 if the record has changed since; exact to the second'),
  IfNoRecord: header('If-None-Match', 'With `*` only where there is no such record: 412 otherwise'),
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description: 'Check and answer as if it were done, and keep nothing; may come in the body too',
    schema: { type: 'boolean', default: false },
  },
  Method: {
    name: '_method',
    in: 'query',
    description: 'The method that is meant, for callers who can only POST; wins over X-HTTP-Method-Override',
    schema: { type: 'string', enum: methods },
  },
  MethodOverride: header('X-HTTP-Method-Override', 'The method that is meant, for callers who can only POST', {
    enum: methods,
  }),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Makes the request safe to repeat: within a day the same key is answered with the first reply again',
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
