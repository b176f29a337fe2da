import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../core/api-error.ts';
import { isAhead } from '../../core/clock-skew.ts';
import type { Claim, Idempotency } from '../../http/idempotency.ts';
import type { IdempotencyKeysTable } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { StoreUnavailable } from '../../store/unavailable.ts';
import { deleteClaim, deleteSomeKeysUntil, findKey, type KeyOf, keepReply, putClaim } from './repository.ts';

const retentionSeconds = 86_400;
/** A claim that is older was left by a process that died, or by a request that will find that it lost the key. */
const claimSeconds = 60;
const pauseMs = 500;

/**
 * First replies by account and key. A key is claimed in a transaction of its own before the operation, so that a second
 * request is refused meanwhile, in whichever process. The reply is kept in the operation's own transaction, and only
 * while the claim still stands: a claim without reply has had no effect and never will have one once another request
 * has taken it over, so an old one may be taken over safely. One that the database took with it into a failure is given
 * back as soon as it can be, so that whoever repeats his request need not wait for that.
 */
export function createIdempotency(store: Store): Idempotency {
  return {
    begin: (request, now) => {
      const claim = claimOf(store, request, now);
      const begun = store.write(async (db) => {
        await deleteSomeKeysUntil(db, now - retentionSeconds);
        const found = await findKey(db, request, now - retentionSeconds);
        const isAbandoned = found?.status === null && isOver(found.created_at, now);
        if (found && !isAbandoned) {
          if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency-key-mismatch');
          if (found.status === null) throw inUse(found.created_at, now);
          return { reply: toReply(found, found.status) };
        }
        await putClaim(db, request, request.fingerprint, now);
        return { claim };
      });
      return begun.catch((error: unknown) => {
        // Where something broke it may have been claimed, and only the answer was lost.
        if (error instanceof StoreUnavailable && error.cause === undefined) throw error;
        return afterFailure(error, () => giveBack(store, request, now));
      });
    },
  };
}

/** At the latest a claim that a crash left behind is over then. */
const inUse = (claimedAt: number, now: number): ApiError =>
  new ApiError('idempotency-key-in-use', {
    headers: { 'retry-after': String(Math.max(1, claimedAt + claimSeconds - now)) },
  });

const isOver = (claimedAt: number, now: number): boolean => claimedAt <= now - claimSeconds || isAhead(claimedAt, now);

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
  release() {
    const release = () => giveBack(store, key, claimedAt);
    return release().catch((error: unknown) => afterFailure(error, release));
  },
});

const giveBack = (store: Store, key: KeyOf, claimedAt: number): Promise<void> =>
  store.write((db) => deleteClaim(db, key, claimedAt));

/** Tries to give a claim back while the database is away, as long as the claim lasts; throws the error at once. */
function afterFailure(error: unknown, release: () => Promise<void>): never {
  if (error instanceof StoreUnavailable) void releaseLater(release);
  throw error;
}

async function releaseLater(release: () => Promise<void>): Promise<void> {
  for (let waitedMs = 0; waitedMs < claimSeconds * 1000; waitedMs += pauseMs) {
    await sleep(pauseMs, undefined, { ref: false });
    const isOver = await release().then(
      () => true,
      (error: unknown) => !(error instanceof StoreUnavailable),
    );
    if (isOver) return;
  }
}
