// Several writes in one transaction.
import { setImmediate } from 'node:timers/promises';
import { ApiError, forbidden, invalidParam } from '../../core/api-error.ts';
import { isAnonymous } from '../../core/roles.ts';
import { assertPreconditions, hasPreconditions } from '../../http/conditional/preconditions.ts';
import type { ErrorReply } from '../../http/error-body.ts';
import { decodeParams } from '../../http/legacy.ts';
import { replyInBatch } from '../../http/openapi/errors.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { fromJson, parseQuery } from '../../http/params/raw.ts';
import { getParams } from '../../http/params/read.ts';
import { withoutSlashesAtEnd } from '../../http/request/api-url.ts';
import { fieldNames } from '../../http/response/outgoing.ts';
import { selectFields } from '../../http/response/select-fields.ts';
import { createSizeTotal, sizeOf } from '../../http/response/size-limit.ts';
import { createRouter, type Match, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { done, refused } from '../records/replies.ts';
import { replyInTransaction } from '../records/write/reply.ts';
import { resolvePath, resolveValue, UnresolvedReference } from './references.ts';
import { type BatchRequest, batchFields } from './schemas.ts';

const batchSchema = named('Batch', strictObject({ responses: listOf(replyInBatch) }));

interface BatchOptions {
  store: Store;
  all: () => readonly Route[];
  /** Slow and memoized: called for all passwords before the transaction, which blocks other writes. */
  hashPassword: (password: string) => Promise<string>;
}

export function batchRoute({ store, all, hashPassword }: BatchOptions): Route {
  let router: ((path: string) => Match | undefined) | undefined;
  return {
    method: 'POST',
    path: '/batch',
    operationId: 'runBatch',
    summary: 'Run up to 100 writes in one transaction',
    tag: 'Site',
    params: batchFields,
    images: true,
    allowed: (caller) => !isAnonymous(caller),
    replies: [done(batchSchema, 'All writes succeeded'), ...refused('batch-failed')],
    async handle(context) {
      const values = getParams(batchFields, context);
      router ??= createRouter(all());
      const passwords = (values.requests ?? []).map(({ body }) => body['password']);
      for (const password of passwords)
        if (typeof password === 'string' && password !== '') await hashPassword(password);
      const find = router;
      return replyInTransaction(store, context, async () => {
        const responses = await runBatch(store, find, values.requests ?? [], context);
        return { status: 200, body: { responses } };
      });
    },
  };
}

type Router = (path: string) => Match | undefined;

/** Rolls the transaction back because one of its requests failed. */
class Failure extends Error {
  readonly index: number;
  /** In the language of the failed request. */
  readonly reply: ErrorReply;
  constructor(index: number, reason: ApiError, { presentError }: RequestContext) {
    super(reason.code);
    this.index = index;
    this.reply = presentError(reason);
  }
}

/** If a request fails, rolls everything back and throws `batch-failed` with the outcome of each request. */
async function runBatch(
  store: Store,
  router: Router,
  requests: readonly BatchRequest[],
  context: RequestContext,
): Promise<Required<Pick<Reply, 'status' | 'headers' | 'body'>>[]> {
  try {
    return await store.inTransaction(async () => {
      const responses = [];
      const earlier: unknown[] = [];
      const addSize = createSizeTotal();
      for (const [index, request] of requests.entries()) {
        // Lets other requests run in between.
        if (index > 0) await setImmediate();
        const { status, headers = {}, body, selected } = await runOne(router, request, index, earlier, context);
        addSize(sizeOf(selected));
        earlier.push(body);
        responses.push({ status, headers, body: selected });
      }
      return responses;
    });
  } catch (error) {
    if (error instanceof Failure) throw batchFailed(error, requests.length, context);
    throw error;
  }
}

async function runOne(
  router: Router,
  request: BatchRequest,
  index: number,
  earlier: readonly unknown[],
  context: RequestContext,
): Promise<Reply & { selected: unknown }> {
  let inner = context;
  try {
    const [path = '', ...query] = resolvePath(request.path, earlier).split('?');
    const body = resolveValue(request.body, earlier);
    const sent = new Map([...parseQuery(query.join('?')), ...fromJson(body)]);
    const params = context.links.isAlias ? decodeParams(sent, context.links) : sent;
    inner = { ...context.withLanguage(params), params };
    const reply = await operate(router, path, request, inner);
    const fields = fieldNames(params.get('_fields'));
    return { ...reply, selected: fields ? selectFields(reply.body, fields) : reply.body };
  } catch (error) {
    if (error instanceof UnresolvedReference) throw invalidParam('requests', 'reference_unresolved', { index });
    throw error instanceof ApiError ? new Failure(index, error, inner) : error;
  }
}

async function operate(
  router: Router,
  path: string,
  { method, headers }: BatchRequest,
  context: RequestContext,
): Promise<Reply> {
  const match = router(withoutSlashesAtEnd(path));
  const route = match?.routes.find((candidate) => candidate.method === method);
  if (!match || !route || route.isSecret) throw new ApiError('rest_no_route');
  if (!route.allowed(context.caller)) throw forbidden(context.caller, route.allowed);
  const inner: RequestContext = {
    ...context,
    path: match.path,
    upload: undefined,
    preconditions: hasPreconditions(headers) ? (current) => assertPreconditions(headers, current) : undefined,
  };
  delete inner.storeReply;
  return route.handle(inner);
}

/** The failed request has its own error; the others were rolled back or not attempted. */
function batchFailed({ index, reply }: Failure, count: number, { presentError }: RequestContext): ApiError {
  const responses = Array.from({ length: count }, (_, position) => {
    const { status, headers, body } = position === index ? reply : presentError(new ApiError('batch-rolled-back'));
    return { status, headers, body };
  });
  return new ApiError('batch-failed', { args: { index }, data: { responses } });
}
