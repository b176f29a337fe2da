import { ApiError } from '../../core/api-error.ts';
import { isAhead } from '../../core/clock-skew.ts';
import type { Caller, Role } from '../../core/roles.ts';
import type { Credentials } from '../../http/auth/credentials.ts';
import type { Store, Writer } from '../../store/store.ts';
import { assertMayTry, countFailure, findFailures, forgetFailures } from './attempts.ts';
import { findPassword, findUserById, insertPassword, insertUser, touchPassword } from './repository.ts';
import { accountOfUser, findSignIn, type SignIn, type UsedPassword } from './repository-sign-in.ts';
import { hashSecret, newApplicationPassword } from './secrets.ts';

/** `last_used_at` is precise to the minute: a write per request would cost more than the request. */
const touchAfterSeconds = 60;
const longestAccount = 100;

export interface Accounts {
  /** Throws 401 `invalid_username`, `invalid_email`, `incorrect_password`, `invalid_token`, or 429 `too_many_attempts`. */
  authenticate(credentials: Credentials, address: string, now: number): Promise<Caller>;
}

/** Hears of what was thrown instead of an answer. */
export interface RefusalMeter {
  refused(error: unknown): void;
}

export function createAccounts(store: Store, meter?: RefusalMeter): Accounts {
  const accounts = accountsOf(store);
  if (!meter) return accounts;
  return {
    authenticate: (...asked) =>
      accounts.authenticate(...asked).catch((error: unknown) => {
        meter.refused(error);
        throw error;
      }),
  };
}

function accountsOf(store: Store): Accounts {
  const touching = new Set<number>();
  /** Nobody waits for it: who may read can do so also while nothing can be written. */
  const touch = async ({ id, last_used_at }: UsedPassword, now: number): Promise<void> => {
    const used = last_used_at ?? 0;
    if ((used > now - touchAfterSeconds && !isAhead(used, now)) || touching.has(id)) return;
    touching.add(id);
    await store
      .write((db) => touchPassword(db, id, now))
      .catch(() => undefined)
      .finally(() => touching.delete(id));
  };
  return {
    async authenticate(credentials, address, now) {
      const known = credentials.kind === 'basic' ? await lookUp(store, credentials, address) : undefined;
      const attempt = { account: accountOf(credentials, known?.user), address, now };
      const failures = known ? known.failures : await findFailures(store.reader, attempt);
      assertMayTry(failures, now);
      try {
        const { user, password } =
          credentials.kind === 'basic' ? verify(credentials.login, known) : await byToken(store, credentials.token);
        if (failures) await forgetFailures(store, attempt);
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
const accountOf = (credentials: Credentials, known: Verified['user'] | undefined): string => {
  if (known) return accountOfUser(known.id);
  return credentials.kind === 'basic' ? credentials.login.toLowerCase().slice(0, longestAccount) : '(token)';
};

type Verified = Pick<SignIn, 'user'> & { password: UsedPassword };

/** Passwords are as random as tokens, and found in the same way. */
const lookUp = (store: Store, { login, password }: { login: string; password: string }, address: string) =>
  findSignIn(store.reader, login, { secretHash: hashSecret(password), address });

function verify(login: string, known: SignIn | undefined): Verified {
  if (!known) throw new ApiError(login.includes('@') ? 'invalid_email' : 'invalid_username');
  const { user, password } = known;
  if (!password) throw new ApiError('incorrect_password');
  return { user, password };
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

/** Adds the user with a first application password, which is returned and not stored. */
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
