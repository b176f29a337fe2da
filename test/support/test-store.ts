// An empty calendar on the engine that the tests run on.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { inject, onTestFinished, vi } from 'vitest';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { createDatabase } from './servers/databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres';
    /** A server on which databases can be created. */
    postgresUrl: string;
    /** Folder of the server's Unix socket, if it is on this machine. */
    postgresSocket: string | undefined;
  }
}

export interface TestStore {
  store: Store;
  /** Opens the same calendar as another process would. */
  openAgain(): Promise<Store>;
  /** Call this when all its stores are closed. */
  remove(): Promise<void>;
}

/** The initial contents of a calendar. The same name must stand for the same contents. */
export interface Contents<Filled> {
  name: string;
  fill(store: Store): Promise<Filled>;
}

const nothing: Contents<undefined> = { name: 'nothing', fill: async () => undefined };

/** `filled` is the result of `fill`, perhaps for an earlier store. */
export async function openTestStore(): Promise<TestStore>;
export async function openTestStore<Filled>(contents: Contents<Filled>): Promise<TestStore & { filled: Filled }>;
export async function openTestStore(contents: Contents<unknown> = nothing): Promise<TestStore & { filled: unknown }> {
  if (inject('engine') === 'sqlite') return openOnSqlite(contents);
  const opened = await openOnPostgres();
  return { ...opened, filled: await contents.fill(opened.store) };
}

export async function openOnSqlite<Filled>(
  contents: Contents<Filled | undefined> = nothing,
): Promise<TestStore & { filled: Filled | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-store-'));
  const path = join(folder, 'calendar.sqlite');
  const { file, filled } = await templateOf(contents);
  writeFileSync(path, file);
  const openAgain = async () => openSqlite({ path, synchronous: 'off' });
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  return { store: await openAgain(), openAgain, remove, filled };
}

interface Template<Filled> {
  file: Buffer;
  filled: Filled;
}

const templates = new Map<string, Promise<Template<unknown>>>();

/** A database file in the current format with the contents: a copy takes a millisecond, creating one takes fifteen. */
function templateOf<Filled>(contents: Contents<Filled>): Promise<Template<Filled>> {
  const template = templates.get(contents.name) ?? createTemplate(contents);
  templates.set(contents.name, template);
  return template as Promise<Template<Filled>>;
}

async function createTemplate<Filled>({ fill }: Contents<Filled>): Promise<Template<Filled>> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-template-'));
  const path = join(folder, 'calendar.sqlite');
  const store = openSqlite({ path, synchronous: 'off' });
  const filled = await fill(store);
  await store.close();
  const file = readFileSync(path);
  rmSync(folder, { recursive: true });
  return { file, filled };
}

interface Calendar {
  store: Store;
  openAgain(): Promise<Store>;
}

/** Emptied after each use and left open, because creating a database and connecting takes longer than most tests. */
const idle: Calendar[] = [];
let created = 0;

async function openOnPostgres(): Promise<TestStore> {
  const calendar = idle.pop() ?? (await createCalendar());
  const { store, openAgain } = calendar;
  let isInUse = true;
  return {
    store: Object.create(store, { close: { value: async () => undefined } }) as Store,
    openAgain,
    async remove() {
      if (!isInUse) return;
      isInUse = false;
      await store.write((db) => sql.raw(deleteAll).execute(db));
      idle.push(calendar);
    },
  };
}

let templateDatabase: Promise<string> | undefined;

/** A database with the tables of a calendar: making them takes six times as long as copying it. */
async function createTemplateDatabase(): Promise<string> {
  const url = await createEmptyDatabase();
  const store = await openPostgres({ url, poolSize: 1 });
  await store.close();
  return new URL(url).pathname.slice(1);
}

async function createCalendar(): Promise<Calendar> {
  templateDatabase ??= createTemplateDatabase();
  const url = new URL(await createTestDatabase(await templateDatabase));
  const socket = inject('postgresSocket');
  if (socket !== undefined) url.searchParams.set('host', socket);
  const openAgain = () => openPostgres({ url: url.href, poolSize: 3, maxVersionAgeMs: 60_000 });
  const store = await openAgain();
  await vi.waitUntil(() => store.version() > 0, { timeout: 10_000 });
  return { store, openAgain };
}

const databases = new Map<string, Promise<string>>();

/** The settings for a calendar of this folder on the engine of the tests. */
export async function databaseSettingsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  if (inject('engine') === 'sqlite') return {};
  const database = databases.get(folder) ?? createEmptyDatabase();
  databases.set(folder, database);
  return { DATABASE_URL: await database };
}

/** Copies a calendar that no process uses, with its images, for the program to use it in another folder. */
export async function copyCalendarOf(from: string, to: string): Promise<void> {
  const url = (await databaseSettingsOf(from))['DATABASE_URL'];
  if (url !== undefined) databases.set(to, createTestDatabase(new URL(url).pathname.slice(1)));
  cpSync(join(from, 'data'), join(to, 'data'), { recursive: true });
}

/** Opens the calendar that the program uses in this folder. */
export async function openCalendarOf(folder: string): Promise<Store> {
  const url = (await databaseSettingsOf(folder))['DATABASE_URL'];
  return url === undefined ? openSqlite({ path: join(folder, 'data/calendar.sqlite') }) : openPostgres({ url });
}

/** Returns a function that tells whether a process is writing to the calendar of the folder. */
export async function watchWriters(folder: string): Promise<() => Promise<boolean>> {
  const url = (await databaseSettingsOf(folder))['DATABASE_URL'];
  if (url === undefined) {
    const database = new BetterSqlite3(join(folder, 'data/calendar.sqlite'), { timeout: 0 });
    onTestFinished(() => void database.close());
    return async () => {
      try {
        database.exec('begin immediate; rollback');
        return false;
      } catch {
        return true;
      }
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const locks = `select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;
  return async () => (await client.query(locks)).rows.length > 0;
}

/** It is dropped at the end of the run. */
export const createEmptyDatabase = (): Promise<string> => createTestDatabase();

async function createTestDatabase(template?: string): Promise<string> {
  created += 1;
  const server = inject('postgresUrl');
  const run = new URL(server).searchParams.get('application_name');
  return createDatabase(server, `${run}_${process.pid}_${process.env['VITEST_POOL_ID']}_${created}`, template);
}

// `alter sequence … restart` would create a new file for each, which takes four times as long.
const deleteAll = `
  do $$
  begin
    delete from meta; delete from application_passwords; delete from users; delete from login_failures;
    delete from record_ids; delete from events; delete from geocoding_attempts; delete from linked_records;
    delete from record_texts; delete from former_slugs; delete from event_links; delete from terms; delete from term_texts;
    delete from event_terms; delete from event_counts; delete from media; delete from changes; delete from idempotency_keys;
    delete from audit; perform setval('audit_id_seq', 1, false);
    delete from webhooks; delete from webhook_deliveries;
    perform setval('users_id_seq', 1, false); perform setval('application_passwords_id_seq', 1, false);
    perform setval('record_ids_id_seq', 1, false); perform setval('terms_id_seq', 1, false); perform setval('changes_seq_seq', 1, false);
    perform setval('webhooks_id_seq', 1, false); perform setval('webhook_deliveries_id_seq', 1, false);
  end $$`;
