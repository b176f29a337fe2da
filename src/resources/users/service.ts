import { randomUUID } from 'node:crypto';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { ApiError } from '../../core/api-error.ts';
import { isAhead } from '../../core/clock-skew.ts';
import { formatUtc } from '../../core/dates/civil.ts';
import { anonymous, type Caller, type KeyScope, keyScopes, type Role } from '../../core/roles.ts';
import type { Credentials } from '../../http/auth/credentials.ts';
import { callerOf } from '../../http/rate-limit/rate-limit.ts';
import type { Store, Writer } from '../../store/store.ts';
import { type FieldChanges, pairs, type State } from '../records/audit/audit-log.ts';
import type { Attempts } from './attempts.ts';
import {
  type ApplicationPassword,
  accountOfUser,
  findPassword,
  findSignIn,
  findUserById,
  hasUsers,
  type SignIn,
  type UsedPassword,
} from './repository.ts';
import { hashSecret, newApplicationPassword } from './secrets.ts';

/** `last_used_at` is precise to the minute: a write per request would cost more than the request. */
const touchAfterSeconds = 60;
/** Precision in a calendar without other writes: one hour. */
const maxPendingSeconds = 3600;
const maxAccountLength = 100;
const maxSignedIn = 10_000;

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(store: Store, attempts: Attempts, meter?: { recordRefusal(error: unknown): void }) {
  const recordUse = createUsageRecorder(store);
  const signedIn = createBoundedCache<true>(maxSignedIn);
  const verify = async (credentials: Credentials, address: string, now: number): Promise<Caller> => {
    signedIn.delete(keyOf(credentials));
    const from = { address: callerOf(address), now };
    const found = await (credentials.kind === 'basic'
      ? byPassword(store, attempts, { ...credentials, ...from })
      : byToken(store, attempts, { ...credentials, ...from }));
    if (!found) return anonymous;
    const { user, password } = found;
    const { id, name, scopes, expires_at: expiresAt } = password;
    if (expiresAt !== null && expiresAt <= now) throw new ApiError('invalid_token', { message: 'expired_token' });
    recordUse(password, { at: now, address });
    signedIn.set(keyOf(credentials), true);
    const key = { id, name, scopes: parseScopes(scopes), expiresAt };
    return { userId: user.id, role: user.role, login: user.login, scopes: key.scopes, key };
  };
  return {
    /** Whether this process has recently verified these credentials. */
    hasSignedIn: (credentials: Credentials): boolean => signedIn.has(keyOf(credentials)),
    /**
     * Throws 401 `invalid_username`, `invalid_email`, `incorrect_password`, `invalid_token`, or 429
     * `too_many_attempts`.
     */
    authenticate: (...args: Parameters<typeof verify>): Promise<Caller> =>
      verify(...args).catch((error: unknown) => {
        meter?.recordRefusal(error);
        throw error;
      }),
  };
}

const parseScopes = (scopes: string | null): KeyScope[] | undefined =>
  scopes === null ? undefined : keyScopes.filter((scope) => scopes.split(' ').includes(scope));

interface KeyUse {
  at: number;
  address: string;
}

/**
 * Records when keys were last used, for all keys together and at most once a minute. Every write invalidates the
 * response cache, so this one follows another write or a long time without any. Requests do not wait for it, so that
 * reads work while the database cannot be written.
 */
function createUsageRecorder(store: Store): (password: UsedPassword, use: KeyUse) => void {
  const pending = new Map<number, KeyUse>();
  let written = { at: 0, version: -1 };
  let isWriting = false;
  const isDue = ({ at }: KeyUse): boolean => {
    const pause = at - written.at;
    return (
      pause < 0 || pause >= maxPendingSeconds || (pause >= touchAfterSeconds && store.version() !== written.version)
    );
  };
  const write = async (at: number): Promise<void> => {
    isWriting = true;
    const uses = [...pending];
    pending.clear();
    await store.write(async (db) => {
      for (const [id, { at: last_used_at, address: last_used_from }] of uses) {
        const used = db.updateTable('application_passwords').set({ last_used_at, last_used_from });
        await used.where('id', '=', id).execute();
      }
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
      // The version cannot be read from the database.
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

type From = { address: string; now: number };

async function byPassword(
  store: Store,
  attempts: Attempts,
  { login, password, address, now }: { login: string; password: string } & From,
): Promise<Verified> {
  const signIn = await findSignIn(store.reader, login, { secretHash: hashSecret(password), address });
  const account = signIn ? accountOfUser(signIn.user.id) : login.toLowerCase().slice(0, maxAccountLength);
  const attempt = { account, address, now };
  const stored = signIn ? signIn.failures : await attempts.stored(attempt);
  attempts.assertMayTry(attempt, stored);
  if (signIn?.password) {
    await attempts.recordSuccess(attempt, stored);
    return { user: signIn.user, password: signIn.password };
  }
  await attempts.recordFailure(attempt);
  if (signIn) throw new ApiError('incorrect_password');
  throw new ApiError(login.includes('@') ? 'invalid_email' : 'invalid_username');
}

type Verified = Pick<SignIn, 'user'> & { password: UsedPassword };

/**
 * Failures do not block a valid token from the same address: 142 bits cannot be guessed. Returns undefined for an
 * optional token that is not ours (D65).
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
  await attempts.recordFailure(attempt);
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
  const { login, role, email = null, name = login } = user;
  const added = db.insertInto('users').values({ login, email, name, role, created_at: now });
  const { id } = await added.returning('id').executeTakeFirstOrThrow();
  return { id, password: (await addPassword(db, id, { name: 'first' }, now)).secret };
}

/** Adds a user to a calendar without users, and returns the password; `undefined` if there are users. */
export async function addFirstUser(store: Store, user: NewUser, now: number): Promise<string | undefined> {
  // Also checked before writing: the calendar may be read-only.
  if (await hasUsers(store.reader)) return undefined;
  return store.write(async (db) => ((await hasUsers(db)) ? undefined : (await addUser(db, user, now)).password));
}

export interface NewKey {
  name: string;
  /** All rights of the user if missing. */
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
  const added = db.insertInto('application_passwords').values({
    uuid: randomUUID(),
    user_id: userId,
    name,
    secret_hash: hashSecret(secret),
    scopes: scopes ? keyScopes.filter((scope) => scopes.includes(scope)).join(' ') : null,
    expires_at: expiresAt ?? null,
    created_at: now,
  });
  return { secret, password: await added.returningAll().executeTakeFirstOrThrow() };
}

/** Audited fields of a key. */
const stateOfKey = ({ user_id, scopes, expires_at }: ApplicationPassword): State => ({
  user: user_id,
  scopes: scopes?.split(' '),
  expires: expires_at === null ? null : formatUtc(expires_at),
});

export const creationOfKey = (key: ApplicationPassword): FieldChanges => pairs({}, stateOfKey(key));
export const removalOfKey = (key: ApplicationPassword): FieldChanges => pairs(stateOfKey(key), {});
