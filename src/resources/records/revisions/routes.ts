// Routes to read and restore revisions, for callers who may edit the record.
import type { ErrorCode } from '../../../core/api-error.ts';
import type { LoggedKind } from '../../../core/kinds.ts';
import type { Caller } from '../../../core/roles.ts';
import type { Fields, JsonSchema } from '../../../http/params/field.ts';
import { fromJson } from '../../../http/params/raw.ts';
import type { Reply, RequestContext, Route } from '../../../http/route.ts';
import type { Store } from '../../../store/store.ts';
import { done, namesOf, refused } from '../replies.ts';
import {
  compare,
  presentComparison,
  presentRevision,
  restorationsOf,
  revisionSchema,
  revisionsOf,
  revisionsSchema,
  withoutDeletedParent,
  withoutHidden,
} from './service.ts';

interface RevisionRoutesOptions {
  store: Store;
  kind: LoggedKind;
  allowed(caller: Caller): boolean;
  fields: Fields;
  reply: JsonSchema;
  /** Throws 404 or 403. */
  assertMayEdit(context: RequestContext): Promise<void>;
  change(context: RequestContext): Promise<Reply>;
}

export function revisionRoutes(options: RevisionRoutesOptions): Route[] {
  const { store, kind, allowed } = options;
  const { path: collection, noun, aRecord } = namesOf(kind);
  const path = `${collection}/{id}/revisions`;
  const errors: ErrorCode[] = [`rest-${kind}-not-found`];
  const shared = { tag: noun, allowed, params: {} };
  const revisions = async (context: RequestContext) => {
    await options.assertMayEdit(context);
    context.uncacheable();
    return withoutHidden(store.reader, await revisionsOf(store.reader, kind, context.path.id as number), context);
  };
  const compared = async (context: RequestContext) =>
    compare(await revisions(context), context.path.revision as string);
  return [
    {
      ...shared,
      method: 'GET',
      path,
      operationId: `list${noun}Revisions`,
      summary: `List the revisions of ${aRecord}, newest first`,
      replies: [done(revisionsSchema), ...refused(...errors)],
      handle: async (context) => ({
        status: 200,
        body: { revisions: (await revisions(context)).map(presentRevision) },
      }),
    },
    {
      ...shared,
      method: 'GET',
      path: `${path}/{revision}`,
      operationId: `get${noun}Revision`,
      summary: `Read a revision of ${aRecord}, and how the current version differs`,
      replies: [done(revisionSchema), ...refused(...errors, 'rest-revision-not-found')],
      handle: async (context) => ({ status: 200, body: presentComparison(await compared(context)) }),
    },
    {
      ...shared,
      method: 'POST',
      path: `${path}/{revision}/restore`,
      operationId: `restore${noun}Revision`,
      summary: `Restore the content of ${aRecord} from a revision; status, author, slug and password stay the same`,
      bodyName: `${noun}Restore`,
      replies: [done(options.reply), ...refused(...errors, 'rest-revision-not-found')],
      handle: (context) => store.inTransaction(async () => restore(context, await compared(context), options)),
    },
  ];
}

/** All updates or none. Preconditions are checked before the first update; the reply is that of the last. */
async function restore(
  context: RequestContext,
  { differences }: ReturnType<typeof compare>,
  { store, kind, fields, change }: RevisionRoutesOptions,
): Promise<Reply> {
  const restored = await withoutDeletedParent(store.reader, kind, differences);
  const updates = restorationsOf(restored, (name) => name in fields);
  let reply: Reply | undefined;
  for (const [at, { language, values }] of updates.entries()) {
    const params = fromJson({ ...values, ...(language ? { i18n_language: language } : {}) });
    const inner = { ...context.withLanguage(params), params };
    if (at > 0) delete inner.preconditions;
    if (at < updates.length - 1) delete inner.storeReply;
    reply = await change(inner);
  }
  return reply as Reply;
}
