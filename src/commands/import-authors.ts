// Whose the records are that an import brings.

import { importAuthor } from '../import/merge/pages.ts';
import { listUsers } from '../resources/users/repository.ts';
import type { Store } from '../store/store.ts';
import type { AuthorOptions } from './import.ts';
import { OperationFailed } from './shell.ts';

/** Everything belongs to one user, except what the list of authors gives to others. Throws OperationFailed. */
export async function authorsOf(
  { author, authors }: AuthorOptions,
  { reader }: Store,
): Promise<(theirs: string) => number> {
  const users = new Map((await listUsers(reader)).map(({ login, id }) => [login.toLowerCase(), id]));
  const idOf = (login: string): number => {
    const id = users.get(login.toLowerCase());
    if (id === undefined)
      throw new OperationFailed(`There is no user "${login}" to give records to; "kalends user add" makes one.`);
    return id;
  };
  const authorId = author === undefined ? await importAuthor(reader) : idOf(author);
  const named = new Map([...authors].map(([theirs, login]) => [theirs, idOf(login)]));
  return (theirs) => named.get(theirs) ?? authorId;
}
