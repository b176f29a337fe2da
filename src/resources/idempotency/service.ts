import { ApiError } from '../../core/api-error.ts';
import type { Claim, Idempotency } from '../../http/idempotency.ts';
import type { IdempotencyKeysTable } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { deleteClaim, deleteKeysUntil, findKey, type KeyOf, keepReply, putClaim } from './repository.ts';

const keptSeconds = 86_400;
/** A claim that is older was left by a process that died, or by a request that will find that it lost the key. */
const claimSeconds = 60;

/**
 * First replies by account and key. A key is claimed in a transaction of its own before the operation, so that a second
 * request is refused meanwhile, in whichever process. The reply is kept in the operation's own transaction, and only
 * while the claim still stands: a claim without reply has had no effect and never will have one once another request
 * has taken it over, so an old one may be taken over safely.
 */
export function createIdempotency(store: Store): Idempotency {
  return {
    begin: (request, now) =>
      store.write(async (db) => {
        await deleteKeysUntil(db, now - keptSeconds);
        const found = await findKey(db, request);
        const isAbandoned = found?.status === null && found.created_at <= now - claimSeconds;
        if (found && !isAbandoned) {
          if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency-key-mismatch');
          if (found.status === null) throw new ApiError('idempotency-key-in-use');
          return { reply: toReply(found, found.status) };
        }
        await putClaim(db, request, request.fingerprint, now);
        return { claim: claimOf(store, request, now) };
      }),
  };
}

const toReply = ({ headers, body }: IdempotencyKeysTable, status: number) => ({
  status,
  headers: JSON.parse(headers as string) as Record<string, string>,
  body: JSON.parse((body as Buffer).toString()) as unknown,
});

const claimOf = (store: Store, key: KeyOf, claimedAt: number): Claim => ({
  keep({ status, headers = {}, body }) {
    const kept = { status, headers: JSON.stringify(headers), body: Buffer.from(JSON.stringify(body)) };
    return store.write((db) => keepReply(db, key, claimedAt, kept));
  },
  release: () => store.write((db) => deleteClaim(db, key, claimedAt)),
});
