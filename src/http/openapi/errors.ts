// The errors of an operation: those of its route, and those that the pipeline can answer every request with.
import { type ErrorCode, statusOf } from '../../core/api-error.ts';
import { anonymous } from '../../core/roles.ts';
import type { JsonSchema } from '../params/field.ts';
import type { Route } from '../route.ts';
import { hasBody, hasKey, isRecordWrite } from './parameters.ts';
import { emptyList, listOf, named, strictObject, when } from './schema.ts';

const text: JsonSchema = { type: 'string' };
const textByName: JsonSchema = { type: 'object', additionalProperties: text };

const wrongType = strictObject({
  code: { const: 'rest_invalid_type' },
  message: text,
  data: strictObject({ param: text }),
});

/** The reply to one request of a batch. */
export const replyInBatch = strictObject({
  status: { type: 'integer' },
  headers: { type: 'object', additionalProperties: text },
  body: { description: 'Body of the response to this request' },
});

/** Members of `data` that only some errors have. */
const details = {
  params: {
    description: 'Names of missing parameters, or a message for each invalid parameter',
    oneOf: [{ type: 'array', items: text, minItems: 1 }, textByName],
  },
  details: {
    description: 'Parameters of the wrong type, by name; an empty list if there are none',
    oneOf: [emptyList, { type: 'object', additionalProperties: wrongType }],
  },
  json_error_code: { type: 'integer', description: 'With `rest_invalid_json`' },
  json_error_message: { ...text, description: 'With `rest_invalid_json`: what is wrong and where' },
  etag: { ...text, description: 'With `rest_precondition_failed`: the current ETag of the record' },
  scope: { ...text, description: 'With `rest_forbidden`: the scope that the application password lacks' },
  term_id: { type: 'integer', description: 'With `term_exists`: id of the existing term' },
  id: {
    type: 'integer',
    description: 'With `external-id-exists`: id of the record that has it, if the caller may read that record',
  },
  records: {
    description: 'With `rest-media-in-use`: records that use the image and that the caller may read',
    type: 'array',
    items: strictObject({ type: { type: 'string', enum: ['event', 'venue', 'organizer'] }, id: { type: 'integer' } }),
  },
  responses: {
    ...listOf(replyInBatch),
    description: 'With `batch-failed`: the response to each request, including the error of the one that failed',
  },
};

const data = strictObject(
  {
    status: { type: 'integer', description: 'HTTP status', minimum: 400, maximum: 599 },
    request_id: { ...text, description: "Id of the request in the server's log" },
    ...details,
  },
  Object.keys(details),
);

const errorSchema: JsonSchema = named('Error', {
  ...strictObject({
    code: { ...text, description: 'Error code, for programs' },
    message: { ...text, description: 'Error message for people, in the language of the request' },
    data,
  }),
  description: 'Body of every response with a status of 400 or above',
});

/** The error with one status and one of these codes. */
export const errorWith = (status: number, codes: readonly ErrorCode[]): JsonSchema => ({
  allOf: [
    errorSchema,
    {
      type: 'object',
      required: ['code', 'data'],
      properties: {
        code: { type: 'string', enum: codes },
        data: { type: 'object', required: ['status'], properties: { status: { const: status } } },
      },
    },
  ],
});

/** Needs no credentials. */
export const isOpen = (route: Route): boolean => route.allowed(anonymous);

/** The codes of every status from 400 on that the route can answer with, by status. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const found = new Map<number, Set<ErrorCode>>();
  const add = (status: number, code: ErrorCode) => found.set(status, (found.get(status) ?? new Set()).add(code));
  for (const code of commonErrors(route)) add(statusOf(code), code);
  if (!isOpen(route)) for (const status of [401, 403]) add(status, 'rest_forbidden');
  for (const { status, code } of route.replies) if (code) add(status, code);
  return new Map([...found].sort(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes]]));
}

function commonErrors(route: Route): ErrorCode[] {
  const isRequired = Object.values(route.params).some((field) => field.required);
  // A POST may ask for another method, which the path may not have; `{id}` is digits or matches no route.
  const mayBeNoRoute = route.method === 'POST' || route.path.includes('{id}');
  return [
    'rest_invalid_param',
    'rest_bad_request',
    'rest_response_too_large',
    ...when(isRequired, 'rest_missing_callback_param'),
    ...when(hasBody(route), 'rest_invalid_json'),
    'incorrect_password',
    'invalid_username',
    'invalid_email',
    'invalid_token',
    ...when(mayBeNoRoute, 'rest_no_route'),
    ...when(route.method !== 'GET', 'rest_request_too_large'),
    'rest_uri_too_long',
    ...when(isRecordWrite(route), 'rest_precondition_failed'),
    ...when(hasKey(route), 'idempotency-key-invalid', 'idempotency-key-in-use', 'idempotency-key-mismatch'),
    'too_many_attempts',
    'too_many_requests',
    // Images may be in remote storage.
    ...when(route.upload !== undefined || route.images === true, 'service_unavailable'),
    'internal_server_error',
  ];
}
