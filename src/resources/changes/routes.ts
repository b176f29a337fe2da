import { formatUtc } from '../../core/dates/civil.ts';
import { changeKinds } from '../../core/kinds.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { describe, type JsonSchema, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { readParams } from '../../http/params/read.ts';
import { integer, text } from '../../http/params/scalars.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { done, refused } from '../records/replies.ts';
import { booleanSchema, externalIdSchema, idSchema, textSchema, timeSchema } from '../records/reply-schemas.ts';
import { listChanges } from './service.ts';
import type { Tokens } from './token.ts';
import type { Change } from './types.ts';

const defaultPerPage = 100;

export const changesFields = {
  since: unsetWhenEmpty(
    describe(
      text({ max: 1000 }),
      '`next_token` of an earlier response, valid for at least 30 days. Without it, the list is empty, and the response has a token for changes from now on',
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

const changesSchema: JsonSchema = named(
  'Changes',
  strictObject({
    changes: listOf(change),
    next_token: textSchema('Value of `since` for the next request'),
    has_more: booleanSchema('Whether more changes are available; even then a page may have fewer than `per_page`'),
  }),
);

export interface ChangeRoutesOptions {
  store: Store;
  maxPerPage: number;
  tokens: Tokens;
}

export const changeRoutes = (options: ChangeRoutesOptions): Route[] => [
  {
    method: 'GET',
    path: '/changes',
    operationId: 'listChanges',
    summary: 'List records that were created, updated or removed since a token was issued',
    tag: 'Change',
    params: changesFields,
    allowed: anyone,
    replies: [done(changesSchema), ...refused('changes-token-expired')],
    handle: (context) => list(context, options),
  },
];

async function list(context: RequestContext, { store, maxPerPage, tokens }: ChangeRoutesOptions): Promise<Reply> {
  const { values, problems } = readParams(changesFields, context.params, context);
  const from = values.since === undefined ? undefined : tokens.open(values.since);
  if (values.since !== undefined && !from) problems.add('since', 'token_expected');
  problems.throwIfAny();
  // A token contains the time of the request.
  context.uncacheable();
  const perPage = Math.min(values.per_page ?? defaultPerPage, maxPerPage);
  const query = { from, kinds: values.types ?? changeKinds, perPage };
  const { changes, next, hasMore } = await listChanges(store.reader, query, context);
  return {
    status: 200,
    body: { changes: changes.map(present), next_token: tokens.seal(next), has_more: hasMore },
  };
}

const present = ({ kind, id, externalId, change, at }: Change) => ({
  type: kind,
  id,
  ...(externalId === null ? {} : { external_id: externalId }),
  change,
  modified_utc: formatUtc(at),
});
