import type BetterSqlite3 from 'better-sqlite3';
import { Kysely, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../schema.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { PlannedOnceDialect } from './compiler.ts';
import { asUnavailable, familyOf } from './errors.ts';

/** Runs a call of the engine; what is wrong with the database itself is thrown as StoreUnavailable. */
type Translating = <T>(call: () => T) => T;

export const translating =
  (path: string): Translating =>
  (call) => {
    try {
      return call();
    } catch (error) {
      throw asUnavailable(error, path);
    }
  };

/** So often at most, as each time costs as much as a write. */
const reopeningPauseMs = 5000;

interface Statement extends SqliteStatement {
  writes: boolean;
}

export interface Connection {
  prepare(sql: string): Statement;
  isInTransaction(): boolean;
  /** Closes it; who uses it next opens it anew. */
  release(): void;
  /** How often it was opened. */
  lives(): number;
  close(): void;
}

interface ConnectionOptions {
  /** Prepared ones that are kept for the next time. */
  mostStatements: number;
  reopen: () => BetterSqlite3.Database;
  /** For when files that could only be read may be written to again: this one would stay one for reading. */
  renewal?: Renewal;
}

export interface Renewal {
  /** All others of this process on the same files. */
  beside: { isInUse(): boolean; release(): void };
  mayBeWritten(): boolean;
}

/** Statements are prepared once; `begin immediate` so that a transaction never has to be upgraded, which can fail. */
export function connectionTo(
  first: BetterSqlite3.Database,
  translated: Translating,
  { mostStatements, reopen, renewal }: ConnectionOptions,
): Connection {
  let database: BetterSqlite3.Database | undefined = first;
  let lives = 1;
  let refusedMs: number | undefined;
  const statements = new LRUCache<string, Statement>({ max: mostStatements });
  const noticing: Translating = (call) => {
    try {
      return translated(call);
    } catch (error) {
      if (error instanceof StoreUnavailable && familyOf(error.cause) === 'SQLITE_READONLY')
        refusedMs ??= performance.now();
      throw error;
    }
  };
  const current = () => {
    if (!database) {
      database = translated(reopen);
      lives++;
    }
    return database;
  };
  const isInTransaction = () => database?.inTransaction ?? false;
  const release = () => {
    statements.clear();
    database?.close();
    database = undefined;
  };
  const renew = ({ beside, mayBeWritten }: Renewal) => {
    if (refusedMs === undefined || performance.now() - refusedMs < reopeningPauseMs) return;
    refusedMs = undefined;
    const opened = translated(reopen);
    if (!isForReading(opened) || !mayBeWritten() || beside.isInUse()) {
      release();
      database = opened;
      lives++;
      return;
    }
    // What is open in a process is shared within it: as long as one connection is left of those that found a read-only
    // disk, all that follow are for reading too.
    opened.close();
    beside.release();
    release();
  };
  return {
    isInTransaction,
    release,
    lives: () => lives,
    close: () => void database?.close(),
    prepare(sql) {
      // After some errors the engine has rolled back by itself; doing so again would hide the reason.
      if (sql === 'rollback' && !isInTransaction()) return nothing;
      if (sql === 'begin' && renewal) renew(renewal);
      const database = current();
      let statement = statements.get(sql);
      if (!statement) {
        statement = asStatement(
          translated(() => database.prepare(sql === 'begin' ? 'begin immediate' : sql)),
          noticing,
        );
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}

function isForReading(database: BetterSqlite3.Database): boolean {
  try {
    database.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    return familyOf(error) === 'SQLITE_READONLY';
  }
}

/** The numbers of one opened connection lie below those of the next. */
const numbersApart = 2 ** 40;

/** Another number after every commit of another connection, by whichever process. */
export function dataVersionOf({ prepare, lives }: Connection): number {
  const [found] = prepare('pragma data_version').all([]) as [{ data_version: number }];
  return lives() * numbersApart + found.data_version;
}

/**
 * Reads through the writer's connection while that is in no transaction. A commit makes every other connection forget
 * what it holds of the database in memory, but not its own: reads after a write find it there.
 */
export const readingThrough = (writer: Connection, own: Connection): Connection => ({
  ...own,
  prepare(sql) {
    const isLent = isLikeRead.test(sql) && !writer.isInTransaction() && !own.isInTransaction();
    if (!isLent) return own.prepare(sql);
    const instead = () => own.prepare(sql);
    const statement = orElse(() => writer.prepare(sql), instead);
    // As `with … insert` does: its own connection refuses that.
    if (statement.writes) return instead();
    return {
      ...statement,
      all: (parameters) =>
        orElse(
          () => statement.all(parameters),
          () => instead().all(parameters),
        ),
    };
  },
});

/** A `begin` is not: it would also open the writer's files anew. */
const isLikeRead = /^\s*(?:select|with)\b/i;

/** Where one connection is in trouble, or would have to wait, the other may not be. */
function orElse<T>(first: () => T, second: () => T): T {
  try {
    return first();
  } catch {
    return second();
  }
}

export const kyselyOver = ({ prepare, close }: Connection): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PlannedOnceDialect({ database: { prepare, close } }) });

const nothing: Statement = {
  reader: false,
  writes: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

const asStatement = (statement: BetterSqlite3.Statement, translated: Translating): Statement => ({
  reader: statement.reader,
  writes: !statement.readonly,
  all: (parameters) => translated(() => statement.all(parameters)),
  run: (parameters) => translated(() => statement.run(parameters)),
  iterate: (parameters) => statement.iterate(parameters),
});
