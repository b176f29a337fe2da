import type { ErrorCode } from '../../core/api-error.ts';
import { deprecationsOf } from '../deprecation.ts';
import type { JsonSchema } from '../params/field.ts';
import type { ReplyDocs, Route } from '../route.ts';
import { errorsOf, errorWith } from './errors.ts';
import { errorHeaders, headersOf } from './headers.ts';
import { statusTexts } from './statuses.ts';

type Place = (schema: JsonSchema) => JsonSchema;

/** Errors that are the same for nearly all routes: one component each. */
const shared: Readonly<Record<number, string>> = {
  413: 'RequestTooLarge',
  414: 'AddressTooLong',
  429: 'TooManyAttempts',
  500: 'ServerError',
};

/** The replies of an operation, by status. */
export function responsesOf(route: Route, place: Place): Record<string, unknown> {
  const successes = route.replies.filter(({ codes }) => codes === undefined);
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
  route.replies.some((reply) => reply.status === status && reply.codes !== undefined);

/** A 304 has the headers of the 200 that it replaces. */
const notModified = (route: Route, whole: ReplyDocs | undefined) => ({
  description: statusTexts[304],
  headers: headersOf({ description: '', ...whole, status: 304 }, route),
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
