// Slow-down after repeated failures for one account, or one protected event, and one address. Failures are counted in
// memory: a write for each would let guessing empty the response cache. The database has those of all processes.
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { ApiError } from '../../core/api-error.ts';
import { isAhead, maxClockSkew } from '../../core/clock-skew.ts';
import { findMeta, putMeta } from '../../store/meta.ts';
import { statement } from '../../store/statement.ts';
import type { Store, Writer } from '../../store/store.ts';
import type { Attempt, Attempts, Failures } from './types.ts';

const windowSeconds = 300;
const allowedFailures = 10;
/** Where other processes answer too, they may together overshoot by one failure each. */
const sharedStep = 2;
const pruningSeconds = 60;
/** Beyond this, what failed longest ago is forgotten. */
const mostCounted = 20_000;

export function createAttempts(store: Store, hasPeers: boolean): Attempts {
  const counted = createBoundedCache<Failures>(mostCounted);
  const step = hasPeers ? sharedStep : allowedFailures;
  const find = (attempt: Attempt): Failures => {
    const known = counted.get(keyOf(attempt));
    return known && secondsLeft(known, attempt.now) > 0 ? known : { failures: 0, first_at: attempt.now };
  };
  return {
    assertMayTry(attempt, stored) {
      const storedSeconds = stored ? secondsLeft(stored, attempt.now) : 0;
      const own = find(attempt);
      const failures = own.failures + (stored && storedSeconds > 0 ? stored.failures : 0);
      if (failures < allowedFailures) return;
      const seconds = Math.max(storedSeconds, own.failures > 0 ? secondsLeft(own, attempt.now) : 0);
      throw new ApiError('too_many_attempts', { args: { seconds }, headers: { 'retry-after': String(seconds) } });
    },
    stored: async ({ account, address }) => (await failuresOf(store.reader, { account, address }))[0],
    async failed(attempt) {
      const own = find(attempt);
      const failures = own.failures + 1;
      counted.set(keyOf(attempt), { ...own, failures: failures % step });
      if (failures === step) await store.write((db) => storeFailures(db, attempt, { ...own, failures }));
    },
    async succeeded(attempt, stored) {
      counted.delete(keyOf(attempt));
      if (stored) await store.write((db) => forgetFailures(db, attempt));
    },
  };
}

const keyOf = ({ account, address }: Attempt): string => `${address} ${account}`;

/** Zero when the failures no longer count. */
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
  await forgotten(db, now).where('account', '=', account).where('address', '=', address).execute();
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

/** Those that no longer count. */
const forgotten = (db: Writer, now: number) =>
  db
    .deleteFrom('login_failures')
    .where((eb) => eb.or([eb('first_at', '<=', now - windowSeconds), eb('first_at', '>', now + maxClockSkew)]));

/** Deletes expired rows of all accounts, at most once a minute: trying many logins leaves many rows. */
async function prune(db: Writer, now: number): Promise<void> {
  const last = Number((await findMeta(db, 'login_failures_pruned_at')) ?? 0);
  if (last > now - pruningSeconds && last <= now) return;
  await forgotten(db, now).execute();
  await putMeta(db, 'login_failures_pruned_at', String(now));
}

const forgetFailures = (db: Writer, { account, address }: Attempt) =>
  db.deleteFrom('login_failures').where('account', '=', account).where('address', '=', address).execute();
