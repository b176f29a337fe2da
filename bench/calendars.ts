// Calendars to measure: generated, or copied from an earlier one, as writes are measured too.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { createProgressBar } from '../src/commands/progress-bar.ts';
import { findUser } from '../src/resources/users/repository.ts';
import { addPassword } from '../src/resources/users/service.ts';
import { createDatabase, databaseAt } from '../test/support/servers/databases.ts';
import { fillCalendar } from './calendar/fill.ts';
import { writeCount } from './counts.ts';
import { type Target, targetOf } from './engine.ts';

export interface Calendar {
  events: number;
  engine: string;
  /** Data folder of the service. */
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** `Authorization` of an administrator. */
  credentials: string;
}

export interface CalendarOptions {
  events: number;
  seed: number;
  /** Temporary folder of this run. */
  folder: string;
  /** Folder of filled calendars by size: `100k/calendar.sqlite`. Missing ones are created there for later runs. */
  calendars: string | undefined;
}

/** A SQLite calendar of this size that may be written to. */
export async function sqliteCalendar({ events, seed, folder, calendars }: CalendarOptions): Promise<Calendar> {
  const own = join(folder, `sqlite-${writeCount(events)}`);
  const source = calendars === undefined ? own : join(calendars, writeCount(events).toLowerCase());
  const from = targetOf(source);
  if (!from.exists) await fill(from, { events, seed });
  const target = targetOf(own);
  if (!existsSync(target.name)) {
    mkdirSync(dirname(target.name), { recursive: true });
    cpSync(from.name, target.name);
  }
  return { events, engine: 'SQLite', folder: own, environment: {}, credentials: await credentialsOf(target) };
}

/** A calendar in a database on this server, which later runs reuse. */
export async function postgresCalendar(
  serverUrl: string,
  { events, seed, folder }: CalendarOptions,
): Promise<Calendar> {
  const name = `kalends_bench_${writeCount(events).toLowerCase()}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name]);
  await server.end();
  const url = rowCount === 0 ? await createDatabase(serverUrl, name) : databaseAt(serverUrl, name);
  const target = targetOf(url);
  if (rowCount === 0) await fill(target, { events, seed });
  const environment = { DATABASE_URL: url };
  const own = join(folder, name);
  return { events, engine: 'PostgreSQL', folder: own, environment, credentials: await credentialsOf(target) };
}

async function fill(target: Target, { events, seed }: Pick<CalendarOptions, 'events' | 'seed'>): Promise<void> {
  const store = await target.open();
  const progress = createProgressBar((line) => console.error(line));
  const now = Math.floor(Date.now() / 86_400_000) * 86_400;
  await fillCalendar(store, { events, seed, now, progress, loading: target.loading });
  await store.close();
}

async function credentialsOf(target: Target): Promise<string> {
  const store = await target.open();
  const { secret: password } = await store.write(async (db) => {
    const admin = await findUser(db, 'admin');
    if (!admin) throw new Error(`${target.name} was not filled by the generator.`);
    return addPassword(db, admin.id, { name: 'bench' }, 0);
  });
  await store.close();
  return `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
}
