import { Kysely } from 'kysely';
import type pg from 'pg';
import { MigrationError } from '../migrate.ts';
import type { Database } from '../schema.ts';
import type { DatabaseState, Store, StoreMeter } from '../store.ts';
import { createTransactions } from '../transactions.ts';
import { createLocator, type Locator, timelineOf } from './cluster/locate.ts';
import { createPrimary } from './cluster/primary.ts';
import type { Replicas } from './cluster/replicas.ts';
import { createSources, type Sources } from './cluster/sources.ts';
import { connectionConfig, type PostgresOptions, serversOf, targetOf } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { postgresKyselyDialect } from './driver.ts';
import { migrate } from './migrate.ts';
import { isRetryable, NoCalendarYet, problemOf } from './problems.ts';
import { newClient } from './server-pool.ts';
import { createVersionWatch, type VersionWatch } from './version-watch.ts';
import { calendarNumber, takeWriteLock } from './write-lock.ts';

/** Writes that wait longer in the queue, or for the lock, get 503. */
const maxWaitMs = 10_000;

/**
 * A pool of connections, and one for LISTEN. Writers of all processes are serialised by an advisory lock: what a writer
 * has read stays true until it commits, numbers of the change log become visible in order, and the transactions of
 * Kalends never abort each other.
 *
 * Throws PostgresProblem or MigrationError, each with one sentence.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { pooler = 'none', report = () => undefined, meter } = options;
  const servers = serversOf(options).map((server) => ({ ...server, max: options.poolSize ?? 10 }));
  const locator = createLocator(servers, ({ at }) => {
    primary.keepOnly(at);
    watch.invalidate();
    report('moved');
  });
  const calendar = await prepare(options, locator);
  const channel = `kalends_${calendar}`;
  const notify = async (payload: string) => {
    const client = await primary.connect();
    const query = { text: `select pg_notify('${channel}', '${payload}')`, query_timeout: watchTimeoutMs };
    // A connection that fails is closed, because it may answer later or never.
    await client.query(query).then(
      () => client.release(),
      (error: unknown) => {
        client.release(true);
        throw error;
      },
    );
  };
  const watch = openWatch(options, { channel, notify }, locator);
  const primary = createPrimary(servers, locator);
  const replicas = await openReplicas(options);
  const sources = createSources({ primary, replicas, position: watch.position, invalidateVersion: watch.invalidate });
  const state = (): DatabaseState => ({
    engine: 'postgresql',
    isListening: watch.isListening(),
    servers: [...primary.state(), ...(replicas?.state() ?? [])],
  });
  return createStore({ calendar, channel, prepared: pooler === 'none', watch, sources, state, meter });
}

/** A heartbeat or notification that is not answered in this time means that the connection is dead. */
const watchTimeoutMs = 3000;

function openWatch(
  options: PostgresOptions,
  { channel, notify }: { channel: string; notify: (payload: string) => Promise<void> },
  primary: Locator,
): VersionWatch {
  const { pooler, listenUrl, replicaUrls = [], maxVersionAgeMs = 1000, report = () => undefined } = options;
  const isPooled = pooler === 'transaction';
  const servers = isPooled && listenUrl !== undefined ? serversOf({ url: listenUrl, pooler }) : serversOf(options);
  const locator = isPooled ? createLocator(servers) : primary;
  const open = async () => {
    const { at } = await locator.find();
    return newClient({ ...servers[at], connectionTimeoutMillis: 5000, query_timeout: watchTimeoutMs });
  };
  return createVersionWatch({
    client: isPooled && listenUrl === undefined ? undefined : open,
    timelineOf: replicaUrls.length > 0 ? recordTimeline : undefined,
    channel,
    notify: isPooled ? notify : undefined,
    maxAgeMs: maxVersionAgeMs,
    report(change, error) {
      if (change !== 'missed') report(change, error);
      if (change === 'found') return;
      primary.invalidate();
      locator.invalidate();
    },
  });
}

async function openReplicas({ replicaUrls = [], ...options }: PostgresOptions): Promise<Replicas | undefined> {
  if (replicaUrls.length === 0) return undefined;
  const { poolSize = 10, statementTimeoutMs } = options;
  const shared = { max: poolSize, ...(statementTimeoutMs ? { query_timeout: statementTimeoutMs } : {}) };
  const { createReplicas } = await import('./cluster/replicas.ts');
  const servers = replicaUrls.map((url) => ({ ...connectionConfig({ ...options, url }), ...shared }));
  return createReplicas(servers);
}

interface Parts {
  /** Identifies this calendar within its database. */
  calendar: number;
  channel: string;
  prepared: boolean;
  watch: VersionWatch;
  sources: Sources;
  state: Store['state'];
  meter: StoreMeter | undefined;
}

function createStore({ calendar, channel, prepared, watch, sources, state, meter }: Parts): Store {
  const db = new Kysely<Database>({
    dialect: postgresKyselyDialect({
      sources,
      prepared,
      begin: `begin isolation level read committed; set local lock_timeout = ${maxWaitMs}; ${takeWriteLock(calendar)}`,
      commit: `with raised as (update calendar_version set number = number + 1
          where pg_current_xact_id_if_assigned() is not null returning number)
        select number, pg_notify('${channel}', number::text) from raised; commit`,
      committed: ([raised]) => watch.committed((raised?.rows[0] as { number: number } | undefined)?.number ?? 0),
    }),
  });
  const { current, afterWrites, ...transactions } = createTransactions({
    execute: (work) => sources.onPrimary(() => db.transaction().execute(work)),
    isRetryable,
    maxWaitMs,
    meter: meter?.transactions,
  });
  return {
    ...transactions,
    dialect: postgresDialect,
    get reader() {
      return current() ?? db;
    },
    onReplica: sources.onReplica,
    hasReplicas: sources.hasReplicas,
    version: watch.version,
    versionOnArrival: watch.version,
    state,
    close: () =>
      afterWrites(async () => {
        await watch.stop();
        await db.destroy();
      }),
  };
}

/** Migrates the calendar, and returns its number within the database. */
async function prepare(options: PostgresOptions, locator: Locator): Promise<number> {
  const target = targetOf(options.url);
  let client: pg.Client | undefined;
  try {
    const { at } = await locator.find();
    // Migrations may take long.
    const server = serversOf({ ...options, statementTimeoutMs: 0 })[at];
    client = newClient({ ...server, connectionTimeoutMillis: 10_000 });
    await client.connect();
    await migrate(client, options);
    const { rows } = await client.query<{ calendar: number }>(`select ${calendarNumber} as calendar`);
    return (rows[0] as { calendar: number }).calendar;
  } catch (error) {
    if (error instanceof MigrationError || error instanceof NoCalendarYet) throw error;
    throw problemOf(error, target);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Records the timeline for standbys to replicate, without waiting for them. */
async function recordTimeline(client: pg.Client): Promise<number> {
  const { timelineKey } = await import('./cluster/replicas.ts');
  const timeline = await timelineOf(client);
  await client.query(`begin isolation level read committed; set local synchronous_commit = local;
    insert into meta (key, value) values ('${timelineKey}', '${timeline}')
      on conflict (key) do update set value = excluded.value where meta.value <> excluded.value;
    commit`);
  return timeline;
}
