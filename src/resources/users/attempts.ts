// Slow-down after repeated failures for one account and address. Kept in the database, so that every process knows.
import { ApiError } from '../../core/api-error.ts';
import { isAhead, maxClockSkew } from '../../core/clock-skew.ts';
import { findMeta, putMeta } from '../../store/meta.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';

const windowSeconds = 300;
const allowedFailures = 10;
const pruningSeconds = 60;

interface Attempt {
  account: string;
  address: string;
  now: number;
}

export interface Failures {
  failures: number;
  first_at: number;
}

const failuresOf = statement((db, { account, address }: { account: string; address: string }) =>
  db
    .selectFrom('login_failures')
    .select(['failures', 'first_at'])
    .where('account', '=', account)
    .where('address', '=', address),
);

/** Of an account at an address since the last success, if any. */
export const findFailures = async (db: Reader, { account, address }: Attempt): Promise<Failures | undefined> =>
  (await failuresOf(db, { account, address }))[0];

/** Throws `too_many_attempts` while the account is blocked for this address. */
export function assertMayTry(before: Failures | undefined, now: number): void {
  if (!before || before.failures < allowedFailures || isAhead(before.first_at, now)) return;
  const seconds = Math.min(windowSeconds, before.first_at + windowSeconds - now);
  if (seconds <= 0) return;
  throw new ApiError('too_many_attempts', { args: { seconds }, headers: { 'retry-after': String(seconds) } });
}

export const countFailure = (store: Store, { account, address, now }: Attempt): Promise<void> =>
  store.write(async (db) => {
    await deleteAll(db, now);
    await forgotten(db, now).where('account', '=', account).where('address', '=', address).execute();
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

/** Those that count no more. */
const forgotten = (db: Writer, now: number) =>
  db
    .deleteFrom('login_failures')
    .where((eb) => eb.or([eb('first_at', '<=', now - windowSeconds), eb('first_at', '>', now + maxClockSkew)]));

/** Of all accounts, once in a while: each is looked at, and who tries many logins makes many. */
async function deleteAll(db: Writer, now: number): Promise<void> {
  const last = Number((await findMeta(db, 'login_failures_pruned_at')) ?? 0);
  if (last > now - pruningSeconds && last <= now) return;
  await forgotten(db, now).execute();
  await putMeta(db, 'login_failures_pruned_at', String(now));
}

/** A success resets the count. */
export const forgetFailures = (store: Store, { account, address }: Attempt): Promise<void> =>
  store.write(async (db) => {
    await db.deleteFrom('login_failures').where('account', '=', account).where('address', '=', address).execute();
  });
