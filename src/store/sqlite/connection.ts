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

/**
 * Statements are prepared once; `begin immediate` so that a transaction never has to be upgraded, which can fail.
 * A connection to files that could only be read stays one for reading: `reopen` makes another, for when they may be
 * written to again.
 */
export function kyselyOver(
  first: BetterSqlite3.Database,
  translated: Translating,
  reopen?: () => BetterSqlite3.Database,
): Kysely<Database> {
  let database = first;
  let refusedMs: number | undefined;
  const statements = new LRUCache<string, SqliteStatement>({ max: 500 });
  const noticing: Translating = (call) => {
    try {
      return translated(call);
    } catch (error) {
      if (error instanceof StoreUnavailable && familyOf(error.cause) === 'SQLITE_READONLY')
        refusedMs ??= performance.now();
      throw error;
    }
  };
  const prepare = (sql: string): SqliteStatement => {
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
  };
  const openAnew = () => {
    if (!reopen || refusedMs === undefined || performance.now() - refusedMs < reopeningPauseMs) return;
    refusedMs = undefined;
    const opened = translated(reopen);
    statements.clear();
    database.close();
    database = opened;
  };
  return new Kysely<Database>({
    dialect: new PlannedOnceDialect({ database: { prepare, close: () => void database.close() } }),
  });
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

const asStatement = (statement: BetterSqlite3.Statement, translated: Translating): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => translated(() => statement.all(parameters)),
  run: (parameters) => translated(() => statement.run(parameters)),
  iterate: (parameters) => statement.iterate(parameters),
});
