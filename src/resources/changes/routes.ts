import { formatUtc } from '../../core/dates/civil.ts';
import { changeKinds } from '../../core/kinds.ts';
import { readParams } from '../../http/params/read.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { done, refused } from '../records/replies.ts';
import { changesFields, changesSchema, defaultPerPage } from './schemas.ts';
import { listChanges } from './service.ts';
import type { Tokens } from './token.ts';
import type { Change } from './types.ts';

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
