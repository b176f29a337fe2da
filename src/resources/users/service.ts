import { randomUUID } from 'node:crypto';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { ApiError } from '../../core/api-error.ts';
import { isAhead } from '../../core/clock-skew.ts';
import { formatUtc } from '../../core/dates/civil.ts';
import { anonymous, type Caller, type KeyScope, keyScopes, type Role } from '../../core/roles.ts';
import type { Credentials } from '../../http/auth/credentials.ts';
import type { Store, Writer } from '../../store/store.ts';
import type { FieldChanges } from '../records/audit/changes.ts';
import {
  type ApplicationPassword,
  findPassword,
  findUserById,
  insertPassword,
  insertUser,
  type KeyUse,
  touchPassword,
} from './repository.ts';
import { accountOfUser, findSignIn, type SignIn, type UsedPassword } from './repository-sign-in.ts';
import { hashSecret, newApplicationPassword } from './secrets.ts';
import type { Attempts } from './types.ts';

/** `last_used_at` is precise to the minute: a write per request would cost more than the request. */
const touchAfterSeconds = 60;
/** In a calendar where nothing else is written, to the hour. */
const longestPending = 3600;
const longestAccount = 100;
const mostSignedIn = 10_000;

export interface Accounts {
  /** Throws 401 `invalid_username`, `invalid_email`, `incorrect_password`, `invalid_token`, or 429 `too_many_attempts`. */
  authenticate(credentials: Credentials, address: string, now: number): Promise<Caller>;
  /** Whether these credentials were right when they were last looked at, here and lately. */
  hasSignedIn(credentials: Credentials): boolean;
}

/** Hears of what was thrown instead of an answer. */
export interface RefusalMeter {
  refused(error: unknown): void;
}

export function createAccounts(store: Store, attempts: Attempts, meter?: RefusalMeter): Accounts {
  const accounts = accountsOf(store, attempts);
  if (!meter) return accounts;
  return {
    ...accounts,
    authenticate: (...asked) =>
      accounts.authenticate(...asked).catch((error: unknown) => {
        meter.refused(error);
        throw error;
      }),
  };
}

function accountsOf(store: Store, attempts: Attempts): Accounts {
  const noteUse = createUseNotes(store);
  const signedIn = createBoundedCache<true>(mostSignedIn);
  return {
    hasSignedIn: (credentials) => signedIn.has(keyOf(credentials)),
    async authenticate(credentials, address, now) {
      if (credentials.kind === 'bearer' && credentials.isOptional && !(await isKnown(store, credentials.token)))
        return anonymous;
      signedIn.delete(keyOf(credentials));
      const found = await (credentials.kind === 'basic'
        ? byPassword(store, attempts, { ...credentials, address, now })
        : byToken(store, attempts, { ...credentials, address, now }));
      if (!found) return anonymous;
      const { user, password } = found;
      const { id, name, scopes, expires_at: expiresAt } = password;
      if (expiresAt !== null && expiresAt <= now) throw new ApiError('invalid_token', { message: 'expired_token' });
      noteUse(password, { at: now, address });
      signedIn.set(keyOf(credentials), true);
      const key = { id, name, scopes: parseScopes(scopes), expiresAt };
      return { userId: user.id, role: user.role, login: user.login, scopes: key.scopes, key };
    },
  };
}

const parseScopes = (scopes: string | null): KeyScope[] | undefined =>
  scopes === null ? undefined : keyScopes.filter((scope) => scopes.split(' ').includes(scope));

/**
 * Writes when keys were last used: those of all keys at once and once a minute at most. Any write empties the response
 * cache, so it follows one that has done so already, or a long time without any. Requests do not wait for it: who may read
 * can do so also while nothing can be written.
 */
function createUseNotes(store: Store): (password: UsedPassword, use: KeyUse) => void {
  const pending = new Map<number, KeyUse>();
  let written = { at: 0, version: -1 };
  let isWriting = false;
  const isDue = ({ at }: KeyUse): boolean => {
    const pause = at - written.at;
    return pause < 0 || pause >= longestPending || (pause >= touchAfterSeconds && store.version() !== written.version);
  };
  const write = async (at: number): Promise<void> => {
    isWriting = true;
    const uses = [...pending];
    pending.clear();
    await store.write(async (db) => {
      for (const [id, use] of uses) await touchPassword(db, id, use);
    });
    written = { at, version: store.version() };
  };
  return ({ id, last_used_at }, use) => {
    const used = last_used_at ?? 0;
    if (used > use.at - touchAfterSeconds && !isAhead(used, use.at)) return;
    pending.set(id, use);
    try {
      if (isWriting || !isDue(use)) return;
    } catch {
      // The database does not answer for its version.
      return;
    }
    void write(use.at)
      .catch(() => undefined)
      .finally(() => {
        isWriting = false;
      });
  };
}

const keyOf = (credentials: Credentials): string =>
  hashSecret(credentials.kind === 'basic' ? `${credentials.login}:${credentials.password}` : credentials.token);

const isKnown = async (store: Store, token: string): Promise<boolean> =>
  (await findPassword(store.reader, hashSecret(token))) !== undefined;

type From = { address: string; now: number };

/** Passwords are as random as tokens, and found in the same way. */
async function byPassword(
  store: Store,
  attempts: Attempts,
  { login, password, address, now }: { login: string; password: string } & From,
): Promise<Verified> {
  const known = await findSignIn(store.reader, login, { secretHash: hashSecret(password), address });
  const account = known ? accountOfUser(known.user.id) : login.toLowerCase().slice(0, longestAccount);
  const attempt = { account, address, now };
  const stored = known ? known.failures : await attempts.stored(attempt);
  attempts.assertMayTry(attempt, stored);
  if (known?.password) {
    await attempts.succeeded(attempt, stored);
    return { user: known.user, password: known.password };
  }
  await attempts.failed(attempt);
  if (known) throw new ApiError('incorrect_password');
  throw new ApiError(login.includes('@') ? 'invalid_email' : 'invalid_username');
}

type Verified = Pick<SignIn, 'user'> & { password: UsedPassword };

/**
 * Wrong tokens from an address do not block a right one: 142 bits cannot be guessed. Undefined for an optional token that
 * is none of ours (D65).
 */
async function byToken(
  store: Store,
  attempts: Attempts,
  { token, isOptional = false, address, now }: { token: string; isOptional?: boolean } & From,
): Promise<Verified | undefined> {
  const password = await findPassword(store.reader, hashSecret(token));
  const user = password && (await findUserById(store.reader, password.user_id));
  if (password && user) return { user, password };
  if (isOptional) return undefined;
  const attempt = { account: '(token)', address, now };
  attempts.assertMayTry(attempt, await attempts.stored(attempt));
  await attempts.failed(attempt);
  throw new ApiError('invalid_token');
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
  return { id, password: (await addPassword(db, id, { name: 'first' }, now)).secret };
}

export interface NewKey {
  name: string;
  /** Without, all that the user may. */
  scopes?: readonly KeyScope[] | undefined;
  /** UTC seconds; never if missing. */
  expiresAt?: number | undefined;
}

/** The secret is returned and not stored. */
export async function addPassword(
  db: Writer,
  userId: number,
  { name, scopes, expiresAt }: NewKey,
  now: number,
): Promise<{ secret: string; password: ApplicationPassword }> {
  const secret = newApplicationPassword();
  const password = await insertPassword(db, {
    uuid: randomUUID(),
    user_id: userId,
    name,
    secret_hash: hashSecret(secret),
    scopes: scopes ? keyScopes.filter((scope) => scopes.includes(scope)).join(' ') : null,
    expires_at: expiresAt ?? null,
    created_at: now,
  });
  return { secret, password };
}

/** An audit entry for a key: its user, scopes and expiry. */
export const keyChanges = ({ user_id, scopes, expires_at }: ApplicationPassword): FieldChanges => ({
  user: [null, user_id],
  ...(scopes === null ? {} : { scopes: [null, scopes.split(' ')] }),
  ...(expires_at === null ? {} : { expires: [null, formatUtc(expires_at)] }),
});
