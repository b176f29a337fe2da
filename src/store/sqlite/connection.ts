import type BetterSqlite3 from 'better-sqlite3';
import { Kysely, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../schema.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { PlannedOnceDialect } from './compiler.ts';
import { asUnavailable, familyOf } from './trouble.ts';

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
  close(): void;
}

interface ConnectionOptions {
  /** Prepared ones that are kept for the next time. */
  mostStatements: number;
  /** Makes another, for when files that could only be read may be written to again: this one would stay one for reading. */
  reopen?: () => BetterSqlite3.Database;
}

/** Statements are prepared once; `begin immediate` so that a transaction never has to be upgraded, which can fail. */
export function connectionTo(
  first: BetterSqlite3.Database,
  translated: Translating,
  { mostStatements, reopen }: ConnectionOptions,
): Connection {
  let database = first;
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
  const openAnew = () => {
    if (!reopen || refusedMs === undefined || performance.now() - refusedMs < reopeningPauseMs) return;
    refusedMs = undefined;
    const opened = translated(reopen);
    statements.clear();
    database.close();
    database = opened;
  };
  return {
    isInTransaction: () => database.inTransaction,
    close: () => void database.close(),
    prepare(sql) {
      // After some errors the engine has rolled back by itself; doing so again would hide the reason.
      if (sql === 'rollback' && !database.inTransaction) return nothing;
      if (sql === 'begin') openAnew();
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
