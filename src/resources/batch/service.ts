// Several writes that count only together.
import { ApiError, forbidden, invalidParam } from '../../core/api-error.ts';
import { withoutSlashesAtEnd } from '../../http/address.ts';
import { assertPreconditions, hasPreconditions } from '../../http/conditional/preconditions.ts';
import { parseQuery, type Raw, UnreadableParameter } from '../../http/params/raw.ts';
import type { Match, Reply, RequestContext } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { resolvePath, resolveValue, UnresolvedReference } from './references.ts';
import type { BatchRequest } from './schemas.ts';

type Router = (path: string) => Match | undefined;

/** Ends the transaction with the error of one of its requests. */
class Failure extends Error {
  readonly index: number;
  readonly reason: ApiError;
  constructor(index: number, reason: ApiError) {
    super(reason.code);
    this.index = index;
    this.reason = reason;
  }
}

/** The replies in order. Throws `batch-failed`, with what each request came to, if one fails: then nothing was done. */
export async function runBatch(
  store: Store,
  router: Router,
  requests: readonly BatchRequest[],
  context: RequestContext,
): Promise<Reply[]> {
  try {
    return await store.together(async () => {
      const replies: Reply[] = [];
      for (const [index, request] of requests.entries()) {
        replies.push(
          await runOne(
            router,
            request,
            context,
            replies.map((reply) => reply.body),
          ).catch(failing(index)),
        );
      }
      return replies;
    });
  } catch (error) {
    if (error instanceof Failure) throw batchFailed(error, requests.length, context);
    throw error;
  }
}

const failing =
  (index: number) =>
  (error: unknown): never => {
    if (error instanceof UnresolvedReference) throw invalidParam('requests', 'reference_unresolved', { index });
    throw error instanceof ApiError ? new Failure(index, error) : error;
  };

async function runOne(
  router: Router,
  request: BatchRequest,
  context: RequestContext,
  earlier: readonly unknown[],
): Promise<Reply> {
  const [path = '', query = ''] = resolvePath(request.path, earlier).split('?');
  const body = resolveValue(request.body, earlier) as Record<string, Raw>;
  const match = router(withoutSlashesAtEnd(path));
  const route = match?.routes.find((candidate) => candidate.method === request.method);
  if (!match || !route) throw new ApiError('rest_no_route');
  if (!route.allowed(context.viewer)) throw forbidden(context.viewer);
  const params = new Map([...readQuery(query), ...Object.entries(body)]);
  const conditions = request.headers;
  const inner: RequestContext = {
    ...context.speaking(params),
    params,
    path: match.path,
    upload: undefined,
    preconditions: hasPreconditions(conditions) ? (current) => assertPreconditions(conditions, current) : undefined,
  };
  delete inner.remember;
  return route.handle(inner);
}

function readQuery(query: string) {
  try {
    return parseQuery(query);
  } catch (error) {
    throw error instanceof UnreadableParameter ? invalidParam(error.parameter, error.key) : error;
  }
}

/** The failing request has its own error; the others were taken back, or were not tried. */
function batchFailed({ index, reason }: Failure, count: number, context: RequestContext): ApiError {
  const responses = Array.from({ length: count }, (_, position) => {
    const { status, headers, body } = context.presentError(
      position === index ? reason : new ApiError('batch-rolled-back'),
    );
    return { status, headers, body };
  });
  return new ApiError('batch-failed', { args: { index }, data: { responses } });
}
