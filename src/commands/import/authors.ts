// The users here who own imported records.
import { listUsers, type User } from '../../resources/users/repository.ts';
import { OperationFailed } from '../../shell.ts';
import type { Reader } from '../../store/store.ts';

export interface AuthorOptions {
  author: string | undefined;
  /** Logins here, by author at the source. */
  authors: ReadonlyMap<string, string>;
}

/** Records belong to one user, except those of mapped authors. Throws OperationFailed. */
export async function authorsOf({ author, authors }: AuthorOptions, db: Reader): Promise<(author: string) => number> {
  const users = await listUsers(db);
  const idOf = (login: string): number => {
    const user = users.find((one) => one.login.toLowerCase() === login.toLowerCase());
    if (user === undefined)
      throw new OperationFailed(`There is no user "${login}" to give records to; "kalends user add" makes one.`);
    return user.id;
  };
  const authorId = author === undefined ? defaultAuthor(users) : idOf(author);
  const idByAuthor = new Map([...authors].map(([theirs, login]) => [theirs, idOf(login)]));
  return (theirs) => idByAuthor.get(theirs) ?? authorId;
}

/** The first administrator, else the first user, else the user that the first start of the service creates. */
const defaultAuthor = (users: readonly User[]): number =>
  (users.find(({ role }) => role === 'administrator') ?? users[0])?.id ?? 1;
