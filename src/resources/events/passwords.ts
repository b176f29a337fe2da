import { LRUCache } from 'lru-cache';
import type { Store } from '../../store/store.ts';
import { hashEventPassword, hashSecret, newSalt } from '../users/secrets.ts';
import type { HashPassword } from './service.ts';

const saltKey = 'event_password_salt';

/** The calendar's salt, made at its first start. */
export async function eventPasswordSalt(store: Store): Promise<string> {
  const find = () => store.reader.selectFrom('meta').select('value').where('key', '=', saltKey).executeTakeFirst();
  const known = await find();
  if (known) return known.value;
  return store.write(async (db) => {
    await db
      .insertInto('meta')
      .values({ key: saltKey, value: newSalt() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await db.selectFrom('meta').select('value').where('key', '=', saltKey).executeTakeFirstOrThrow()).value;
  });
}

/** Remembers the slow hashes of the last passwords tried, found by a fast one. */
export function createPasswordHasher(salt: string): HashPassword {
  const known = new LRUCache<string, string>({ max: 200 });
  return async (password) => {
    const key = hashSecret(password);
    const hash = known.get(key) ?? (await hashEventPassword(password, salt));
    known.set(key, hash);
    return hash;
  };
}
