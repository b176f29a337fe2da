import { changeKinds } from '../../core/kinds.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { describe, type JsonSchema, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { integer, text } from '../../http/params/scalars.ts';
import { booleanSchema, externalIdSchema, idSchema, textSchema, timeSchema } from '../records/reply-schemas.ts';

export const defaultPerPage = 100;

export const changesFields = {
  since: unsetWhenEmpty(
    describe(
      text({ max: 1000 }),
      '`next_token` of an earlier reply, valid for at least 30 days. Without it, nothing is listed, and the reply has a token for changes from now on',
    ),
  ),
  per_page: describe(
    integer({ min: 1, default: defaultPerPage }),
    "Changes per page, capped at the calendar's maximum",
  ),
  types: describe(setOf(changeKinds), 'Only changes to these kinds of records'),
};

const change = named(
  'Change',
  strictObject(
    {
      type: { type: 'string', enum: changeKinds },
      id: idSchema,
      external_id: externalIdSchema,
      change: {
        type: 'string',
        enum: ['created', 'updated', 'removed'],
        description: 'What happened to the record as the caller sees it: `removed` includes trashed and made private',
      },
      modified_utc: timeSchema('Time of the change, in UTC'),
    },
    ['external_id'],
  ),
);

export const changesSchema: JsonSchema = named(
  'Changes',
  strictObject({
    changes: listOf(change),
    next_token: textSchema('Value of `since` for the next request'),
    has_more: booleanSchema('Whether more changes are available; even then a page may have fewer than `per_page`'),
  }),
);
