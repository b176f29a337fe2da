import { ApiError } from '../../core/api-error.ts';
import type { Role, Viewer } from '../../core/roles.ts';
import type { Credentials } from '../../http/auth/credentials.ts';
import type { Store, Writer } from '../../store/store.ts';
import { assertMayTry, countFailure, forgetFailures } from './attempts.ts';
import {
  type ApplicationPassword,
  findPassword,
  findUser,
  findUserById,
  insertPassword,
  insertUser,
  passwordsOf,
  touchPassword,
  type User,
} from './repository.ts';
import { hashSecret, newApplicationPassword, sameHash } from './secrets.ts';

/** `last_used_at` is told to the minute: a write per request would cost more than the request. */
const touchAfterSeconds = 60;
const longestAccount = 100;

export interface Accounts {
  /** Throws 401 `invalid_username`, `invalid_email`, `incorrect_password`, `invalid_token`, or 429 `too_many_attempts`. */
  authenticate(credentials: Credentials, address: string, now: number): Promise<Viewer>;
}

export function createAccounts(store: Store): Accounts {
  const touching = new Set<number>();
  /** Nobody waits for it: who may read can do so also while nothing can be written. */
  const touch = async ({ id, last_used_at }: ApplicationPassword, now: number): Promise<void> => {
    if ((last_used_at ?? 0) > now - touchAfterSeconds || touching.has(id)) return;
    touching.add(id);
    await store
      .write((db) => touchPassword(db, id, now))
      .catch(() => undefined)
      .finally(() => touching.delete(id));
  };
  return {
    async authenticate(credentials, address, now) {
      const known = credentials.kind === 'basic' ? await findUser(store.reader, credentials.login) : undefined;
      const attempt = { account: accountOf(credentials, known), address, now };
      await assertMayTry(store.reader, attempt);
      try {
        const { user, password } = await (credentials.kind === 'basic'
          ? byPassword(store, credentials, known)
          : byToken(store, credentials.token));
        await forgetFailures(store, attempt);
        void touch(password, now);
        return { userId: user.id, role: user.role, login: user.login };
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) await countFailure(store, attempt);
        throw error;
      }
    },
  };
}

/** A user is one account, whether named by login or by e-mail address. */
const accountOf = (credentials: Credentials, known: User | undefined): string => {
  if (known) return `user ${known.id}`;
  return credentials.kind === 'basic' ? credentials.login.toLowerCase().slice(0, longestAccount) : '(token)';
};

type Verified = { user: User; password: ApplicationPassword };

async function byPassword(
  store: Store,
  { login, password }: { login: string; password: string },
  user: User | undefined,
): Promise<Verified> {
  if (!user) throw new ApiError(login.includes('@') ? 'invalid_email' : 'invalid_username');
  const hash = hashSecret(password);
  const found = (await passwordsOf(store.reader, user.id)).filter((known) => sameHash(known.secret_hash, hash))[0];
  if (!found) throw new ApiError('incorrect_password');
  return { user, password: found };
}

async function byToken(store: Store, token: string): Promise<Verified> {
  const password = await findPassword(store.reader, hashSecret(token));
  const user = password && (await findUserById(store.reader, password.user_id));
  if (!password || !user) throw new ApiError('invalid_token');
  return { user, password };
}

export interface NewUser {
  login: string;
  role: Role;
  email?: string | undefined;
  name?: string | undefined;
}

/** Adds the user with a first application password, which is returned and kept nowhere. */
export async function addUser(db: Writer, user: NewUser, now: number): Promise<{ id: number; password: string }> {
  const id = await insertUser(db, {
    login: user.login,
    email: user.email ?? null,
    name: user.name ?? user.login,
    role: user.role,
    created_at: now,
  });
  return { id, password: await addPassword(db, id, 'first', now) };
}

export async function addPassword(db: Writer, userId: number, name: string, now: number): Promise<string> {
  const password = newApplicationPassword();
  await insertPassword(db, { user_id: userId, name, secret_hash: hashSecret(password), created_at: now });
  return password;
}
