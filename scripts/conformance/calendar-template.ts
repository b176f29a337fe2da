import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../src/core/roles.ts';
import { addUser } from '../../src/resources/users/service.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';

/** Ids 1 to 5, in this order. */
const users: readonly (readonly [login: string, role: Role])[] = [
  ['admin', 'administrator'],
  ['ed', 'editor'],
  ['ann', 'author'],
  ['con', 'contributor'],
  ['sub', 'subscriber'],
];

export interface CalendarTemplate {
  /** File of `login:password` lines. */
  credentials: string;
  /** Makes a data folder with a fresh calendar and returns its path. */
  copyTo(name: string): string;
}

/** A calendar with the five users of the corpus and nothing else, made once and copied for each file. */
export async function makeCalendarTemplate(folder: string): Promise<CalendarTemplate> {
  const template = join(folder, 'template');
  const credentials = join(folder, 'credentials.txt');
  mkdirSync(template, { recursive: true });
  const store = openSqlite({ path: join(template, 'calendar.sqlite'), synchronous: 'off' });
  const lines: string[] = [];
  for (const [login, role] of users) {
    const { password } = await store.write((db) => addUser(db, { login, role }, Math.floor(Date.now() / 1000)));
    lines.push(`${login}:${password}\n`);
  }
  await store.close();
  writeFileSync(credentials, lines.join(''), { mode: 0o600 });
  return {
    credentials,
    copyTo(name) {
      const data = join(folder, name);
      cpSync(template, data, { recursive: true });
      return data;
    },
  };
}
