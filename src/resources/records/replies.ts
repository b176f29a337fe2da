// What routes and the OpenAPI document say about kinds of records and replies.
import { type ErrorCode, statusOf } from '../../core/api-error.ts';
import { type LoggedKind, plurals } from '../../core/kinds.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import type { ReplyDocs } from '../../http/route.ts';

/** The path is that of the list; the noun is used in names of operations and schemas, `aRecord` in sentences. */
export function namesOf(kind: LoggedKind) {
  const plural = plurals[kind];
  const noun = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (kind === 'media') return { path: `/${plural}`, noun, aRecord: 'an image', plural: 'images' };
  return { path: `/${plural}`, noun, aRecord: `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`, plural };
}

export const done = (schema: JsonSchema, description = 'Success'): ReplyDocs => ({ status: 200, description, schema });

export const listed = (schema: JsonSchema): ReplyDocs => ({
  status: 200,
  description: 'A page of the list',
  schema,
  list: true,
});

export const created = (schema: JsonSchema): ReplyDocs => ({ status: 201, description: 'The new record', schema });

/** Errors that are specific to the route. */
export const refused = (...codes: ErrorCode[]): ReplyDocs[] => codes.map((code) => ({ status: statusOf(code), code }));
