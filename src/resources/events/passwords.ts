// Hashing of event passwords, and the limit on wrong ones.
import { LRUCache } from 'lru-cache';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { callerOf } from '../../http/rate-limit/rate-limit.ts';
import { createKeyedSemaphore, requestWaitMs } from '../../media/semaphore.ts';
import { findOrCreateMeta } from '../../store/meta.ts';
import { statement } from '../../store/statement.ts';
import type { Store } from '../../store/store.ts';
import type { Attempts } from '../users/attempts.ts';
import { type HashEventPassword, hashEventPassword, hashSecret, newSalt } from '../users/secrets.ts';
import type { TryPassword } from './types.ts';

/** The calendar's salt, generated at its first start. */
export const eventPasswordSalt = (store: Store): Promise<string> =>
  findOrCreateMeta(store, 'event_password_salt', newSalt);

/** libuv has four threads, which also compress responses and read files: guessing passwords must not occupy them all. */
const hashesAtOnce = 2;

/** Caches the slow hashes of recent passwords, keyed by a fast hash. */
export function createPasswordHasher(salt: string, hash: HashEventPassword = hashEventPassword) {
  const recent = new LRUCache<string, Promise<string>>({ max: 200 });
  // Correct passwords have a cache of their own, so that guesses cannot evict them.
  const correct = new LRUCache<string, Promise<string>>({ max: 1000 });
  // One at a time for each address: those of many guesses wait for each other, and hardly anyone else for them.
  const semaphore = createKeyedSemaphore(hashesAtOnce, requestWaitMs);
  /** Writers have no `address`, and wait for each other. */
  const hasher = (password: string, address = '') => {
    const key = hashSecret(password);
    const hashed = correct.get(key) ?? recent.get(key) ?? semaphore(address, () => hash(password, salt));
    if (!correct.has(key)) recent.set(key, hashed);
    hashed.catch(() => recent.delete(key));
    return hashed;
  };
  const cacheHash = (password: string, hashed: string) =>
    void correct.set(hashSecret(password), Promise.resolve(hashed));
  return Object.assign(hasher, { cacheHash });
}

type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** Beyond this number, the oldest wrong passwords are evicted and count again. */
const maxWrongPasswords = 10_000;

const withHash = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('password_hash', 'is not', null)
    .where('password_hash', '=', hash)
    .limit(1),
);

/**
 * Limits wrong event passwords like wrong account passwords. A repeated one does not count again, because links and widgets
 * may go on sending a password that has been changed.
 */
export const createPasswordTries = (store: Store, hashPassword: PasswordHasher, attempts: Attempts): TryPassword => {
  const wrong = createBoundedCache<true>(maxWrongPasswords);
  return async (password, { remoteAddress, now }, event) => {
    const address = callerOf(remoteAddress);
    const attempt = { account: event ? `event ${event.id}` : 'events', address, now };
    attempts.assertMayTry(attempt, await attempts.stored(attempt));
    const hash = await hashPassword(password, address);
    const isRight = event ? event.password_hash === hash : (await withHash(store.reader, { hash })).length > 0;
    // Again, right before a failure is counted: many guesses may have waited for their hashes at once.
    const stored = await attempts.stored(attempt);
    attempts.assertMayTry(attempt, stored);
    const guess = `${address} ${attempt.account} ${hash}`;
    if (isRight) {
      hashPassword.cacheHash(password, hash);
      // Only for a named event: else anyone who knows one password could reset the limit between guesses at others.
      if (event) await attempts.recordSuccess(attempt, stored);
    } else {
      if (!wrong.has(guess)) await attempts.recordFailure(attempt);
      wrong.set(guess, true);
    }
    return hash;
  };
};
