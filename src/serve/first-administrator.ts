import { hasUsers, listUsers } from '../resources/users/repository.ts';
import { addUser } from '../resources/users/service.ts';
import type { Store } from '../store/store.ts';

const login = 'admin';

/** Makes the first administrator of a calendar without users; undefined where there are some. */
export async function addFirstAdministrator(
  store: Store,
  now: number,
): Promise<{ login: string; password: string } | undefined> {
  // Asked before writing too: a calendar that is only read has users.
  if (await hasUsers(store.reader)) return undefined;
  return store.write(async (db) => {
    if (await hasUsers(db)) return undefined;
    const { password } = await addUser(db, { login, role: 'administrator', name: 'Administrator' }, now);
    return { login, password };
  });
}

/** The administrator who has been there longest: the author of what the program itself writes. */
export async function findFirstAdministrator(store: Store): Promise<number | undefined> {
  return (await listUsers(store.reader)).find(({ role }) => role === 'administrator')?.id;
}
