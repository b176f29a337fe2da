import type { Kysely, Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

/** A connection to read with: the store's reader, or the transaction of the write under way. */
export type Reader = Kysely<Database>;
export type Writer = Transaction<Database>;

/**
 * What becomes of the database, for the log. Of a server: other processes' writes cannot be heard of any more (`lost`),
 * they can again (`found`), or another server takes writes (`moved`). Of a file: commits stay in its log, as they cannot be
 * moved from there (`stuck`), or the disk cannot fsync, and nothing is written any more (`failed`). Files of the
 * calendar can be read by other users (`exposed`). Of an older format: it begins to be brought to this program's, and is there.
 */
export type DatabaseChange = 'lost' | 'found' | 'moved' | 'stuck' | 'failed' | 'exposed' | 'migrating' | 'migrated';

export type OnDatabaseChange = (change: DatabaseChange, error?: unknown) => void;

/** How a database does at one moment, for who watches over it. */
export type DatabaseState =
  | {
      engine: 'sqlite';
      /** Undefined where the system does not tell. */
      databaseBytes: number | undefined;
      /** Of the log of commits. */
      logBytes: number | undefined;
      longReadsRunning: number;
      longReadsWaiting: number;
    }
  | { engine: 'postgresql'; isListening: boolean; servers: readonly ServerState[] };

/** What a process has to do with one server. */
export interface ServerState {
  /** Host and port. */
  server: string;
  purpose: 'write' | 'read';
  /** The one that takes writes, as far as is known, or a standby that answers. */
  isUsed: boolean;
  connections: number;
  idle: number;
  /** For a connection. */
  waiting: number;
}

export interface TransactionMeter {
  /** How long a write waited for other writers. */
  waited(ms: number): void;
  ended(outcome: 'committed' | 'rolled_back', ms: number): void;
  /** The engine aborted a transaction, and it is run again. */
  repeated(): void;
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
   * One transaction; whatever `work` throws rolls all of it back. Writers wait for each other. Inside `inTransaction`
   * it is a part of that transaction. Resolves when it is on the disk, unless `afterFsync` waits for that.
   */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /**
   * Everything that `work` does with this store, reads included, is one transaction: for several operations that
   * count only together, and for one that is to be tried and taken back.
   */
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * What `work` writes, and what others had written that it saw, is on the disk when this ends, and need not be before:
   * for a request, which tells of it at its end only.
   */
  afterFsync<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs when the transaction under way is taken back: for what was done outside the database. Not where nobody knows
   * whether it was kept.
   */
  onRollback(undo: () => Promise<void>): void;
  /** Runs once the transaction under way is on the disk: for what cannot be taken back. */
  onCommit(follow: () => Promise<void>): void;
  /**
   * What `work` reads may come from a copy of the database, if one has reached `version()`: for whoever has not just
   * written himself. Without the database that takes writes, from whichever copy there is.
   */
  onReplica<T>(work: () => T): T;
  /** Whether there are such copies: then two reads may be of different moments, the later one of the earlier. */
  readonly hasReplicas: boolean;
  /**
   * Runs long reads of `work` on a thread of their own, one after the other, so that other requests need not wait. Absent
   * where the engine does not block the process.
   */
  readonly onReadWorker?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Answers reads that wait for the worker with 503, so that the service can stop. */
  readonly drainReadWorker?: () => void;
  /** Another number after every commit, by whichever process: what caches are keyed by. */
  version(): number;
  /** The same, for a request that was just read from its connection: one look may serve all that came with it. */
  versionOnArrival(): number;
  state(): DatabaseState;
  close(): Promise<void>;
}
