import type pg from 'pg';
import { type Applied, type Format, missingMigrations } from '../migrate.ts';
import type { PostgresOptions } from './connection.ts';
import { readFormat } from './format.ts';
import { isWorthRepeating, NoCalendarYet, PostgresProblem } from './problems.ts';
import { calendarNumber, turnToWrite } from './turns.ts';

const oldestVersion = 140_000;
/** Of all processes that start at once, one migrates; the others wait for it and find nothing to do. */
const migrationLock = "select pg_advisory_xact_lock(hashtext('kalends migrations'))";

/**
 * Others go on while the format changes. Whoever has read one of these tables and waits for the next would be in the way
 * of a change that has the next and waits for the first, and minutes of it would be lost: it takes them before it begins,
 * and no writer is under way then.
 */
const untouched = `${turnToWrite(calendarNumber)};
  lock table events, linked_records, record_texts, event_links, event_terms in access exclusive mode`;
const mostAttempts = 10;

interface Server {
  number: number;
  version: string;
  encoding: string;
  isReadOnly: boolean;
  schema: string | null;
}

type FormatOptions = Pick<PostgresOptions, 'mustExist' | 'tell'>;

/** Brings the schema of the connection to this program's format. Throws PostgresProblem, NoCalendarYet or MigrationError. */
export async function migrate(
  client: pg.ClientBase,
  { mustExist, tell }: FormatOptions,
  format = readFormat(),
): Promise<void> {
  await assertUsable(client);
  const isThere = await hasCalendar(client);
  if (mustExist && !isThere) throw new NoCalendarYet();
  // Nothing is locked where nothing is to be done, and a user without the right to make tables will do.
  if (isThere && missingMigrations(await appliedTo(client), format).length === 0) return;
  if (isThere) tell?.('migrating');
  await repeated(() => change(client, format));
  if (isThere) tell?.('migrated');
}

async function change(client: pg.ClientBase, format: Format): Promise<void> {
  try {
    await client.query(
      `begin isolation level read committed; set local statement_timeout = 0; set local lock_timeout = 0; ${migrationLock}`,
    );
    await client.query(`create table if not exists migrations
      (id integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = await appliedTo(client);
    const missing = missingMigrations(applied, format);
    if (applied.length > 0 && missing.length > 0) await client.query(untouched);
    if (missing.length > 0) await provideTrigrams(client);
    for (const { id, name, checksum, sql } of missing) {
      await client.query(sql);
      await client.query('insert into migrations (id, name, checksum) values ($1, $2, $3)', [id, name, checksum]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The server breaks a deadlock off where it finds it, and that may be here. */
async function repeated(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthRepeating(error) || attempt === mostAttempts) throw error;
    }
  }
}

export async function assertUsable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Server>(`select current_setting('server_version_num')::int as number,
    current_setting('server_version') as version, current_setting('server_encoding') as encoding,
    current_setting('transaction_read_only') = 'on' as "isReadOnly", current_schema() as schema`);
  const server = rows[0] as Server;
  if (server.number < oldestVersion)
    throw new PostgresProblem(
      `The database server is PostgreSQL ${server.version}; Kalends needs PostgreSQL 14 or newer.`,
    );
  if (server.encoding !== 'UTF8')
    throw new PostgresProblem(
      `The database has the encoding ${server.encoding}; Kalends needs one that was made with encoding 'UTF8'.`,
    );
  if (server.isReadOnly)
    throw new PostgresProblem(
      'The database is read-only: it is a standby, or was made so. DATABASE_URL has to name the primary.',
    );
  if (server.schema === null)
    throw new PostgresProblem('The user of DATABASE_URL sees no schema: none of its search_path is there.');
}

export const appliedTo = async (client: pg.ClientBase): Promise<Applied[]> =>
  (await client.query<Applied>('select id, checksum from migrations')).rows;

export async function hasCalendar(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass(quote_ident(current_schema()) || '.migrations')::text as found`,
  );
  return rows[0]?.found != null;
}

/** Search needs pg_trgm alone: texts are stored without accents and case already, so unaccent has nothing to do. */
async function provideTrigrams(client: pg.ClientBase): Promise<void> {
  if (!(await trigramSchema(client))) {
    await client.query('savepoint trigrams');
    await client.query('create extension if not exists pg_trgm').catch(async () => {
      await client.query('rollback to savepoint trigrams');
    });
  }
  const schema = await trigramSchema(client);
  if (schema === undefined)
    throw new PostgresProblem(
      'The extension pg_trgm is missing, and this user may not add it; an administrator runs in this database: create extension pg_trgm;',
    );
  // Its operators may lie in a schema that this connection does not look into.
  await client.query(
    `select set_config('search_path', quote_ident(current_schema()) || ',' || quote_ident($1), true)`,
    [schema],
  );
}

async function trigramSchema(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
  );
  return rows[0]?.name;
}
