// Slow-down after repeated failures for one account and address. Kept in the database, so that every process knows.
import { ApiError } from '../../core/api-error.ts';
import type { Reader, Store } from '../../store/store.ts';

const windowSeconds = 300;
const allowedFailures = 10;

interface Attempt {
  account: string;
  address: string;
  now: number;
}

/** Throws `too_many_attempts` while the account is blocked for this address. */
export async function assertMayTry(db: Reader, { account, address, now }: Attempt): Promise<void> {
  const row = await db
    .selectFrom('login_failures')
    .select(['failures', 'first_at'])
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst();
  if (!row || row.failures < allowedFailures) return;
  const seconds = row.first_at + windowSeconds - now;
  if (seconds <= 0) return;
  throw new ApiError('too_many_attempts', { args: { seconds }, headers: { 'retry-after': String(seconds) } });
}

export const countFailure = (store: Store, { account, address, now }: Attempt): Promise<void> =>
  store.write(async (db) => {
    await db
      .deleteFrom('login_failures')
      .where('first_at', '<=', now - windowSeconds)
      .execute();
    await db
      .insertInto('login_failures')
      .values({ account, address, failures: 1, first_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'address'])
          .doUpdateSet((eb) => ({ failures: eb('login_failures.failures', '+', 1) })),
      )
      .execute();
  });

/** A success resets the count. */
export async function forgetFailures(store: Store, { account, address }: Attempt): Promise<void> {
  const any = await store.reader
    .selectFrom('login_failures')
    .select('failures')
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst();
  if (!any) return;
  await store.write(async (db) => {
    await db.deleteFrom('login_failures').where('account', '=', account).where('address', '=', address).execute();
  });
}
