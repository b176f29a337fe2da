// Opens a calendar: a file in its data folder, or a PostgreSQL database.
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config/settings.ts';
import { errorCodeOf, whyUnwritable } from './core/errors.ts';
import { OperationFailed } from './shell.ts';
import { findMeta } from './store/meta.ts';
import { type Migration, MigrationError, readMigrations } from './store/migrate.ts';
import { type PostgresOptions, serverUrls } from './store/postgres/connection.ts';
import { primaryCodeOf } from './store/sqlite/errors.ts';
import type { OnDatabaseChange, Store } from './store/store.ts';

/** `data` is required on PostgreSQL too, for image files. */
export type CalendarPlace = Pick<Config, 'data'> & Partial<Config>;

export interface OpenOptions extends Pick<PostgresOptions, 'report' | 'meter' | 'mustExist'> {
  /** The calendar will be replaced, so other files of a lost one, or the remains of an earlier attempt, do not matter. */
  isReplaced?: boolean;
}

/** There is no calendar yet. */
export class NoCalendar extends OperationFailed {}

const databasePath = (data: string): string => join(data, 'calendar.sqlite');

/** Opens and migrates the calendar, creating it if necessary. Throws OperationFailed. */
export async function openOrCreateCalendar(place: CalendarPlace, options: OpenOptions = {}): Promise<Store> {
  const store = await (place.databaseUrl === undefined
    ? openFolder(place, options)
    : openDatabase(place, place.databaseUrl, options));
  return options.isReplaced ? store : assertComplete(store, place);
}

/** Opens and migrates an existing calendar. Throws NoCalendar, OperationFailed. */
export async function openCalendar(place: CalendarPlace, options: OpenOptions = {}): Promise<Store> {
  if (place.databaseUrl === undefined && databaseSizeOf(place.data) === undefined)
    throw new NoCalendar(
      `There is no calendar in ${place.data}: run this in the folder of kalends.env, or give --data. ${howToCreate}`,
    );
  return openOrCreateCalendar(place, { ...options, mustExist: true });
}

/** Says where it creates a calendar: nothing else shows that the command was run in the wrong folder. */
export async function openOrAnnounceCalendar(place: CalendarPlace, announce: (text: string) => void): Promise<Store> {
  try {
    return await openCalendar(place);
  } catch (error) {
    if (!(error instanceof NoCalendar)) throw error;
    const store = await openOrCreateCalendar(place);
    announce(`Created a calendar in ${nameOf(place)}.`);
    return store;
  }
}

/** Throws OperationFailed for the remains of a restore or copy that was killed. */
async function assertComplete(store: Store, place: CalendarPlace): Promise<Store> {
  if ((await findMeta(store.reader, 'copy_started')) === undefined) return store;
  await store.close();
  throw new OperationFailed(
    `A restore or copy into ${nameOf(place)} was interrupted, so the calendar is empty. Repeat it, or delete that database to start a new calendar.`,
  );
}

const howToCreate = '"kalends serve" creates one.';

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
  const servers = serverUrls(databaseUrl).map((url) => new URL(url));
  return `the database ${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname}`;
}

/** The format that this version migrates a calendar to. */
export const newestFormat = ({ databaseUrl }: CalendarPlace): Migration =>
  readMigrations(databaseUrl === undefined ? 'sqlite' : 'postgres').at(-1) as Migration;

async function openDatabase(place: CalendarPlace, url: string, options: OpenOptions): Promise<Store> {
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
    if (error instanceof NoCalendarYet)
      throw new NoCalendar(`There is no calendar in ${nameOf(place)}. ${howToCreate}`);
    if (error instanceof PostgresProblem || error instanceof MigrationError) throw new OperationFailed(error.message);
    throw error;
  }
}

async function openFolder({ data, synchronous = 'full' }: CalendarPlace, options: OpenOptions): Promise<Store> {
  makeDataFolder(data);
  const path = databasePath(data);
  if (!databaseSizeOf(data) && !options.isReplaced) assertNothingLost(data);
  makePrivate(data, options.report);
  const { openSqlite } = await import('./store/sqlite/store.ts');
  const { openWithReserve } = await import('./store/sqlite/files/reserve.ts');
  try {
    return openWithReserve(path, () => openSqlite({ path, synchronous, report: options.report, meter: options.meter }));
  } catch (error) {
    throw new OperationFailed(describeOpenError(error, path));
  }
}

/** Returns the folders that it created, innermost first. Throws OperationFailed. */
export function makeDataFolder(data: string): string[] {
  try {
    return makeFolder(data);
  } catch (error) {
    throw new OperationFailed(`The data folder ${data} cannot be created: ${reasonOf(error)}.`);
  }
}

/** Not `recursive`: below a folder like /proc, which reports ENOENT for every mkdir, Node would retry forever. */
function makeFolder(path: string): string[] {
  try {
    mkdirSync(path, { mode: 0o700 });
    return [path];
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return [];
    if (codeOf(error) !== 'ENOENT') throw error;
    const parent = dirname(path);
    if (existsSync(parent)) throw new Error(`${parent} does not allow folders`);
    const parents = makeFolder(parent);
    return [...makeFolder(path), ...parents];
  }
}

/** `undefined` if there is no database. Throws OperationFailed if that cannot be found out, as in another user's folder. */
function databaseSizeOf(data: string): number | undefined {
  const path = databasePath(data);
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch (error) {
    throw new OperationFailed(`The database ${path} cannot be opened: ${reasonOf(error)}.`);
  }
}

/** Throws OperationFailed if the database is gone but other files remain: an empty calendar must not replace it. */
function assertNothingLost(data: string): void {
  const path = databasePath(data);
  const [log, media] = [`${path}-wal`, join(data, 'media')];
  const rest = sizeOf(log) > 0 ? log : hasFiles(media) ? media : undefined;
  if (rest === undefined) return;
  const state = existsSync(path) ? 'empty' : 'missing';
  throw new OperationFailed(
    `The database ${path} is ${state}, but ${rest} exists. Restore the database from a backup, or move the other files away to start a new calendar.`,
  );
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const hasFiles = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

const privateFiles = ['calendar.sqlite', 'calendar.sqlite-wal', 'calendar.sqlite-shm', 'media', 'imports'];

/**
 * Creates the database and removes other users' permissions from a calendar's files, for example restored ones; SQLite
 * gives its other files the permissions of the database. A failure is only reported, because the service can still run.
 */
function makePrivate(data: string, report: OnDatabaseChange | undefined): void {
  try {
    writeFileSync(databasePath(data), '', { flag: 'a', mode: 0o600 });
  } catch {
    // SQLite will say why.
  }
  for (const name of privateFiles) {
    const path = join(data, name);
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(path, mode & 0o700);
    } catch (error) {
      report?.('exposed', new Error(`${path} can be read by others: ${reasonOf(error)}`));
    }
  }
}

function describeOpenError(error: unknown, path: string): string {
  if (error instanceof MigrationError) return error.message;
  switch (codeOf(error)) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return `The database ${path} is damaged or not a calendar; restore it from a backup.`;
    case 'SQLITE_BUSY':
      return `The database ${path} is locked by another program; try again when that has finished.`;
    case 'SQLITE_FULL':
      return `The disk is full: the database ${path} cannot be opened.`;
    default:
      return `The database ${path} cannot be opened for writing: ${reasonOf(error)}.`;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'a file has this name',
  // Missing folders are created, so only a dangling link remains.
  ENOENT: 'a symbolic link in the path is broken',
  SQLITE_READONLY: 'it is read-only',
  SQLITE_CANTOPEN: 'the folder does not allow it',
};

const reasonOf = (error: unknown): string => reasons[codeOf(error)] ?? whyUnwritable(error);

const codeOf = (error: unknown): string => primaryCodeOf(error) || errorCodeOf(error);
