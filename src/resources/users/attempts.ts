// Rate limit after repeated sign-in failures, per client address and account or protected event. Failures are counted in
// memory, since every write would invalidate the response cache, and shared between processes through the database.
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { ApiError } from '../../core/api-error.ts';
import { isAhead, maxClockSkew } from '../../core/clock-skew.ts';
import { findMeta, putMeta } from '../../store/meta.ts';
import { statement } from '../../store/statement.ts';
import type { Store, Writer } from '../../store/store.ts';

export interface Attempt {
  account: string;
  address: string;
  /** UTC seconds. */
  now: number;
}

export interface Failures {
  failures: number;
  first_at: number;
}

const windowSeconds = 300;
const allowedFailures = 10;
/** With several processes, the limit may be exceeded by one failure per process. */
const sharedStep = 2;
const pruningSeconds = 60;
/** Beyond this, the oldest entries are evicted. */
const maxCounted = 20_000;

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts(store: Store, hasPeers: boolean) {
  const counted = createBoundedCache<Failures>(maxCounted);
  const step = hasPeers ? sharedStep : allowedFailures;
  const find = (attempt: Attempt): Failures => {
    const entry = counted.get(keyOf(attempt));
    return entry && secondsLeft(entry, attempt.now) > 0 ? entry : { failures: 0, first_at: attempt.now };
  };
  return {
    /** Throws `too_many_attempts` while the account is blocked for this address; `stored` comes from the database. */
    assertMayTry(attempt: Attempt, stored: Failures | undefined): void {
      const storedSeconds = stored ? secondsLeft(stored, attempt.now) : 0;
      const local = find(attempt);
      const failures = local.failures + (stored && storedSeconds > 0 ? stored.failures : 0);
      if (failures < allowedFailures) return;
      const seconds = Math.max(storedSeconds, local.failures > 0 ? secondsLeft(local, attempt.now) : 0);
      throw new ApiError('too_many_attempts', { args: { seconds }, headers: { 'retry-after': String(seconds) } });
    },
    /** Failures since the last success, from the database. */
    stored: async ({ account, address }: Attempt): Promise<Failures | undefined> =>
      (await failuresOf(store.reader, { account, address }))[0],
    /** Failures count here until they are stored, so that one of many simultaneous guesses is not missed. */
    async recordFailure(attempt: Attempt): Promise<void> {
      const local = find(attempt);
      const count = (failures: number) => counted.set(keyOf(attempt), { ...local, failures });
      count(local.failures + 1);
      if ((local.failures + 1) % step !== 0) return;
      await store.write((db) => storeFailures(db, attempt, { ...local, failures: step }));
      count(Math.max(0, find(attempt).failures - step));
    },
    /** A success resets the count. */
    async recordSuccess(attempt: Attempt, stored: Failures | undefined): Promise<void> {
      counted.delete(keyOf(attempt));
      if (stored) await store.write((db) => deleteFailures(db, attempt));
    },
  };
}

const keyOf = ({ account, address }: Attempt): string => `${address} ${account}`;

/** Zero if the failures have expired. */
const secondsLeft = ({ first_at }: Failures, now: number): number =>
  isAhead(first_at, now) ? 0 : Math.max(0, Math.min(windowSeconds, first_at + windowSeconds - now));

const failuresOf = statement((db, { account, address }: { account: string; address: string }) =>
  db
    .selectFrom('login_failures')
    .select(['failures', 'first_at'])
    .where('account', '=', account)
    .where('address', '=', address),
);

async function storeFailures(db: Writer, { account, address, now }: Attempt, { failures, first_at }: Failures) {
  await prune(db, now);
  await deleteExpired(db, now).where('account', '=', account).where('address', '=', address).execute();
  await db
    .insertInto('login_failures')
    .values({ account, address, failures, first_at })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'address'])
        .doUpdateSet((eb) => ({ failures: eb('login_failures.failures', '+', failures) })),
    )
    .execute();
}

const deleteExpired = (db: Writer, now: number) =>
  db
    .deleteFrom('login_failures')
    .where((eb) => eb.or([eb('first_at', '<=', now - windowSeconds), eb('first_at', '>', now + maxClockSkew)]));

/** Deletes expired rows at most once a minute: an attack on many logins leaves many rows. */
async function prune(db: Writer, now: number): Promise<void> {
  const last = Number((await findMeta(db, 'login_failures_pruned_at')) ?? 0);
  if (last > now - pruningSeconds && last <= now) return;
  await deleteExpired(db, now).execute();
  await putMeta(db, 'login_failures_pruned_at', String(now));
}

const deleteFailures = (db: Writer, { account, address }: Attempt) =>
  db.deleteFrom('login_failures').where('account', '=', account).where('address', '=', address).execute();
