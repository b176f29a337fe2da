import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { attempt } from '../../core/errors.ts';
import { type Applied, missingMigrations, readMigrations } from '../migrate.ts';
import type { Database } from '../schema.ts';
import type { DatabaseState, OnDatabaseChange, Reader, Store, StoreMeter } from '../store.ts';
import { createTransactions, type TransactionOptions } from '../transactions.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { type Connection, createConnection, createKysely, readThroughWriter } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { primaryCodeOf } from './errors.ts';
import { createCheckpointer } from './files/checkpoint.ts';
import { type FileIdentity, isWritable, watchFileIdentity } from './files/file-identity.ts';
import { createGroupCommit, type Flush, rewriteLog, type SyncFile } from './files/group-commit.ts';
import { indexWaitingTexts, registerPairsFunction } from './index-texts.ts';
import { openReadWorker, type ReadWorker } from './read-worker.ts';
import { createVersionOnArrival, type VersionOnArrival } from './version-on-arrival.ts';
import { withWriteLock } from './write-lock.ts';

export interface SqliteOptions {
  path: string;
  /** `full` fsyncs every commit before it is acknowledged; tests may choose `off`. */
  synchronous?: 'full' | 'normal' | 'off';
  /** fsync of the write-ahead log with `full`. */
  syncFile?: SyncFile;
  /** Limits how long a write waits since it was requested, in the queue of this process and for other processes. */
  writeWaitMs?: number;
  report?: OnDatabaseChange | undefined;
  meter?: StoreMeter | undefined;
}

/**
 * Two connections: one writes, and reads between transactions; the other reads during transactions, so that uncommitted
 * data is never visible. Its `data_version` changes with every commit, those of this process included.
 */
export function openSqlite(options: SqliteOptions): Store {
  const { path, synchronous = 'full', syncFile, report = () => undefined, meter } = options;
  const readWorker = openReadWorker({ path });
  const connections = openConnections({ ...options, report });
  const { writing, reading } = connections;
  const writer = createKysely(writing);
  const reader = createKysely(readThroughWriter(writing, reading));
  const workerReader = new AsyncLocalStorage<Reader>();
  const files = watchFileIdentity(path);
  const version = reading.dataVersion;
  const arrival = createVersionOnArrival(version);
  const flush = synchronous === 'full' ? createGroupCommit({ path, version, syncFile, report, meter }) : undefined;
  const { current, afterWrites, ...transactions } = createTransactions({
    execute: createExecute({ ...options, report }, { ...connections, writer, files, flush, readWorker, arrival }),
    untilOnDisk: flush?.untilOnDisk,
    meter: meter?.transactions,
  });
  return {
    ...transactions,
    dialect: sqliteDialect,
    onReplica: (work) => work(),
    hasReplicas: false,
    get reader() {
      return current() ?? workerReader.getStore() ?? reader;
    },
    // A new thread would open the file that has replaced the database.
    onReadWorker: (work) => workerReader.run(files.areSame() ? readWorker.reader : reader, work),
    drainReadWorker: readWorker.drain,
    version,
    versionOnArrival: arrival.get,
    state: () => stateOf(path, readWorker),
    close: () =>
      afterWrites(async () => {
        await flush?.close();
        // The engine checkpoints when the last connection closes, which a log that failed to fsync must not be.
        const mayCheckpoint = !flush?.hasFailed();
        await readWorker.release();
        await reader.destroy();
        if (mayCheckpoint) await writer.destroy();
        // Kysely closes only what it has used.
        reading.release();
        if (mayCheckpoint) writing.release();
      }),
  };
}

interface OpenParts extends Connections {
  writer: Kysely<Database>;
  files: FileIdentity;
  flush: Flush | undefined;
  readWorker: ReadWorker;
  arrival: VersionOnArrival;
}

/** Runs write transactions. */
function createExecute(options: Opening, parts: OpenParts): TransactionOptions['execute'] {
  const { path, report, meter, writeWaitMs: limitMs = 5000 } = options;
  const { writing, reading, writer, files, flush, readWorker, arrival } = parts;
  const inTransaction = (work: () => Promise<void>) => writer.transaction().execute(work);
  const checkpointIfLong = createCheckpointer({ writing, reading, flush, inTransaction, report, meter });
  const reopener = createReopener(path, [reading, writing], readWorker);
  return async (work, requestedMs) => {
    const run = (begun: () => void) => {
      files.assertSame();
      return writer.transaction().execute(async (transaction) => {
        begun();
        flush?.assertWritable();
        const done = await work(transaction);
        indexWaitingTexts(writing);
        return done;
      });
    };
    await reopener.reopenIfWritable();
    const result = await withWriteLock(run, requestedMs + limitMs).catch((error: unknown) => {
      reopener.noteRefusal(error);
      throw error;
    });
    arrival.forget();
    await checkpointIfLong();
    return result;
  };
}

const stateOf = (path: string, readWorker: ReadWorker): DatabaseState => ({
  engine: 'sqlite',
  databaseBytes: sizeOf(path),
  logBytes: sizeOf(`${path}-wal`),
  longReadsRunning: readWorker.isReading() ? 1 : 0,
  longReadsWaiting: readWorker.waiting(),
});

const sizeOf = (path: string): number | undefined =>
  attempt(() => statSync(path, { throwIfNoEntry: false })?.size ?? 0);

interface Connections {
  writing: Connection;
  reading: Connection;
}

type Opening = SqliteOptions & { report: OnDatabaseChange };

function openConnections(options: Opening): Connections {
  const { path, synchronous = 'full', report } = options;
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const writer = openWriter(options);
  if (hasLog && synchronous === 'full' && isWritable(path)) rewriteFoundLog(writer, path);
  migrate(writer, report);
  return {
    writing: createConnection(configureForServing(writer, synchronous), {
      path,
      maxStatements: maxStatements.write,
      reopen: () => configureForServing(openWriter(options), synchronous),
    }),
    reading: createConnection(openReader(options), {
      path,
      maxStatements: maxStatements.read,
      reopen: () => openReader(options),
    }),
  };
}

/** The service fsyncs commits from now on; the engine still fsyncs the database file. */
function configureForServing(database: BetterSqlite3.Database, synchronous: string): BetterSqlite3.Database {
  database.pragma(`synchronous = ${synchronous === 'full' ? 'normal' : synchronous}`);
  database.pragma(`busy_timeout = ${servingWaitMs}`);
  return database;
}

const reopenPauseMs = 5000;

/**
 * Connections that found a read-only database stay read-only, and so do all that are opened while one of them is open.
 * After a refused write they are closed together, once the files are writable and nothing is being read.
 */
function createReopener(path: string, connections: readonly Connection[], readWorker: ReadWorker) {
  let refusedMs: number | undefined;
  return {
    noteRefusal(error: unknown): void {
      if (error instanceof StoreUnavailable && primaryCodeOf(error.cause) === 'SQLITE_READONLY')
        refusedMs ??= performance.now();
    },
    async reopenIfWritable(): Promise<void> {
      if (refusedMs === undefined || performance.now() - refusedMs < reopenPauseMs) return;
      refusedMs = undefined;
      if (!isWritable(path) || readWorker.isReading()) return;
      await readWorker.release();
      if (connections.some((each) => each.isInTransaction())) return;
      for (const each of connections) each.release();
    },
  };
}

/** Skipped while another process writes: if the log had gaps, its own fsync would have failed. */
function rewriteFoundLog(database: BetterSqlite3.Database, path: string): void {
  database.pragma(`busy_timeout = ${servingWaitMs}`);
  try {
    database.transaction(() => rewriteLog(path)).immediate();
  } catch (error) {
    if (primaryCodeOf(error) !== 'SQLITE_BUSY') throw error;
  }
  database.pragma(`busy_timeout = ${openingWaitMs}`);
}

/** While the calendar is opened, no request has to wait. */
const openingWaitMs = 5000;

/** Afterwards the write lock waits: waiting inside the engine would block the event loop. */
const servingWaitMs = 0;

/** Page caches. A search for a word that a thousand events contain reads 10 MB; its next page finds them in memory. */
const cacheKiB = { read: 2000, write: 12_000 };
const maxStatements = { read: 100, write: 500 };

function openWriter(options: SqliteOptions): BetterSqlite3.Database {
  const database = open(options, cacheKiB.write);
  database.pragma('wal_autocheckpoint = 0');
  registerPairsFunction(database);
  return database;
}

function openReader(options: SqliteOptions): BetterSqlite3.Database {
  const database = open(options, cacheKiB.read);
  database.pragma('query_only = on');
  return database;
}

function open({ path, synchronous = 'full' }: SqliteOptions, cacheSize: number): BetterSqlite3.Database {
  const database = new BetterSqlite3(path, { timeout: openingWaitMs });
  database.pragma('journal_mode = wal');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = on');
  database.pragma(`cache_size = -${cacheSize}`);
  database.pragma('temp_store = memory');
  return database;
}

/** An up-to-date calendar is not written to: it may be read-only, and other processes need not wait. */
function migrate(database: BetterSqlite3.Database, report: OnDatabaseChange): void {
  const format = readMigrations('sqlite');
  const applied = () => database.prepare('select id, checksum from migrations').all() as Applied[];
  const run = database.transaction(() => {
    database.exec(
      'create table if not exists migrations (id integer primary key, name text not null, checksum text not null, applied_at text not null default current_timestamp) strict',
    );
    const record = database.prepare('insert into migrations (id, name, checksum) values (?, ?, ?)');
    for (const { id, name, checksum, sql } of missingMigrations(applied(), format)) {
      database.exec(sql);
      record.run(id, name, checksum);
    }
  });
  const hasTable = database.prepare("select 1 from sqlite_master where name = 'migrations'").get() !== undefined;
  if (hasTable && missingMigrations(applied(), format).length === 0) return;
  if (hasTable) report('migrating');
  run.exclusive();
  if (hasTable) report('migrated');
}
