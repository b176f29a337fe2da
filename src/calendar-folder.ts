// The folder that holds a calendar, and opening the database in it.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperationFailed } from './commands/shell.ts';
import { MigrationError } from './store/migrate.ts';
import { openSqlite } from './store/sqlite/store.ts';
import type { Store } from './store/store.ts';

export interface CalendarFolder {
  /** Path of the data folder. */
  data: string;
  synchronous?: 'full' | 'normal' | 'off';
}

export const databasePath = (data: string): string => join(data, 'calendar.sqlite');

/** Opens and migrates the calendar, making folder and database where there are none. Throws OperationFailed. */
export function openOrMakeCalendar({ data, synchronous = 'full' }: CalendarFolder): Store {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OperationFailed(`The data folder ${data} cannot be made: ${reason(error)}.`);
  }
  const path = databasePath(data);
  try {
    return openSqlite({ path, synchronous });
  } catch (error) {
    throw new OperationFailed(sentence(error, path));
  }
}

/** Opens and migrates a calendar that is there already. Throws OperationFailed. */
export function openCalendar(folder: CalendarFolder): Store {
  if (!existsSync(databasePath(folder.data))) {
    throw new OperationFailed(
      `There is no calendar in ${folder.data}. "kalends serve" and "kalends user add" make one.`,
    );
  }
  return openOrMakeCalendar(folder);
}

/** Runs `work` on an open calendar and closes it, whatever happens. */
export async function withCalendar<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function sentence(error: unknown, path: string): string {
  if (error instanceof MigrationError) return error.message;
  switch (codeOf(error)) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return `The database ${path} is damaged or is no calendar; restore it from a backup.`;
    case 'SQLITE_BUSY':
      return `The database ${path} is held by another program; try again when that has ended.`;
    case 'SQLITE_FULL':
      return `The disk is full: the database ${path} cannot be opened.`;
    default:
      return `The database ${path} cannot be opened for writing: ${reason(error)}.`;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'there is a file of this name',
  ENOTDIR: 'a part of the path is a file',
  SQLITE_READONLY: 'it is read-only',
  SQLITE_CANTOPEN: 'the folder does not allow it',
};

const reason = (error: unknown): string =>
  reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));

/** Extended codes such as SQLITE_READONLY_DBMOVED count as their family. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
}
