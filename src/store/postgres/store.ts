import { Kysely } from 'kysely';
import pg from 'pg';
import { MigrationError } from '../migrate.ts';
import type { Database } from '../schema.ts';
import type { Store } from '../store.ts';
import { createTransactions } from '../transactions.ts';
import { connectionConfig, type PostgresOptions, targetOf } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { postgresKyselyDialect, rowTypes } from './driver.ts';
import { migrate } from './migrate.ts';
import { isWorthRepeating, NoCalendarYet, problemOf } from './problems.ts';
import { createVersionWatch, type VersionWatch } from './version-watch.ts';

/** Who waits longer for a turn to write is told to come back. */
const patienceMs = 10_000;

/**
 * A pool of connections to read and write with, and one to listen on. Writers of all processes take turns by a lock
 * that ends with the transaction: what a writer has read stays true until it commits, numbers of the log of changes
 * become visible in their order, and no transaction is broken off by another one of ours.
 *
 * Throws PostgresProblem or MigrationError, each with one sentence.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const calendar = await prepare(options);
  const channel = `kalends_${calendar}`;
  const { poolSize = 10, pooler = 'none', listenUrl } = options;
  const config = { ...connectionConfig(options), types: rowTypes };
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
  });
  // Who works with a connection is told by its query; the pool replaces an idle one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const listening = pooler === 'none' ? config : listenUrl && { ...config, ...connectionConfig({ url: listenUrl }) };
  const watch = createVersionWatch({
    client: listening ? () => new pg.Client({ ...listening, connectionTimeoutMillis: 5000 }) : undefined,
    channel,
    nowMs: () => performance.now(),
    reliedOnMs: options.reliedOnMs ?? 1000,
    tell: options.tell ?? (() => undefined),
  });
  return storeOver(pool, { calendar, channel, prepared: pooler === 'none', watch });
}

interface Parts {
  /** Number of this calendar within its database. */
  calendar: number;
  channel: string;
  prepared: boolean;
  watch: VersionWatch;
}

function storeOver(pool: pg.Pool, { calendar, channel, prepared, watch }: Parts): Store {
  const db = new Kysely<Database>({
    dialect: postgresKyselyDialect({
      pool,
      prepared,
      begin: `begin; set local lock_timeout = ${patienceMs}; select pg_advisory_xact_lock(1262701689, ${calendar})`,
      commit: `with raised as (update calendar_version set number = number + 1
          where pg_current_xact_id_if_assigned() is not null returning number)
        select number, pg_notify('${channel}', number::text) from raised; commit`,
      committed: ([raised]) => watch.saw((raised?.rows[0] as { number: number } | undefined)?.number ?? 0),
    }),
  });
  const { current, inTurn, ...transactions } = createTransactions({
    execute: (work) => db.transaction().execute(work),
    isWorthRepeating,
    patienceMs,
  });
  return {
    ...transactions,
    dialect: postgresDialect,
    get reader() {
      return current() ?? db;
    },
    version: watch.version,
    versionOnArrival: watch.version,
    close: () =>
      inTurn(async () => {
        await watch.stop();
        await db.destroy();
      }),
  };
}

/** Brings the calendar to this program's format and answers its number within the database. */
async function prepare(options: PostgresOptions): Promise<number> {
  const target = targetOf(options.url);
  const client = new pg.Client({ ...connectionConfig(options), types: rowTypes, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await migrate(client, options.mustExist ?? false);
    const { rows } = await client.query<{ calendar: number }>(
      `select hashtext('calendar_version'::regclass::oid::text) & 2147483647 as calendar`,
    );
    return (rows[0] as { calendar: number }).calendar;
  } catch (error) {
    if (error instanceof MigrationError || error instanceof NoCalendarYet) throw error;
    throw problemOf(error, target);
  } finally {
    await client.end().catch(() => undefined);
  }
}
