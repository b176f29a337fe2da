import { LRUCache } from 'lru-cache';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { createGate, tenSeconds } from '../../media/gate.ts';
import { findOrMakeMeta } from '../../store/meta.ts';
import { statement } from '../../store/statement.ts';
import type { Store } from '../../store/store.ts';
import { hashEventPassword, hashSecret, newSalt } from '../users/secrets.ts';
import type { Attempts } from '../users/types.ts';
import type { HashPassword, TryPassword } from './types.ts';

/** The calendar's salt, made at its first start. */
export const eventPasswordSalt = (store: Store): Promise<string> =>
  findOrMakeMeta(store, 'event_password_salt', newSalt);

/** Of the four threads that also pack replies and read files: whoever tries passwords must not take them all. */
const hashesAtOnce = 2;

/** Remembers the slow hashes of the last passwords, found by a fast one. */
export function createPasswordHasher(salt: string, hash: typeof hashEventPassword = hashEventPassword): PasswordHasher {
  const known = new LRUCache<string, Promise<string>>({ max: 200 });
  // Kept apart, so that guesses cannot evict them and delay readers who know a password.
  const right = new LRUCache<string, Promise<string>>({ max: 1000 });
  const gate = createGate(hashesAtOnce, tenSeconds);
  const hasher = (password: string) => {
    const key = hashSecret(password);
    const hashed = right.get(key) ?? known.get(key) ?? gate(() => hash(password, salt));
    if (!right.has(key)) known.set(key, hashed);
    hashed.catch(() => known.delete(key));
    return hashed;
  };
  const keep = (password: string, hashed: string) => void right.set(hashSecret(password), Promise.resolve(hashed));
  return Object.assign(hasher, { keep });
}

interface PasswordHasher extends HashPassword {
  /** Remembers the hash of a password that fits. */
  keep(password: string, hashed: string): void;
}

/** Beyond this, the oldest guesses are forgotten and count again. */
const mostRemembered = 10_000;

const withHash = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('password_hash', 'is not', null)
    .where('password_hash', '=', hash)
    .limit(1),
);

interface Tries {
  store: Store;
  hashPassword: PasswordHasher;
  attempts: Attempts;
}

/**
 * Wrong passwords of events are limited like wrong passwords of accounts. The same one again is no new guess: links and
 * widgets with a password that has changed are asked for often.
 */
export const createPasswordTries = ({ store, hashPassword, attempts }: Tries): TryPassword => {
  const wrong = createBoundedCache<true>(mostRemembered);
  return async (password, { remoteAddress: address, now }, event) => {
    const attempt = { account: event ? `event ${event.id}` : 'events', address, now };
    const stored = await attempts.stored(attempt);
    attempts.assertMayTry(attempt, stored);
    const hash = await hashPassword(password);
    const isRight = event ? event.password_hash === hash : (await withHash(store.reader, { hash })).length > 0;
    const guess = `${address} ${attempt.account} ${hash}`;
    if (isRight) hashPassword.keep(password, hash);
    else if (!wrong.has(guess)) await attempts.failed(attempt);
    if (!isRight) wrong.set(guess, true);
    // Whoever knows the password of one event could otherwise guess those of others for ever.
    if (isRight && event) await attempts.succeeded(attempt, stored);
    return hash;
  };
};
