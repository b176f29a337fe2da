import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Applied, missingMigrations } from '../migrate.ts';
import type { Database } from '../schema.ts';
import type { Store } from '../store.ts';
import { createTransactions } from '../transactions.ts';
import { sqliteMigrations } from './ddl.ts';
import { sqliteDialect } from './dialect.ts';

export interface SqliteOptions {
  path: string;
  /** `full` flushes every commit to the disk before it is acknowledged; tests may choose `off`. */
  synchronous?: 'full' | 'normal' | 'off';
  busyTimeoutMs?: number;
}

/**
 * Two connections: one reads, one writes, so that reads never see a transaction under way and the
 * reader's `data_version` tells of every commit, this process's own included.
 */
export function openSqlite(options: SqliteOptions): Store {
  const writerDatabase = open(options);
  migrate(writerDatabase);
  const readerDatabase = open(options);
  readerDatabase.pragma('query_only = on');
  const dataVersion = readerDatabase.prepare('pragma data_version').pluck();
  const reader = kyselyOver(readerDatabase);
  const writer = kyselyOver(writerDatabase);
  const { current, inTurn, ...transactions } = createTransactions({
    execute: (work) => writer.transaction().execute(work),
  });
  return {
    ...transactions,
    dialect: sqliteDialect,
    get reader() {
      return current() ?? reader;
    },
    version: () => dataVersion.get() as number,
    close: () =>
      inTurn(async () => {
        await reader.destroy();
        await writer.destroy();
      }),
  };
}

function open({ path, synchronous = 'full', busyTimeoutMs = 5000 }: SqliteOptions): BetterSqlite3.Database {
  const database = new BetterSqlite3(path, { timeout: busyTimeoutMs });
  database.pragma('journal_mode = wal');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = on');
  database.pragma('cache_size = -32000');
  database.pragma('mmap_size = 268435456');
  database.pragma('temp_store = memory');
  return database;
}

function migrate(database: BetterSqlite3.Database): void {
  const run = database.transaction(() => {
    database.exec(
      'create table if not exists migrations (id integer primary key, name text not null, checksum text not null, applied_at text not null default current_timestamp) strict',
    );
    const applied = database.prepare('select id, checksum from migrations').all() as Applied[];
    const record = database.prepare('insert into migrations (id, name, checksum) values (?, ?, ?)');
    for (const { id, name, checksum, statements } of missingMigrations(applied, sqliteMigrations)) {
      for (const statement of statements) database.exec(statement);
      record.run(id, name, checksum);
    }
  });
  run.exclusive();
}

/** Statements are prepared once; `begin immediate` so that a transaction never has to be upgraded, which can fail. */
function kyselyOver(database: BetterSqlite3.Database): Kysely<Database> {
  const statements = new LRUCache<string, BetterSqlite3.Statement>({ max: 500 });
  const prepare = (sql: string): BetterSqlite3.Statement => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return new Kysely<Database>({
    dialect: new SqliteDialect({ database: { prepare, close: () => void database.close() } }),
  });
}
