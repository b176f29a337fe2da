import { type Selectable, sql } from 'kysely';
import type { ApplicationPasswordsTable, UsersTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import type { Failures } from './attempts.ts';

export type User = Selectable<UsersTable>;

const users = (db: Reader) => db.selectFrom('users').selectAll();

/** By login name or e-mail address, in any letter case. */
export async function findUser(db: Reader, loginOrEmail: string): Promise<User | undefined> {
  const withEmail = loginOrEmail.includes('@') ? await findBy(db, 'email', loginOrEmail) : undefined;
  return withEmail ?? findBy(db, 'login', loginOrEmail);
}

/** Lowers A to Z only, as the indexes of both database engines do. */
const asciiLowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const findBy = (db: Reader, column: 'login' | 'email', text: string): Promise<User | undefined> =>
  users(db)
    .where(sql`lower(${sql.ref(column)})`, '=', asciiLowerCase(text))
    .executeTakeFirst();

export const findUserById = (db: Reader, id: number): Promise<User | undefined> =>
  users(db).where('id', '=', id).executeTakeFirst();

export const listUsers = (db: Reader): Promise<User[]> => users(db).orderBy('id').execute();

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export type UserChange = Partial<Pick<User, 'role' | 'email' | 'name'>>;

export const updateUser = async (db: Writer, id: number, change: UserChange): Promise<void> => {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
};

export const deleteUser = async (db: Reader, id: number): Promise<void> => {
  await db.deleteFrom('users').where('id', '=', id).execute();
};

export type ApplicationPassword = Selectable<ApplicationPasswordsTable>;

export const passwordsOf = (db: Reader, userId: number): Promise<ApplicationPassword[]> =>
  db.selectFrom('application_passwords').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export const findPassword = (db: Reader, secretHash: string): Promise<ApplicationPassword | undefined> =>
  db.selectFrom('application_passwords').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst();

export const deletePassword = async (db: Writer, id: number): Promise<void> => {
  await db.deleteFrom('application_passwords').where('id', '=', id).execute();
};

export const accountOfUser = (id: number): string => `user ${id}`;

/**
 * Erases a user's personal data. Records are reassigned to another user, or to id 0, which no user has. The audit log keeps the
 * changes and the user's id.
 */
export async function erasePerson(db: Writer, id: number, newAuthor: number, now: number): Promise<void> {
  const events = await db.selectFrom('events').select('id').where('author_id', '=', id).execute();
  const related = await db.selectFrom('linked_records').select(['id', 'kind']).where('author_id', '=', id).execute();
  for (const table of ['events', 'linked_records', 'media'] as const)
    await db.updateTable(table).set({ author_id: newAuthor }).where('author_id', '=', id).execute();
  const written = [...events.map((event) => ({ ...event, kind: 'event' as const })), ...related];
  for (const [kind, records] of Map.groupBy(written, (record) => record.kind)) {
    const ids = records.map((record) => record.id);
    await recordChanges(db, kind, ids, now);
  }
  const unnamed = { who: '', key_name: null, address: null };
  await db.updateTable('audit').set(unnamed).where('user_id', '=', id).execute();
  await db.deleteFrom('login_failures').where('account', '=', accountOfUser(id)).execute();
  await db.deleteFrom('idempotency_keys').where('account', '=', String(id)).execute();
  await deleteUser(db, id);
}

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
