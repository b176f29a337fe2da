// Reads everything for a sign-in with login and password in one query, since it precedes every write.
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Reader } from '../../store/store.ts';
import type { Failures } from './attempts.ts';
import { type ApplicationPassword, asciiLowerCase, type User } from './repository.ts';

export type UsedPassword = Pick<ApplicationPassword, 'id' | 'name' | 'scopes' | 'expires_at' | 'last_used_at'>;

export interface SignIn {
  user: Pick<User, 'id' | 'login' | 'role'>;
  /** The key that matches the secret, if any. */
  password: UsedPassword | undefined;
  /** Failed attempts of this user from this address since the last success. */
  failures: Failures | undefined;
}

type Attempted = { secretHash: string; address: string };

const finding = (column: 'login' | 'email') =>
  statement((db, { name, secretHash, address }: Attempted & { name: string }) =>
    db
      .selectFrom('users as u')
      .leftJoin('application_passwords as p', (join) =>
        join.onRef('p.user_id', '=', 'u.id').on('p.secret_hash', '=', secretHash),
      )
      .leftJoin('login_failures as f', (join) =>
        join.on('f.account', '=', sql<string>`'user ' || u.id`).on('f.address', '=', address),
      )
      .select(['u.id', 'u.login', 'u.role', 'p.id as password_id', 'p.name', 'p.scopes', 'p.expires_at'])
      .select(['p.last_used_at', 'f.failures', 'f.first_at'])
      .where(sql`lower(${sql.ref(`u.${column}`)})`, '=', name),
  );

const byLogin = finding('login');
const byEmail = finding('email');

/** By login name or e-mail address, in any letter case. */
export async function findSignIn(db: Reader, login: string, attempted: Attempted): Promise<SignIn | undefined> {
  const name = asciiLowerCase(login);
  const [withEmail] = login.includes('@') ? await byEmail(db, { name, ...attempted }) : [];
  const row = withEmail ?? (await byLogin(db, { name, ...attempted }))[0];
  if (!row) return undefined;
  const { id, role, password_id, scopes, expires_at, last_used_at, failures, first_at } = row;
  return {
    user: { id, login: row.login, role },
    password:
      password_id === null
        ? undefined
        : { id: password_id, name: row.name as string, scopes, expires_at, last_used_at },
    failures: failures === null || first_at === null ? undefined : { failures, first_at },
  };
}
