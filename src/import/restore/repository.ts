// Queries of a restore other than those for records.
import type { User } from '../../resources/users/repository.ts';
import type { Writer } from '../../store/store.ts';

export const insertUserAs = async (db: Writer, user: Omit<User, 'id'> & { id?: number }): Promise<number> =>
  (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;

/** Marks the id as used: a later user with it would own the records of the deleted one. */
export async function retireUserId(db: Writer, id: number): Promise<void> {
  const login = `removed-user-${id}`;
  await insertUserAs(db, { id, login, email: null, name: login, role: 'subscriber', created_at: 0 });
  await db.deleteFrom('users').where('id', '=', id).execute();
}
