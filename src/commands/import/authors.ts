// The users here who own imported records.
import { listUsers } from '../../resources/users/repository.ts';
import { OperationFailed } from '../../shell.ts';
import type { Reader } from '../../store/store.ts';

export interface AuthorOptions {
  author: string | undefined;
  /** Logins here, by author at the source. */
  authors: ReadonlyMap<string, string>;
}

/** Records belong to one user, except those of mapped authors. Throws OperationFailed. */
export async function authorsOf({ author, authors }: AuthorOptions, db: Reader): Promise<(author: string) => number> {
  const users = new Map((await listUsers(db)).map(({ login, id }) => [login.toLowerCase(), id]));
  const idOf = (login: string): number => {
    const id = users.get(login.toLowerCase());
    if (id === undefined)
      throw new OperationFailed(`There is no user "${login}" to give records to; "kalends user add" makes one.`);
    return id;
  };
  const authorId = author === undefined ? await defaultAuthor(db) : idOf(author);
  const idByAuthor = new Map([...authors].map(([theirs, login]) => [theirs, idOf(login)]));
  return (theirs) => idByAuthor.get(theirs) ?? authorId;
}

/** The first administrator, else the first user, else the user that the first start of the service creates. */
async function defaultAuthor(db: Reader): Promise<number> {
  const users = await listUsers(db);
  return (users.find(({ role }) => role === 'administrator') ?? users[0])?.id ?? 1;
}
