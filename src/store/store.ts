import { type Kysely, sql, type Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

/** A connection for reads: the store's reader, or the transaction of the current write. */
export type Reader = Kysely<Database>;
export type Writer = Transaction<Database>;

/**
 * Changes of the database for the log. PostgreSQL: notifications no longer arrive (`lost`), arrive again (`found`), or another
 * server has become the primary (`moved`). SQLite: checkpoints fail (`stuck`), an fsync failed and writes are refused
 * (`failed`), or other users can read the files (`exposed`). Both: a migration starts and ends.
 */
export type DatabaseChange = 'lost' | 'found' | 'moved' | 'stuck' | 'failed' | 'exposed' | 'migrating' | 'migrated';

export type OnDatabaseChange = (change: DatabaseChange, error?: unknown) => void;

/** State of the database, for metrics. */
export type DatabaseState =
  | {
      engine: 'sqlite';
      /** Undefined if the file cannot be stat'ed. */
      databaseBytes: number | undefined;
      /** Size of the write-ahead log. */
      logBytes: number | undefined;
      longReadsRunning: number;
      longReadsWaiting: number;
    }
  | { engine: 'postgresql'; isListening: boolean; servers: readonly ServerState[] };

/** The connections of this process to one server. */
export interface ServerState {
  /** Host and port. */
  server: string;
  purpose: 'write' | 'read';
  /** The current primary, or a standby that answers. */
  isUsed: boolean;
  connections: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

export interface TransactionMeter {
  /** How long a write waited for other writers. */
  recordWait(ms: number): void;
  recordEnd(outcome: 'committed' | 'rolled_back', ms: number): void;
  /** The engine aborted a transaction, and it is run again. */
  recordRetry(): void;
}

/** Measures what a database does, if metrics are on. */
export interface StoreMeter {
  readonly transactions: TransactionMeter;
  /** SQLite: an fsync of the write-ahead log. */
  fsync(work: () => Promise<void>): Promise<void>;
  /** SQLite: a checkpoint of the write-ahead log. */
  checkpoint(work: () => Promise<void>): Promise<void>;
}

export interface Store {
  readonly dialect: Dialect;
  /** Sees committed data only; inside `inTransaction`, what was written there too. */
  readonly reader: Reader;
  /**
   * Runs `work` in a transaction; anything it throws rolls back. Writers wait for each other. Inside `inTransaction` it is
   * part of that transaction. Resolves when the commit is on disk, unless `afterFsync` waits for that.
   */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /**
   * Everything that `work` does with this store, reads included, is one transaction: for operations that succeed or fail
   * together, and for a dry run.
   */
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Resolves once everything that `work` wrote or read is on disk. Transactions inside do not wait for that: a request has
   * to wait only once, before its reply.
   */
  afterFsync<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs if the current transaction is rolled back, to undo what was done outside the database; not if the outcome of the
   * commit is unknown.
   */
  onRollback(undo: () => Promise<void>): void;
  /** Runs once the current transaction is on disk, for what cannot be undone. */
  onCommit(follow: () => Promise<void>): void;
  /**
   * Lets `work` read from a standby that has replayed `version()`, or from any standby while the primary is down. For
   * callers who have not just written.
   */
  onReplica<T>(work: () => T): T;
  /** With standbys, a later read may see an older state than an earlier one. */
  readonly hasReplicas: boolean;
  /**
   * Runs the reads of `work` on a worker thread, one at a time, so that they do not block other requests. Absent if the
   * engine does not block the event loop.
   */
  readonly onReadWorker?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Answers reads that wait for the worker with 503, so that the service can stop. */
  readonly drainReadWorker?: () => void;
  /** Changes with every commit of any process; caches are keyed by it. */
  version(): number;
  /** The same, for a request that is being read: one lookup serves all requests of a turn of the event loop. */
  versionOnArrival(): number;
  state(): DatabaseState;
  close(): Promise<void>;
}

/** Runs `work` on one snapshot, without blocking writers. */
export const inSnapshot = <T>(store: Store, work: (db: Reader) => Promise<T>): Promise<T> =>
  store.reader.connection().execute(async (db) => {
    await store.dialect.beginSnapshot.execute(db);
    try {
      return await work(db);
    } finally {
      await sql`commit`.execute(db);
    }
  });

/** Runs `work` in a transaction that is rolled back, for a dry run. */
export async function withRollback<T>(store: Pick<Store, 'inTransaction'>, work: () => Promise<T>): Promise<T> {
  const undo = new Error('rolled back');
  let result: T | undefined;
  try {
    await store.inTransaction(async () => {
      result = await work();
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return result as T;
}
