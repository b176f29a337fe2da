// Operations of the account commands. Each validates and writes in one transaction, so that commands cannot conflict with a
// running service.
import { program } from '../../core/roles.ts';
import { pairs, recordAudit } from '../../resources/records/audit/audit-log.ts';
import {
  deletePassword,
  deleteUser,
  erasePerson,
  findUser,
  listUsers,
  passwordsOf,
  type User,
  type UserChange,
  updateUser,
} from '../../resources/users/repository.ts';
import {
  addPassword,
  addUser,
  creationOfKey,
  type NewKey,
  type NewUser,
  removalOfKey,
} from '../../resources/users/service.ts';
import { OperationFailed } from '../../shell.ts';
import type { Reader, Store } from '../../store/store.ts';

/** `2027-03-01T12:00:00Z` */
const formatTime = (utcSeconds: number): string => `${new Date(utcSeconds * 1000).toISOString().slice(0, 19)}Z`;
const summaryOf = ({ id, login, role, name, email, created_at }: User) => ({
  id,
  login,
  role,
  name,
  email,
  created: formatTime(created_at),
});

/** Whoever can access the data folder needs no account. */
const origin = (now: number) => ({ now, caller: program('command line') });

async function getUser(db: Reader, login: string): Promise<User> {
  const user = await findUser(db, login);
  if (user === undefined) throw new OperationFailed(`There is no user "${login}".`);
  return user;
}

/** Both can be used to sign in, so neither may equal the login or e-mail address of another user. */
async function assertFree(db: Reader, what: string, text: string, ownerId?: number): Promise<void> {
  const holder = await findUser(db, text);
  if (holder && holder.id !== ownerId)
    throw new OperationFailed(`The ${what} "${text}" is taken by the user "${holder.login}".`);
}

export const createUser = (store: Store, user: NewUser, now: number) =>
  store.write(async (db) => {
    await assertFree(db, 'login', user.login);
    if (user.email !== undefined) await assertFree(db, 'e-mail address', user.email);
    const { id, password } = await addUser(db, user, now);
    await recordAudit(db, origin(now), [{ kind: 'user', id, action: 'created', changes: { role: [null, user.role] } }]);
    return { ...summaryOf(await getUser(db, user.login)), password };
  });

export const allUsers = async (store: Store) => (await listUsers(store.reader)).map(summaryOf);

export const hasAdministrator = async (store: Store): Promise<boolean> =>
  (await listUsers(store.reader)).some(({ role }) => role === 'administrator');

function assertNotLast(user: User, users: readonly User[]): void {
  const administrators = users.filter(({ role }) => role === 'administrator');
  if (user.role === 'administrator' && administrators.length === 1)
    throw new OperationFailed(`"${user.login}" is the last administrator; add another one first.`);
}

/** Returns the changed user. */
export const changeUser = (store: Store, login: string, change: UserChange, now: number): Promise<User> =>
  store.write(async (db) => {
    const user = await getUser(db, login);
    if (change.role !== undefined && change.role !== 'administrator') assertNotLast(user, await listUsers(db));
    if (change.email) await assertFree(db, 'e-mail address', change.email, user.id);
    const changed = { ...user, ...change };
    await updateUser(db, user.id, change);
    // Name and e-mail address are personal data, which the log does not keep.
    const changes = pairs({ role: user.role }, { role: changed.role });
    await recordAudit(db, origin(now), [{ kind: 'user', id: user.id, action: 'updated', changes }]);
    return changed;
  });

/** Returns the erased user and the new owner of the records, if any. */
export const eraseUser = (store: Store, login: string, heirLogin: string | undefined, now: number) =>
  store.write(async (db) => {
    const user = await getUser(db, login);
    const heir = heirLogin === undefined ? undefined : await getUser(db, heirLogin);
    if (heir?.id === user.id) throw new OperationFailed('The records cannot go to the user who is erased.');
    assertNotLast(user, await listUsers(db));
    await erasePerson(db, user.id, heir?.id ?? 0, now);
    await recordAudit(db, origin(now), [{ kind: 'user', id: user.id, action: 'erased' }]);
    return { user, heir };
  });

export const removeUser = (store: Store, login: string, now: number): Promise<User> =>
  store.write(async (db) => {
    const user = await getUser(db, login);
    assertNotLast(user, await listUsers(db));
    await deleteUser(db, user.id);
    const changes = { role: [user.role, null] } as const;
    await recordAudit(db, origin(now), [{ kind: 'user', id: user.id, action: 'deleted', changes }]);
    return user;
  });

export const createPassword = (store: Store, login: string, key: NewKey, now: number) =>
  store.write(async (db) => {
    const user = await getUser(db, login);
    const { secret, password } = await addPassword(db, user.id, key, now);
    const entry = { kind: 'key', id: password.id, action: 'created', changes: creationOfKey(password) } as const;
    await recordAudit(db, origin(now), [entry]);
    return { id: password.id, user, password: secret };
  });

/** `scopes` is `null` for a key with all rights of its user. */
export async function allPasswords(store: Store, login: string) {
  const user = await getUser(store.reader, login);
  return (await passwordsOf(store.reader, user.id)).map(
    ({ id, name, created_at, last_used_at, scopes, expires_at }) => ({
      id,
      name,
      created: formatTime(created_at),
      last_used: last_used_at === null ? null : formatTime(last_used_at),
      scopes: scopes === null ? null : scopes.split(' '),
      expires: expires_at === null ? null : formatTime(expires_at),
    }),
  );
}

export const revokePassword = (store: Store, login: string, id: number, now: number): Promise<void> =>
  store.write(async (db) => {
    const user = await getUser(db, login);
    const password = (await passwordsOf(db, user.id)).find((each) => each.id === id);
    if (!password) throw new OperationFailed(`"${user.login}" has no application password ${id}.`);
    await deletePassword(db, id);
    await recordAudit(db, origin(now), [{ kind: 'key', id, action: 'revoked', changes: removalOfKey(password) }]);
  });
