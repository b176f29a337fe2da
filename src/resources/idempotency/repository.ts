import { sql } from 'kysely';
import { unindexed } from '../../store/hints.ts';
import type { IdempotencyKeysTable } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';

export type KeyOf = Pick<IdempotencyKeysTable, 'account' | 'key'>;

/** Ignores keys claimed at or before `expiredAt`, whether deleted yet or not. */
export const findKey = (
  db: Reader,
  { account, key }: KeyOf,
  expiredAt: number,
): Promise<IdempotencyKeysTable | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((eb) => eb.and({ account, key }))
    .where(unindexed(sql`created_at`), '>', expiredAt)
    .executeTakeFirst();

/** Claims the key, replacing any earlier claim. */
export async function putClaim(db: Writer, { account, key }: KeyOf, fingerprint: string, now: number): Promise<void> {
  const claim = { fingerprint, status: null, headers: null, body: null, created_at: now };
  await db
    .insertInto('idempotency_keys')
    .values({ account, key, ...claim })
    .onConflict((conflict) => conflict.columns(['account', 'key']).doUpdateSet(claim))
    .execute();
}

type StoredResponse = Pick<IdempotencyKeysTable, 'status' | 'headers' | 'body'>;

/** Returns false if the claim made at `claimedAt` no longer exists. */
export async function storeResponse(
  db: Writer,
  { account, key }: KeyOf,
  claimedAt: number,
  response: StoredResponse,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set(response)
    .where((eb) => eb.and({ account, key, created_at: claimedAt, status: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteClaim = async (db: Writer, { account, key }: KeyOf, claimedAt: number): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.and({ account, key, created_at: claimedAt, status: null }))
    .execute();
};

/** More than one, to keep up with new claims; bounded, so that no request waits for a large deletion. */
const deleteBatch = 50;

export const deleteExpiredKeys = async (db: Writer, expiredAt: number): Promise<void> => {
  await sql`delete from idempotency_keys where (account, key) in (
    select account, key from idempotency_keys where created_at <= ${expiredAt} order by created_at limit ${deleteBatch})`.execute(
    db,
  );
};
