// An empty calendar on the engine that the tests run on.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    /** Where databases can be made. */
    postgresUrl: string;
  }
}

export interface TestStore {
  store: Store;
  /** Opens the same calendar as another process would. */
  openAgain(): Promise<Store>;
  /** When all its stores are closed. */
  remove(): Promise<void>;
}

/** What a calendar contains from the start. The same name stands for the same content. */
export interface Contents<Filled> {
  name: string;
  fill(store: Store): Promise<Filled>;
}

const nothing: Contents<undefined> = { name: 'nothing', fill: async () => undefined };

/** `filled` is what `fill` of the contents returned, perhaps for an earlier store. */
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

/** A database file in the current format with the contents: a copy takes a millisecond, making one takes fifteen. */
function templateOf<Filled>(contents: Contents<Filled>): Promise<Template<Filled>> {
  const template = templates.get(contents.name) ?? makeTemplate(contents);
  templates.set(contents.name, template);
  return template as Promise<Template<Filled>>;
}

async function makeTemplate<Filled>({ fill }: Contents<Filled>): Promise<Template<Filled>> {
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

/** Emptied after each use and left open: databases and warm connections take longer to make than most tests last. */
const idle: Calendar[] = [];
let made = 0;

async function openOnPostgres(): Promise<TestStore> {
  const calendar = idle.pop() ?? (await makeCalendar());
  const { store, openAgain } = calendar;
  let isLent = true;
  return {
    store: Object.create(store, { close: { value: async () => undefined } }) as Store,
    openAgain,
    async remove() {
      if (!isLent) return;
      isLent = false;
      await store.write((db) => sql.raw(emptying).execute(db));
      idle.push(calendar);
    },
  };
}

async function makeCalendar(): Promise<Calendar> {
  const url = await makeDatabase();
  const openAgain = () => openPostgres({ url, poolSize: 3, maxVersionAgeMs: 60_000 });
  const store = await openAgain();
  await vi.waitUntil(() => store.version() > 0, { timeout: 10_000 });
  return { store, openAgain };
}

const databases = new Map<string, Promise<string>>();

/** What tells the program to keep the calendar of a folder on this engine. */
export async function engineOf(folder: string): Promise<Readonly<Record<string, string>>> {
  if (inject('engine') === 'sqlite') return {};
  const database = databases.get(folder) ?? makeDatabase();
  databases.set(folder, database);
  return { DATABASE_URL: await database };
}

/** The calendar that the program keeps for a folder. */
export async function openCalendarOf(folder: string): Promise<Store> {
  const url = (await engineOf(folder))['DATABASE_URL'];
  return url === undefined ? openSqlite({ path: join(folder, 'data/calendar.sqlite') }) : openPostgres({ url });
}

/** Answers whether somebody is writing to the calendar of a folder, again and again until the test ends. */
export async function watchWriters(folder: string): Promise<() => Promise<boolean>> {
  const url = (await engineOf(folder))['DATABASE_URL'];
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
  const held = `select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;
  return async () => (await client.query(held)).rows.length > 0;
}

/** A database of its own, with nothing in it; the run of the tests removes it. */
export async function makeDatabase(): Promise<string> {
  made += 1;
  const server = inject('postgresUrl');
  const run = new URL(server).searchParams.get('application_name');
  return createDatabase(server, `${run}_${process.pid}_${process.env['VITEST_POOL_ID']}_${made}`);
}

// `alter sequence … restart` would make a new file for each: four times the work.
const emptying = `
  do $$
  begin
    delete from meta; delete from application_passwords; delete from users; delete from login_failures;
    delete from record_ids; delete from events; delete from geocoding_attempts; delete from linked_records;
    delete from record_texts; delete from event_links; delete from terms; delete from term_texts;
    delete from event_terms; delete from event_counts; delete from media; delete from changes; delete from idempotency_keys;
    delete from audit; perform setval('audit_id_seq', 1, false);
    delete from webhooks; delete from webhook_deliveries;
    perform setval('users_id_seq', 1, false); perform setval('application_passwords_id_seq', 1, false);
    perform setval('record_ids_id_seq', 1, false); perform setval('terms_id_seq', 1, false); perform setval('changes_seq_seq', 1, false);
    perform setval('webhooks_id_seq', 1, false); perform setval('webhook_deliveries_id_seq', 1, false);
  end $$`;
