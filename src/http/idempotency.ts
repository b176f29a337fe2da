// Idempotency keys: a repeated request gets the first response instead of being executed again (D35).
import { createHash } from 'node:crypto';
import { ApiError } from '../core/api-error.ts';
import { isDryRun } from './params/read.ts';
import type { ApiUrl } from './request/api-url.ts';
import { mediaTypeOf } from './request/body.ts';
import { maxParts } from './request/multipart.ts';
import type { Method, Reply, RequestContext } from './route.ts';

export interface KeyedRequest {
  account: string;
  key: string;
  /** Equal for equal requests only. */
  fingerprint: string;
}

/** A claim on a key until its operation is done or released. */
export interface Claim {
  /**
   * Stores the reply, in the current transaction if there is one: effect and reply are then committed together. Returns
   * false if the claim has been lost to a later request.
   */
  store(reply: Reply): Promise<boolean>;
  /** Frees the key: nothing was done. */
  release(): Promise<void>;
}

export interface Idempotency {
  /** The stored reply, or a claim on the key. Throws 409 while another request holds the claim. */
  begin(request: KeyedRequest, now: number): Promise<{ reply: Reply } | { claim: Claim }>;
}

/** The parts of a request that a repeated key must match. */
export interface Repeatable {
  method: Method;
  /** `/events/{id}` */
  route: string;
  apiUrl: Pick<ApiUrl, 'language' | 'query'>;
  contentType: string | undefined;
  bytes: Buffer;
}

/** Runs `handle` once per key. Throws 400 for an invalid key, 409 and 422 for one that is in use. */
export async function handleOnce(
  key: string | undefined,
  repeatable: Repeatable,
  context: RequestContext,
  idempotency: Idempotency,
  handle: (context: RequestContext) => Promise<Reply>,
): Promise<Reply> {
  if (key === undefined) return handle(context);
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new ApiError('idempotency-key-invalid');
  if (isDryRun(context)) return handle(context);
  const fingerprint = fingerprintOf(repeatable, context);
  const begun = await idempotency.begin({ account: String(context.caller.userId), key, fingerprint }, context.now);
  if ('reply' in begun) {
    return { ...begun.reply, headers: { ...begun.reply.headers, 'idempotency-replayed': 'true' } };
  }
  return handleClaimed(begun.claim, context, handle);
}

/** Only successes are stored; a refused request may be retried with the same key. */
async function handleClaimed(
  claim: Claim,
  context: RequestContext,
  handle: (context: RequestContext) => Promise<Reply>,
): Promise<Reply> {
  let isStored = false;
  const storeReply = async (reply: Reply) => {
    if (!(await claim.store(reply))) throw new ApiError('idempotency-key-in-use', { headers: { 'retry-after': '1' } });
    isStored = true;
  };
  try {
    const reply = await handle({ ...context, storeReply });
    if (reply.status >= 300) await claim.release();
    else if (!isStored) await claim.store(reply);
    return reply;
  } catch (error) {
    // A claim that cannot be released expires; the error of the operation is what matters.
    await claim.release().catch(() => undefined);
    throw error;
  }
}

function fingerprintOf(
  { method, route, apiUrl, contentType, bytes }: Repeatable,
  { path, caller: { scopes } }: RequestContext,
): string {
  const query = apiUrl.query.split('&').filter((pair) => pair !== '' && !/^_wpnonce=/i.test(pair));
  const hash = createHash('sha256').update(
    // An application password with other scopes might not have been allowed to make the request.
    JSON.stringify([method, route, path, apiUrl.language, query, mediaTypeOf(contentType), ...(scopes ?? [])]),
  );
  const boundary = boundaryIn(contentType);
  if (boundary === undefined) hash.update(bytes);
  else for (const part of partsOf(bytes, `--${boundary}`)) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url');
}

const boundaryIn = (contentType = '') => /^multipart\/.*?;\s*boundary="?([^";]+)/i.exec(contentType)?.[1];

/** Clients rebuild a multipart form for each attempt, with another boundary, so only the parts are compared. */
function* partsOf(bytes: Buffer, boundary: string): Generator<Buffer> {
  let from = 0;
  for (let count = 0; count < maxParts; count++) {
    const at = bytes.indexOf(boundary, from, 'latin1');
    if (at < 0) break;
    yield bytes.subarray(from, at);
    from = at + boundary.length;
  }
  yield bytes.subarray(from);
}
