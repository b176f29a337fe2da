import type BetterSqlite3 from 'better-sqlite3';
import { Kysely, type QueryCompiler, SqliteDialect, SqliteQueryCompiler, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../schema.ts';
import { asUnavailable } from './errors.ts';

/** Runs a call of the engine. Problems of the database itself are thrown as StoreUnavailable. */
type Translating = <T>(call: () => T) => T;

interface Statement extends SqliteStatement {
  writes: boolean;
}

interface ConnectionOptions {
  path: string;
  /** Size of the cache of prepared statements. */
  maxStatements: number;
  reopen(): BetterSqlite3.Database;
}

/** The data versions of one opening are below those of the next. */
const versionsPerOpening = 2 ** 40;

export type Connection = ReturnType<typeof createConnection>;

/** Statements are prepared once; `begin immediate` so that a transaction never has to be upgraded, which can fail. */
export function createConnection(first: BetterSqlite3.Database, { path, maxStatements, reopen }: ConnectionOptions) {
  let database: BetterSqlite3.Database | undefined = first;
  let openings = 1;
  const statements = new LRUCache<string, Statement>({ max: maxStatements });
  const translated: Translating = (call) => {
    try {
      return call();
    } catch (error) {
      throw asUnavailable(error, path);
    }
  };
  const current = () => {
    if (database) return database;
    database = translated(reopen);
    openings += 1;
    return database;
  };
  const isInTransaction = (): boolean => database?.inTransaction ?? false;
  const prepare = (sql: string): Statement => {
    // After some errors the engine has rolled back by itself; doing so again would hide the reason.
    if (sql === 'rollback' && !isInTransaction()) return nothing;
    const database = current();
    const cached = statements.get(sql);
    if (cached) return cached;
    const prepared = translated(() => database.prepare(sql === 'begin' ? 'begin immediate' : sql));
    const statement = asStatement(prepared, translated);
    statements.set(sql, statement);
    return statement;
  };
  return {
    prepare,
    isInTransaction,
    /** Closes it; the next use opens it again. */
    release(): void {
      statements.clear();
      database?.close();
      database = undefined;
    },
    /** Changes with every commit of another connection, of any process. */
    dataVersion(): number {
      const [found] = prepare('pragma data_version').all([]) as [{ data_version: number }];
      return openings * versionsPerOpening + found.data_version;
    },
  };
}

/**
 * Reads through the writer's connection while that is in no transaction: a commit invalidates the page cache of every
 * other connection, but not its own.
 */
export const readThroughWriter = (writer: Connection, reader: Connection): Connection => ({
  ...reader,
  prepare(sql) {
    const usesWriter = isLikeRead.test(sql) && !writer.isInTransaction() && !reader.isInTransaction();
    if (!usesWriter) return reader.prepare(sql);
    const statement = writer.prepare(sql);
    // Such as `with … insert`, which the reading connection refuses.
    return statement.writes ? reader.prepare(sql) : statement;
  },
});

const isLikeRead = /^\s*(?:select|with)\b/i;

export const createKysely = ({ prepare, release }: Connection): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PlannedOnceDialect({ database: { prepare, close: release } }) });

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

/**
 * Adds a plus before each parameter, which changes no value. In a query with an order, a limit or a join the engine looks
 * at the values of bare parameters, and then plans the statement again on each run.
 */
export class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

export class PlannedOnceDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PlannedOnceCompiler();
  }
}
