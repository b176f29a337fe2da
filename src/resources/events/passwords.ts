import { LRUCache } from 'lru-cache';
import { createGate, tenSeconds } from '../../media/gate.ts';
import { findOrMakeMeta } from '../../store/meta.ts';
import type { Store } from '../../store/store.ts';
import { hashEventPassword, hashSecret, newSalt } from '../users/secrets.ts';
import type { HashPassword } from './types.ts';

/** The calendar's salt, made at its first start. */
export const eventPasswordSalt = (store: Store): Promise<string> =>
  findOrMakeMeta(store, 'event_password_salt', newSalt);

/** Of the four threads that also pack replies and read files: whoever tries passwords must not take them all. */
const hashesAtOnce = 2;

/** Remembers the slow hashes of the last passwords tried, found by a fast one. */
export function createPasswordHasher(salt: string, hash: typeof hashEventPassword = hashEventPassword): HashPassword {
  const known = new LRUCache<string, Promise<string>>({ max: 200 });
  const gate = createGate(hashesAtOnce, tenSeconds);
  return (password) => {
    const key = hashSecret(password);
    const hashed = known.get(key) ?? gate(() => hash(password, salt));
    known.set(key, hashed);
    hashed.catch(() => known.delete(key));
    return hashed;
  };
}
