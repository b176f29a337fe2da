// The users of an export, and the authors of its records.
import { readUser, ShapeProblem, type Values } from '../../export/records.ts';
import { findUser, findUserById, listUsers, type User } from '../../resources/users/repository.ts';
import type { Writer } from '../../store/store.ts';
import type { Reporter } from '../report.ts';
import type { AuthorOf } from './records.ts';

/** Adds the users of an export. An existing account of the same login stays as it is. */
export async function restoreUser(db: Writer, record: Values, reporter: Reporter, source: string): Promise<void> {
  const user = readUser(record);
  const { id, login, role, email } = user;
  const existing = await findUser(db, login);
  const subject = { source, record: `user "${login}"` };
  if (existing?.login.toLowerCase() === login.toLowerCase()) {
    reporter.count('users', 'unchanged');
    if (existing.role !== role)
      reporter.note(
        subject,
        'has a different role in the export; the role here is kept',
        `${role}, here ${existing.role}`,
      );
    return;
  }
  const isTaken = email !== null && (await findUser(db, email)) !== undefined;
  if (isTaken) reporter.note(subject, 'has an e-mail address that another user here has; restored without it');
  const isFree = id > 0 && (await findUserById(db, id)) === undefined;
  await insertUser(db, { ...user, email: isTaken ? null : email, id: isFree ? id : undefined });
  reporter.count('users', 'created');
}

const insertUser = async (db: Writer, user: Omit<User, 'id'> & { id: number | undefined }): Promise<void> =>
  void (await db.insertInto('users').values(user).execute());

/** Marks the id as used: a later user with it would own the records of the deleted one. */
async function retireUserId(db: Writer, id: number): Promise<void> {
  const login = `removed-user-${id}`;
  await insertUser(db, { id, login, email: null, name: login, role: 'subscriber', created_at: 0 });
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/**
 * Maps authors to users by login. The id of a deleted author is reserved; if it is in use here, another is taken.
 */
export async function createAuthors(db: Writer): Promise<{ authorOf: AuthorOf; retireRemoved(): Promise<void> }> {
  const users = await listUsers(db);
  const ids = new Map(users.map(({ login, id }) => [login.toLowerCase(), id]));
  const taken = new Set(ids.values());
  let last = users.reduce((highest, { id }) => Math.max(highest, id), 0);
  const removed = new Map<number, number>();
  const removedId = (author: number): number => {
    const id = removed.get(author) ?? (taken.has(author) ? last + 1 : author);
    taken.add(id);
    last = Math.max(last, id);
    removed.set(author, id);
    return id;
  };
  return {
    authorOf(author) {
      if (typeof author === 'number' && Number.isSafeInteger(author) && author >= 0)
        return author === 0 ? 0 : removedId(author);
      const id = typeof author === 'string' ? ids.get(author.toLowerCase()) : undefined;
      if (id === undefined)
        throw new ShapeProblem(`has an author who is not among the users, ${JSON.stringify(author)}`);
      return id;
    },
    async retireRemoved() {
      for (const id of [...removed.values()].sort((a, b) => a - b)) await retireUserId(db, id);
    },
  };
}
