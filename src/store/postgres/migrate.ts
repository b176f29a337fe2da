import type pg from 'pg';
import { type Applied, type Migration, missingMigrations, readMigrations } from '../migrate.ts';
import type { PostgresOptions } from './connection.ts';
import { isDiskFull, isRetryable, NoCalendarYet, PostgresProblem } from './problems.ts';
import { calendarNumber, takeWriteLock } from './write-lock.ts';

const oldestVersion = 140_000;
/** Processes that start together migrate one after the other; all but the first find nothing to do. */
const migrationLock = "select pg_advisory_xact_lock(hashtext('kalends migrations'))";

/**
 * Other processes keep running during a migration. Taking the write lock and these tables first prevents deadlocks with
 * their queries, which would abort the migration after minutes of work.
 */
const lockTables = `${takeWriteLock(calendarNumber)};
  lock table events, linked_records, record_texts, event_links, event_terms in access exclusive mode`;
const maxAttempts = 10;

interface Server {
  number: number;
  version: string;
  encoding: string;
  isReadOnly: boolean;
  schema: string | null;
}

type FormatOptions = Pick<PostgresOptions, 'mustExist' | 'report'>;

/** Migrates the schema of the connection. Throws PostgresProblem, NoCalendarYet or MigrationError. */
export async function migrate(
  client: pg.ClientBase,
  { mustExist, report }: FormatOptions,
  format = readMigrations('postgres'),
): Promise<void> {
  await assertUsable(client);
  const isThere = await hasCalendar(client);
  if (mustExist && !isThere) throw new NoCalendarYet();
  // An up-to-date calendar needs no lock, and no right to create tables.
  if (isThere && missingMigrations(await appliedTo(client), format).length === 0) return;
  if (isThere) report?.('migrating');
  await retryAborted(() => change(client, format));
  if (isThere) report?.('migrated');
}

async function change(client: pg.ClientBase, format: readonly Migration[]): Promise<void> {
  try {
    await client.query(
      `begin isolation level read committed; set local statement_timeout = 0; set local lock_timeout = 0; ${migrationLock}`,
    );
    await client.query(`create table if not exists migrations
      (id integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = await appliedTo(client);
    const missing = missingMigrations(applied, format);
    if (applied.length > 0 && missing.length > 0) await client.query(lockTables);
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

/** The server may resolve a deadlock by aborting the migration. */
async function retryAborted(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error;
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
    throw new PostgresProblem(`The database has the encoding ${server.encoding}; Kalends needs encoding 'UTF8'.`);
  if (server.isReadOnly)
    throw new PostgresProblem('The database is read-only, for example a standby; DATABASE_URL must name the primary.');
  if (server.schema === null)
    throw new PostgresProblem('No schema in the search_path of the DATABASE_URL user exists.');
}

export const appliedTo = async (client: pg.ClientBase): Promise<Applied[]> =>
  (await client.query<Applied>('select id, checksum from migrations')).rows;

export async function hasCalendar(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass(quote_ident(current_schema()) || '.migrations')::text as found`,
  );
  return rows[0]?.found != null;
}

/** Search needs pg_trgm only; texts are stored without accents and case, so unaccent is not needed. */
async function provideTrigrams(client: pg.ClientBase): Promise<void> {
  if (!(await trigramSchema(client))) {
    await client.query('savepoint trigrams');
    await client.query('create extension if not exists pg_trgm').catch(async (error: unknown) => {
      if (isDiskFull(error)) throw error;
      await client.query('rollback to savepoint trigrams');
    });
  }
  const { name: schema, missingGrant } = (await trigramSchema(client)) ?? {};
  if (schema === undefined)
    throw new PostgresProblem(
      'The extension pg_trgm is missing and this user may not create it; have an administrator run in this database: create extension pg_trgm;',
    );
  if (missingGrant)
    throw new PostgresProblem(
      `This user may not use the extension pg_trgm; have an administrator run in this database: ${missingGrant};`,
    );
  // Its operators may be in a schema outside the search_path.
  await client.query(
    `select set_config('search_path', quote_ident(current_schema()) || ',' || quote_ident($1), true)`,
    [schema],
  );
}

async function trigramSchema(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; missingGrant: string | null }>(
    `select n.nspname as name, case when not has_schema_privilege(n.oid, 'usage')
        then format('grant usage on schema %I to %I', n.nspname, current_user) end as "missingGrant"
      from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
  );
  return rows[0];
}
