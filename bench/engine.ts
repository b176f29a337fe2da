// Where a calendar to measure lies, and what its engine offers to fill it quickly.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { openPostgres } from '../src/store/postgres/store.ts';
import { openSqlite } from '../src/store/sqlite/store.ts';
import type { Store } from '../src/store/store.ts';
import type { Progress } from '../src/transfer/progress.ts';

/** Around many inserts. What an engine does not need it leaves out. */
export interface BulkLoading {
  begin(store: Store): Promise<void>;
  end(store: Store, progress: Progress): Promise<void>;
}

export interface Target {
  /** As the service is told of it. */
  name: string;
  isThere: boolean;
  open(): Promise<Store>;
  loading: BulkLoading;
}

/** A data folder, the path of a database file (`….sqlite`), or the address of a PostgreSQL database. */
export const targetOf = (text: string): Target =>
  /^postgres(ql)?:/.test(text) ? postgresTarget(text) : sqliteTarget(text);

function postgresTarget(url: string): Target {
  return {
    name: url.replace(/:[^:@/]*@/, ':…@'),
    isThere: false,
    open: () => openPostgres({ url }),
    // The server gathers statistics by itself, but not at once.
    loading: {
      begin: async () => {},
      end: async (store) => void (await store.write((db) => sql`analyze`.execute(db))),
    },
  };
}

function sqliteTarget(text: string): Target {
  const path = extname(text) === '.sqlite' ? resolve(text) : join(resolve(text), 'calendar.sqlite');
  return {
    name: path,
    isThere: existsSync(path),
    async open() {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      return openSqlite({ path, synchronous: 'off' });
    },
    loading: sqliteLoading(),
  };
}

/** The log of changes is looked into by the inserts themselves. */
const tables = ['events', 'linked_records', 'record_texts', 'event_links', 'event_terms'];

/** Indexes are cheaper to build over all rows than to keep right with each of them. Triggers stay, and do their work. */
export function sqliteLoading(): BulkLoading {
  const dropped: string[] = [];
  return {
    begin: (store) =>
      store.write(async (db) => {
        await sql`pragma cache_size = -400000`.execute(db);
        const { rows } = await sql<{ name: string; tbl_name: string; sql: string }>`
          select name, tbl_name, sql from sqlite_master where sql is not null and type = 'index'`.execute(db);
        for (const index of rows.filter(({ tbl_name }) => tables.includes(tbl_name))) {
          dropped.push(index.sql);
          await sql`drop index ${sql.ref(index.name)}`.execute(db);
        }
      }),
    async end(store, progress) {
      progress.start('indexes', dropped.length);
      let done = 0;
      for (const statement of dropped) {
        await store.write((db) => sql.raw(statement).execute(db));
        progress.advance(++done);
      }
      await store.write((db) => sql`pragma cache_size = -32000`.execute(db));
    },
  };
}
