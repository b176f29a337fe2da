import type { ErrorCode } from '../../core/api-error.ts';
import { deprecationsOf } from '../deprecation.ts';
import type { ReplyDocs, Route } from '../route.ts';
import { errorsOf, errorWith } from './errors.ts';
import { errorHeaders, headersOf } from './headers.ts';
import type { Place } from './schema.ts';

/** Errors that are the same for nearly all routes: one component each. */
const shared: Readonly<Record<number, string>> = {
  413: 'RequestTooLarge',
  414: 'AddressTooLong',
  429: 'TooManyAttempts',
  500: 'ServerError',
};

/** The replies of an operation, by status. */
export function responsesOf(route: Route, place: Place): Record<string, unknown> {
  const successes = route.replies.filter(({ code }) => code === undefined);
  const errors = [...errorsOf(route)].map(([status, codes]) => {
    const name = isDocumentedBy(route, status) ? undefined : shared[status];
    return [status, name ? { $ref: `#/components/responses/${name}` } : errorResponse(status, codes, place, route)];
  });
  const documented = successes.map((reply) => [reply.status, success(reply, route, place)]);
  return Object.fromEntries([
    ...documented,
    ...(route.method === 'GET' ? [[304, notModified(route, successes[0])]] : []),
    ...errors,
  ]);
}

/** `components.responses`: the errors that these routes share. */
export function sharedResponses(routes: readonly Route[], place: Place): Record<string, unknown> {
  const errors = new Map(
    routes.flatMap((route) => [...errorsOf(route)].filter(([status]) => !isDocumentedBy(route, status))),
  );
  return Object.fromEntries(
    Object.entries(shared)
      .map(([status, name]) => ({ name, status: Number(status), codes: errors.get(Number(status)) }))
      .flatMap(({ name, status, codes }) => (codes ? [[name, errorResponse(status, codes, place)]] : [])),
  );
}

/** Whether the route documents the error itself. */
const isDocumentedBy = (route: Route, status: number): boolean =>
  deprecationsOf(route).length > 0 ||
  route.replies.some((reply) => reply.status === status && reply.code !== undefined);

/** A 304 has the headers of the 200 that it replaces. */
const notModified = (route: Route, whole: ReplyDocs | undefined) => ({
  description: statusTexts[304],
  headers: headersOf({ ...whole, status: 304 }, route),
});

const success = (reply: ReplyDocs, route: Route, place: Place) => ({
  description: reply.description,
  headers: headersOf(reply, route),
  content: { [reply.mediaType ?? 'application/json']: { schema: place(reply.schema ?? {}) } },
});

const errorResponse = (status: number, codes: readonly ErrorCode[], place: Place, route?: Route) => ({
  description: statusTexts[status] ?? 'Refused',
  headers: errorHeaders(status, route),
  content: { 'application/json': { schema: place(errorWith(status, codes)) } },
});

/** Meanings of statuses, for the documentation. */
const statusTexts: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  304: 'Not modified: the caller already has the current version',
  400: 'Missing or invalid parameters, or a malformed request',
  401: 'Not authenticated, or the credentials are invalid',
  403: 'The caller is not allowed to do this',
  404: 'The record or page does not exist',
  409: 'The request conflicts with stored data',
  410: 'The record is already in the trash',
  412: 'A precondition failed: the record is not in the expected state',
  413: 'The body exceeds the size limit',
  414: 'The URL exceeds the length limit',
  422: 'The Idempotency-Key was used for a different request',
  415: 'The file is not an image of a supported type',
  429: 'Too many failed sign-ins, or too many requests',
  500: 'Internal error',
  503: 'The service is temporarily unavailable',
};
