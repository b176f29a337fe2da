// Describes the replies of routes for the OpenAPI document.
import { type ErrorCode, statusOf } from '../../core/api-error.ts';
import { statusTexts } from '../../http/openapi/replies.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import type { ReplyDocs } from '../../http/route.ts';

export const done = (schema: JsonSchema, description = 'Done'): ReplyDocs => ({ status: 200, description, schema });

export const listed = (schema: JsonSchema): ReplyDocs => ({
  status: 200,
  description: 'A page of the list',
  schema,
  list: true,
});

export const created = (schema: JsonSchema): ReplyDocs => ({ status: 201, description: 'The new record', schema });

/** Errors that are specific to the route. */
export const refused = (...codes: ErrorCode[]): ReplyDocs[] =>
  [...Map.groupBy(codes, statusOf)].map(([status, group]) => ({
    status,
    description: statusTexts[status] ?? 'Refused',
    codes: group,
  }));
