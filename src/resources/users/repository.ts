import { sql } from 'kysely';
import type { Role } from '../../core/roles.ts';
import type { Reader } from '../../store/store.ts';

export interface User {
  id: number;
  login: string;
  email: string | null;
  name: string;
  role: Role;
  created_at: number;
}

const users = (db: Reader) => db.selectFrom('users').select(['id', 'login', 'email', 'name', 'role', 'created_at']);
const asUser = (row: Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirst']>>): User | undefined =>
  row && { ...row, role: row.role as Role };

/** By login name or e-mail address, in any letter case. */
export async function findUser(db: Reader, loginOrEmail: string): Promise<User | undefined> {
  const column = loginOrEmail.includes('@') ? 'email' : 'login';
  const found = await findBy(db, column, loginOrEmail);
  if (found || column === 'login') return found;
  return findBy(db, 'login', loginOrEmail);
}

/** Both engines change the case of the letters A to Z only, and index that. */
export const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const findBy = async (db: Reader, column: 'login' | 'email', text: string): Promise<User | undefined> =>
  asUser(
    await users(db)
      .where(sql`lower(${sql.ref(column)})`, '=', lowered(text))
      .executeTakeFirst(),
  );

export const findUserById = async (db: Reader, id: number): Promise<User | undefined> =>
  asUser(await users(db).where('id', '=', id).executeTakeFirst());

export const listUsers = async (db: Reader): Promise<User[]> =>
  (await users(db).orderBy('id').execute()).map((row) => ({ ...row, role: row.role as Role }));

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertUser(db: Reader, user: Omit<User, 'id'>): Promise<number> {
  return (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;
}

export const deleteUser = async (db: Reader, id: number): Promise<void> => {
  await db.deleteFrom('users').where('id', '=', id).execute();
};

export interface ApplicationPassword {
  id: number;
  user_id: number;
  name: string;
  secret_hash: string;
  created_at: number;
  last_used_at: number | null;
}

const passwords = (db: Reader) =>
  db.selectFrom('application_passwords').select(['id', 'user_id', 'name', 'secret_hash', 'created_at', 'last_used_at']);

export const passwordsOf = (db: Reader, userId: number): Promise<ApplicationPassword[]> =>
  passwords(db).where('user_id', '=', userId).orderBy('id').execute();

export const findPassword = (db: Reader, secretHash: string): Promise<ApplicationPassword | undefined> =>
  passwords(db).where('secret_hash', '=', secretHash).executeTakeFirst();

export async function insertPassword(
  db: Reader,
  password: Omit<ApplicationPassword, 'id' | 'last_used_at'>,
): Promise<number> {
  return (await db.insertInto('application_passwords').values(password).returning('id').executeTakeFirstOrThrow()).id;
}

/** Answers whether there was one. */
export async function deletePassword(db: Reader, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('application_passwords')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const touchPassword = async (db: Reader, id: number, now: number): Promise<void> => {
  await db.updateTable('application_passwords').set({ last_used_at: now }).where('id', '=', id).execute();
};
