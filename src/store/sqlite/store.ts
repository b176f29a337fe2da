import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { type Applied, missingMigrations } from '../migrate.ts';
import type { DatabaseState, OnDatabaseChange, Reader, Store, StoreMeter } from '../store.ts';
import { createTransactions } from '../transactions.ts';
import {
  type Connection,
  connectionTo,
  dataVersionOf,
  kyselyOver,
  type Renewal,
  readingThrough,
  translating,
} from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { familyOf, isBusy } from './errors.ts';
import { createCheckpointer } from './files/checkpoint.ts';
import { mayBeWritten, watchFileIdentity } from './files/file-identity.ts';
import { createGroupCommit, rewriteLog, type SyncFile } from './files/group-commit.ts';
import { readFormat } from './format.ts';
import { indexWaitingTexts, registerPairsFunction } from './index-texts.ts';
import { openReadWorker, type ReadWorker } from './read-worker.ts';
import { createWriteLock } from './write-lock.ts';

export interface SqliteOptions {
  path: string;
  /** `full` flushes every commit to the disk before it is acknowledged; tests may choose `off`. */
  synchronous?: 'full' | 'normal' | 'off';
  /** How `full` brings the log to the disk. */
  syncFile?: SyncFile;
  /** How long a write waits for other writers, of this process and of others, before it is given up. */
  writeWaitMs?: number;
  tell?: OnDatabaseChange | undefined;
  meter?: StoreMeter | undefined;
}

/**
 * Two connections: one writes, and reads between transactions; the other reads while one is under way, so that nothing
 * else ever sees it. The latter's `data_version` tells of every commit, this process's own included.
 */
export function openSqlite(options: SqliteOptions): Store {
  const { path, synchronous = 'full', syncFile, tell = () => undefined, meter } = options;
  const readWorker = openReadWorker({ path });
  const { writing, reading } = openConnections({ ...options, tell }, readWorker);
  const writer = kyselyOver(writing);
  const reader = kyselyOver(readingThrough(writing, reading));
  const workerReader = new AsyncLocalStorage<Reader>();
  const sameFiles = watchFileIdentity(path);
  const version = () => dataVersionOf(reading);
  const arrival = oncePerTurn(version);
  const flush = synchronous === 'full' ? createGroupCommit({ path, version, syncFile, tell, meter }) : undefined;
  const alone = (work: () => Promise<void>) => writer.transaction().execute(work);
  const checkpointIfLong = createCheckpointer({ writing, reading, flush, alone, tell, meter });
  const whenFree = createWriteLock({ isBusy, limitMs: options.writeWaitMs ?? 5000 });
  const { current, afterWrites, ...transactions } = createTransactions({
    async execute(work, requestedMs) {
      const run = (begun: () => void) => {
        sameFiles.assertThere();
        return writer.transaction().execute(async (transaction) => {
          begun();
          flush?.assertWritable();
          const done = await work(transaction);
          indexWaitingTexts(writing);
          return done;
        });
      };
      const result = await whenFree(run, requestedMs);
      arrival.forget();
      await checkpointIfLong();
      return result;
    },
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
    // A thread that starts would open what is there by now.
    onReadWorker: (work) => workerReader.run(sameFiles.areThere() ? readWorker.reader : reader, work),
    drainReadWorker: readWorker.hurry,
    version,
    versionOnArrival: arrival.get,
    state: () => stateOf(path, readWorker),
    close: () =>
      afterWrites(async () => {
        await flush?.close();
        // The engine checkpoints when the last connection closes: not a log that could not be fsynced.
        const isMovable = !flush?.hasFailed();
        await readWorker.release();
        await reader.destroy();
        if (isMovable) await writer.destroy();
        // Kysely closes only what it has used.
        reading.close();
        if (isMovable) writing.close();
      }),
  };
}

const stateOf = (path: string, readWorker: ReadWorker): DatabaseState => ({
  engine: 'sqlite',
  databaseBytes: sizeOf(path),
  logBytes: sizeOf(`${path}-wal`),
  longReadsRunning: readWorker.isReading() ? 1 : 0,
  longReadsWaiting: readWorker.waiting(),
});

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return undefined;
  }
}

/** Those that have found a read-only disk are opened anew together. */
function openConnections(
  options: SqliteOptions & { tell: OnDatabaseChange },
  readWorker: ReadWorker,
): { writing: Connection; reading: Connection } {
  const { path, synchronous = 'full', tell } = options;
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const first = openWriter(options);
  if (hasLog && synchronous === 'full' && mayBeWritten(path)) rewriteFoundLog(first, path);
  migrate(first, tell);
  // Commits are flushed by the service from now on; the database still is by the engine.
  const byEngine = synchronous === 'full' ? 'normal' : synchronous;
  first.pragma(`busy_timeout = ${servingWaitMs}`);
  first.pragma(`synchronous = ${byEngine}`);
  const translated = translating(path);
  const reading = connectionTo(openReader(options), translated, {
    mostStatements: mostStatements.read,
    reopen: () => openReader(options, servingWaitMs),
  });
  const writing = connectionTo(first, translated, {
    mostStatements: mostStatements.write,
    reopen: () => openWriter({ ...options, synchronous: byEngine }, servingWaitMs),
    renewal: { beside: besides(reading, readWorker), mayBeWritten: () => mayBeWritten(path) },
  });
  return { writing, reading };
}

/** Not while another process writes: its own fsync would fail too, if the log had gaps. */
function rewriteFoundLog(database: BetterSqlite3.Database, path: string): void {
  database.pragma(`busy_timeout = ${servingWaitMs}`);
  try {
    database.transaction(() => rewriteLog(path)).immediate();
  } catch (error) {
    if (familyOf(error) !== 'SQLITE_BUSY') throw error;
  }
  database.pragma(`busy_timeout = ${openingWaitMs}`);
}

const besides = (reading: Connection, readWorker: ReadWorker): Renewal['beside'] => ({
  isInUse: () => reading.isInTransaction() || readWorker.isReading(),
  release() {
    reading.release();
    void readWorker.release();
  },
});

/** Nobody is served yet who could be kept waiting. */
const openingWaitMs = 5000;

/** Waiting is the lock's work then: inside the engine it would stop the whole process. */
const servingWaitMs = 0;

/** Of pages in memory. A search for a word of a thousand events reads 10 MB of them: its next page finds them there. */
const cacheKiB = { read: 2000, write: 12_000 };
const mostStatements = { read: 100, write: 500 };

function openWriter(options: SqliteOptions, waitMs = openingWaitMs): BetterSqlite3.Database {
  const database = open(options, cacheKiB.write, waitMs);
  database.pragma('wal_autocheckpoint = 0');
  registerPairsFunction(database);
  return database;
}

function openReader(options: SqliteOptions, waitMs = openingWaitMs): BetterSqlite3.Database {
  const database = open(options, cacheKiB.read, waitMs);
  database.pragma('query_only = on');
  return database;
}

function open(
  { path, synchronous = 'full' }: SqliteOptions,
  cacheSize: number,
  waitMs = openingWaitMs,
): BetterSqlite3.Database {
  const database = new BetterSqlite3(path, { timeout: waitMs });
  database.pragma('journal_mode = wal');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = on');
  database.pragma(`cache_size = -${cacheSize}`);
  database.pragma('temp_store = memory');
  return database;
}

/** A calendar that is up to date is not written to: it may be read-only, and nobody has to wait. */
function migrate(database: BetterSqlite3.Database, tell: OnDatabaseChange): void {
  const format = readFormat();
  const applied = () => database.prepare('select id, checksum from migrations').all() as Applied[];
  const run = database.transaction(() => {
    database.exec(
      'create table if not exists migrations (id integer primary key, name text not null, checksum text not null, applied_at text not null default current_timestamp) strict',
    );
    apply();
  });
  const apply = () => {
    const record = database.prepare('insert into migrations (id, name, checksum) values (?, ?, ?)');
    for (const { id, name, checksum, sql } of missingMigrations(applied(), format)) {
      database.exec(sql);
      record.run(id, name, checksum);
    }
  };
  const hasTable = database.prepare("select 1 from sqlite_master where name = 'migrations'").get() !== undefined;
  if (hasTable && missingMigrations(applied(), format).length === 0) return;
  if (hasTable) tell('migrating');
  run.exclusive();
  if (hasTable) tell('migrated');
}

const mostUses = 100;

/**
 * Asked once for all requests that were there when a turn of the event loop began: whoever could know of a later commit
 * of another process has yet to send the request. This process's own commits make it forget. Only for requests as they
 * are read: what a timer or an immediate finds would be held for requests that come after it.
 */
function oncePerTurn(ask: () => number): { get(): number; forget(): void } {
  let known: number | undefined;
  let uses = 0;
  const forget = () => {
    known = undefined;
  };
  return {
    get() {
      if (known !== undefined && uses++ < mostUses) return known;
      if (known === undefined) setImmediate(forget);
      known = ask();
      uses = 0;
      return known;
    },
    forget,
  };
}
