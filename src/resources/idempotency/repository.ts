import { sql } from 'kysely';
import { unindexed } from '../../store/hints.ts';
import type { IdempotencyKeysTable } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';

export interface KeyOf {
  account: string;
  key: string;
}

/** One that was claimed until that moment is forgotten, deleted or not. */
export const findKey = (
  db: Reader,
  { account, key }: KeyOf,
  forgottenUntil: number,
): Promise<IdempotencyKeysTable | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account', '=', account)
    .where('key', '=', key)
    .where(unindexed(sql`created_at`), '>', forgottenUntil)
    .executeTakeFirst();

/** Claims the key, from whoever had it. */
export async function putClaim(db: Writer, { account, key }: KeyOf, fingerprint: string, now: number): Promise<void> {
  const claim = { fingerprint, status: null, headers: null, body: null, created_at: now };
  await db
    .insertInto('idempotency_keys')
    .values({ account, key, ...claim })
    .onConflict((conflict) => conflict.columns(['account', 'key']).doUpdateSet(claim))
    .execute();
}

type Kept = Pick<IdempotencyKeysTable, 'status' | 'headers' | 'body'>;

/** Answers whether the claim of that moment was still there to be kept. */
export async function keepReply(db: Writer, { account, key }: KeyOf, claimedAt: number, kept: Kept): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set(kept)
    .where('account', '=', account)
    .where('key', '=', key)
    .where('created_at', '=', claimedAt)
    .where('status', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteClaim = async (db: Writer, { account, key }: KeyOf, claimedAt: number): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('created_at', '=', claimedAt)
    .where('status', 'is', null)
    .execute();
};

/** More than one, so that it keeps up with who claims; not all, so that nobody waits for yesterday's hundred thousand. */
const deletedAtOnce = 50;

export const deleteSomeKeysUntil = async (db: Writer, moment: number): Promise<void> => {
  await sql`delete from idempotency_keys where (account, key) in (
    select account, key from idempotency_keys where created_at <= ${moment} order by created_at limit ${deletedAtOnce})`.execute(
    db,
  );
};
