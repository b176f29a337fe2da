import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../src/core/roles.ts';
import { addUser } from '../../src/resources/users/service.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { createDatabase } from '../../test/support/servers/databases.ts';

/** Ids 1 to 5, in this order. */
const users: readonly (readonly [login: string, role: Role])[] = [
  ['admin', 'administrator'],
  ['ed', 'editor'],
  ['ann', 'author'],
  ['con', 'contributor'],
  ['sub', 'subscriber'],
];

export type CalendarTemplate = Awaited<ReturnType<typeof createCalendarTemplate>>;

/** A calendar with the five users of the corpus, copied for each file: as a data folder, or on a PostgreSQL server. */
export async function createCalendarTemplate(folder: string, server?: string) {
  const template = join(folder, 'template');
  const credentials = join(folder, 'credentials.txt');
  mkdirSync(template, { recursive: true });
  const run = `kalends_conformance_${process.pid}`;
  const url = server && (await createDatabase(server, run));
  const store = url
    ? await openPostgres({ url })
    : openSqlite({ path: join(template, 'calendar.sqlite'), synchronous: 'off' });
  await addUsers(store, credentials);
  await store.close();
  return {
    /** File of `login:password` lines. */
    credentials,
    /** Creates a new calendar: its data folder, and the environment of a service on it. */
    async copyTo(name: string) {
      const data = join(folder, name);
      cpSync(template, data, { recursive: true });
      const copy = `${run}_${name.replace(/[^a-z0-9]/g, '_')}`;
      return { data, environment: server ? { DATABASE_URL: await createDatabase(server, copy, run) } : {} };
    },
  };
}

async function addUsers(store: Store, credentials: string): Promise<void> {
  const lines: string[] = [];
  for (const [login, role] of users) {
    const { password } = await store.write((db) => addUser(db, { login, role }, Math.floor(Date.now() / 1000)));
    lines.push(`${login}:${password}\n`);
  }
  writeFileSync(credentials, lines.join(''), { mode: 0o600 });
}
