import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../core/api-error.ts';
import { isAhead } from '../../core/clock-skew.ts';
import type { Claim, Idempotency } from '../../http/idempotency.ts';
import type { IdempotencyKeysTable } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { StoreUnavailable } from '../../store/unavailable.ts';

const retentionSeconds = 86_400;
/** An older claim was left by a crashed process, or by a request whose transaction will fail because the key was claimed again. */
const claimSeconds = 60;
const pauseMs = 500;

/**
 * Stores the first response by account and key. A key is claimed in its own transaction before the operation, so that a
 * concurrent request with the same key is refused in every process. The response is stored in the operation's transaction, which
 * fails if the claim is gone: a stale claim can therefore be replaced safely. A claim made during a database failure is released
 * once the database is back, so that the client can retry at once.
 */
export function createIdempotency(store: Store): Idempotency {
  return {
    begin: (request, now) => {
      const claim = claimOf(store, request, now);
      const begun = store.write(async (db) => {
        await deleteExpiredKeys(db, now - retentionSeconds);
        const found = await findKey(db, request);
        const isExpired = found && found.created_at <= now - retentionSeconds;
        const isAbandoned = found?.status === null && isOver(found.created_at, now);
        if (found && !isExpired && !isAbandoned) {
          if (found.fingerprint !== request.fingerprint) throw new ApiError('idempotency-key-mismatch');
          if (found.status === null) throw inUse(found.created_at, now);
          return { reply: toReply(found, found.status) };
        }
        await putClaim(db, request, request.fingerprint, now);
        return { claim };
      });
      return begun.catch((error: unknown) => {
        // If the connection broke, the key may have been claimed although no answer arrived.
        if (error instanceof StoreUnavailable && error.cause === undefined) throw error;
        return afterFailure(error, () => releaseClaim(store, request, now));
      });
    },
  };
}

/** A claim that a crash left behind expires by then. */
const inUse = (claimedAt: number, now: number): ApiError =>
  new ApiError('idempotency-key-in-use', {
    headers: { 'retry-after': String(Math.max(1, claimedAt + claimSeconds - now)) },
  });

const isOver = (claimedAt: number, now: number): boolean => claimedAt <= now - claimSeconds || isAhead(claimedAt, now);

const toReply = ({ headers, body }: IdempotencyKeysTable, status: number) => ({
  status,
  headers: headers === null ? {} : JSON.parse(headers),
  body: JSON.parse((body as Buffer).toString()) as unknown,
});

const claimOf = (store: Store, key: KeyOf, claimedAt: number): Claim => ({
  store({ status, headers = {}, body }) {
    const response = { status, headers: JSON.stringify(headers), body: Buffer.from(JSON.stringify(body)) };
    return store.write((db) => storeResponse(db, key, claimedAt, response));
  },
  release() {
    const release = () => releaseClaim(store, key, claimedAt);
    return release().catch((error: unknown) => afterFailure(error, release));
  },
});

const releaseClaim = (store: Store, key: KeyOf, claimedAt: number): Promise<void> =>
  store.write((db) => deleteClaim(db, key, claimedAt));

/** Rethrows the error. If the database is unavailable, keeps trying to release the claim in the background until it expires. */
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

type KeyOf = Pick<IdempotencyKeysTable, 'account' | 'key'>;

async function findKey(db: Reader, { account, key }: KeyOf): Promise<IdempotencyKeysTable | undefined> {
  const keys = db.selectFrom('idempotency_keys').selectAll();
  return keys.where((eb) => eb.and({ account, key })).executeTakeFirst();
}

/** Claims the key, replacing any earlier claim. */
async function putClaim(db: Writer, { account, key }: KeyOf, fingerprint: string, now: number): Promise<void> {
  const claim = { fingerprint, status: null, headers: null, body: null, created_at: now };
  await db
    .insertInto('idempotency_keys')
    .values({ account, key, ...claim })
    .onConflict((conflict) => conflict.columns(['account', 'key']).doUpdateSet(claim))
    .execute();
}

/** Returns false if the claim made at `claimedAt` no longer exists. */
async function storeResponse(
  db: Writer,
  { account, key }: KeyOf,
  claimedAt: number,
  response: Pick<IdempotencyKeysTable, 'status' | 'headers' | 'body'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set(response)
    .where((eb) => eb.and({ account, key, created_at: claimedAt, status: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function deleteClaim(db: Writer, { account, key }: KeyOf, claimedAt: number): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.and({ account, key, created_at: claimedAt, status: null }))
    .execute();
}

/** More than one, to keep up with new claims; bounded, so that no request waits for a large deletion. */
const deleteBatch = 50;

async function deleteExpiredKeys(db: Writer, expiredAt: number): Promise<void> {
  const expired = db.selectFrom('idempotency_keys').select(['account', 'key']).where('created_at', '<=', expiredAt);
  const oldest = expired.orderBy('created_at').limit(deleteBatch).$asTuple('account', 'key');
  await db
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple }) => eb(refTuple('account', 'key'), 'in', oldest))
    .execute();
}
