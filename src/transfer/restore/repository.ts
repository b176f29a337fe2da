// What restoring an export asks of and writes to the calendar, beside its records.
import type { User } from '../../resources/users/repository.ts';
import type { Reader, Writer } from '../../store/store.ts';

/** Users alone do not make a calendar. */
export async function hasContent(db: Reader): Promise<boolean> {
  const record = await db.selectFrom('record_ids').select('id').limit(1).executeTakeFirst();
  const term = await db.selectFrom('terms').select('id').limit(1).executeTakeFirst();
  return (record ?? term) !== undefined;
}

export async function setMeta(db: Writer, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export const insertUserAs = async (db: Writer, user: Omit<User, 'id'> & { id?: number }): Promise<number> =>
  (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;

/** No later user gets this id, which belongs to one who was removed, and with it that one's records. */
export async function retireUserId(db: Writer, id: number): Promise<void> {
  const login = `removed-user-${id}`;
  await insertUserAs(db, { id, login, email: null, name: login, role: 'subscriber', created_at: 0 });
  await db.deleteFrom('users').where('id', '=', id).execute();
}
