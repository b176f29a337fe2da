import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { clockTime, externalIdSchema, flag, idSchema, textOf } from '../records/reply-schemas.ts';
import { changeKinds } from './types.ts';

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
      modified_utc: clockTime('Time of the change, in UTC'),
    },
    ['external_id'],
  ),
);

export const changesSchema: JsonSchema = named(
  'Changes',
  strictObject({
    changes: listOf(change),
    next_token: textOf('Value of `since` for the next request'),
    has_more: flag('Whether more changes are available; even then a page may have fewer than `per_page`'),
  }),
);
