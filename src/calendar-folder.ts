// Where a calendar is, a file in its data folder or a PostgreSQL database, and opening it there.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config/settings.ts';
import { OperationFailed } from './shell.ts';
import { MigrationError } from './store/migrate.ts';
import { addressesOf } from './store/postgres/address.ts';
import type { PostgresOptions } from './store/postgres/connection.ts';
import { familyOf } from './store/sqlite/errors.ts';
import type { OnDatabaseChange, Store } from './store/store.ts';
import type { StoreMeter } from './store/store-meter.ts';

/** `data` is there on both engines: images are files. */
export type CalendarPlace = Pick<Config, 'data'> &
  Partial<
    Pick<
      Config,
      | 'synchronous'
      | 'databaseUrl'
      | 'databaseReplicaUrls'
      | 'databaseListenUrl'
      | 'databasePooler'
      | 'databaseConnections'
      | 'databaseTimeoutSeconds'
    >
  >;

/** Who hears of what becomes of the database. */
export interface Told {
  tell?: OnDatabaseChange;
  meter?: StoreMeter | undefined;
}

/** There is none yet. */
export class NoCalendar extends OperationFailed {}

const databasePath = (data: string): string => join(data, 'calendar.sqlite');

/** Opens and migrates the calendar, making what is not there. Throws OperationFailed. */
export const openOrMakeCalendar = (place: CalendarPlace, told: Told = {}): Promise<Store> =>
  place.databaseUrl === undefined ? openFolder(place, told) : openDatabase(place, place.databaseUrl, told);

/** Opens and migrates a calendar that is there already. Throws NoCalendar, OperationFailed. */
export async function openCalendar(place: CalendarPlace, told: Told = {}): Promise<Store> {
  if (place.databaseUrl !== undefined) return openDatabase(place, place.databaseUrl, { ...told, mustExist: true });
  if (existsSync(databasePath(place.data))) return openFolder(place, told);
  throw new NoCalendar(`There is no calendar in ${place.data}. ${makers}`);
}

const makers = '"kalends serve" and "kalends user add" make one.';

/** Runs `work` on an open calendar and closes it, whatever happens. */
export async function withCalendar<T>(opening: Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await opening;
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** For messages, without a password. */
export function nameOf({ data, databaseUrl }: CalendarPlace): string {
  if (databaseUrl === undefined) return data;
  const servers = addressesOf(databaseUrl).map((address) => new URL(address));
  return `the database ${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname}`;
}

/** The format that this program brings a calendar to. */
export async function newestFormat({ databaseUrl }: CalendarPlace): Promise<{ id: number; name: string }> {
  const { readFormat } = await (databaseUrl === undefined
    ? import('./store/sqlite/format.ts')
    : import('./store/postgres/format.ts'));
  return readFormat().migrations.at(-1) as { id: number; name: string };
}

async function openDatabase(
  place: CalendarPlace,
  url: string,
  options: Pick<PostgresOptions, 'tell' | 'meter' | 'mustExist'>,
): Promise<Store> {
  const { openPostgres } = await import('./store/postgres/store.ts');
  const { NoCalendarYet, PostgresProblem } = await import('./store/postgres/problems.ts');
  try {
    return await openPostgres({
      ...options,
      url,
      replicaUrls: place.databaseReplicaUrls,
      listenUrl: place.databaseListenUrl,
      pooler: place.databasePooler,
      poolSize: place.databaseConnections,
      statementTimeoutMs: (place.databaseTimeoutSeconds ?? 0) * 1000,
    });
  } catch (error) {
    if (error instanceof NoCalendarYet) throw new NoCalendar(`There is no calendar in ${nameOf(place)}. ${makers}`);
    if (error instanceof PostgresProblem || error instanceof MigrationError) throw new OperationFailed(error.message);
    throw error;
  }
}

async function openFolder({ data, synchronous = 'full' }: CalendarPlace, told: Told): Promise<Store> {
  try {
    makeFolder(data);
  } catch (error) {
    throw new OperationFailed(`The data folder ${data} cannot be made: ${reason(error)}.`);
  }
  const path = databasePath(data);
  if (!existsSync(path)) makePrivate(path);
  const { openSqlite } = await import('./store/sqlite/store.ts');
  const { openWithReserve } = await import('./store/sqlite/reserve.ts');
  try {
    return openWithReserve(path, () => openSqlite({ path, synchronous, ...told }));
  } catch (error) {
    throw new OperationFailed(sentence(error, path));
  }
}

/** Step by step: Node's own way tries for ever where what holds the folder denies that it is there, as /proc does. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT') throw error;
    const parent = dirname(path);
    if (existsSync(parent)) throw new Error(`${parent} takes no folders`);
    makeFolder(parent);
    makeFolder(path);
  }
}

/**
 * SQLite would create it with the permissions of the folder. The files beside it, such as the log, get the same permissions.
 * Where it cannot be made, the engine finds out the same.
 */
function makePrivate(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  } catch {}
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
  // Folders that are not there are made.
  ENOENT: 'a link in the path leads nowhere',
  SQLITE_READONLY: 'it is read-only',
  SQLITE_CANTOPEN: 'the folder does not allow it',
};

const reason = (error: unknown): string =>
  reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));

const codeOf = (error: unknown): string =>
  familyOf(error) || (error instanceof Error && 'code' in error ? String(error.code) : '');
