// Where a calendar to measure lies, and what its engine offers to fill it quickly.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { sql } from 'kysely';
import { databasePath } from '../src/calendar-folder.ts';
import { openSqlite } from '../src/store/sqlite/store.ts';
import type { Store } from '../src/store/store.ts';
import type { Progress } from '../src/transfer/progress.ts';

/** Around many inserts. What an engine does not need it leaves out. */
export interface BulkLoading {
  begin(store: Store): Promise<void>;
  end(store: Store, progress: Progress): Promise<void>;
  /** Statistics and room, once all is written. */
  settle(store: Store): Promise<void>;
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
    open: () => Promise.reject(new Error('This Kalends has no engine for PostgreSQL.')),
    loading: { begin: async () => {}, end: async () => {}, settle: async () => {} },
  };
}

function sqliteTarget(text: string): Target {
  const path = extname(text) === '.sqlite' ? resolve(text) : databasePath(resolve(text));
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

/** Those that the inserts themselves look into. */
const keptIndexes = ['changes_record'];
const big = ['events', 'linked_records', 'record_texts', 'event_links', 'event_terms'];

/** Indexes and the search index are cheaper to build over all rows than to keep right with each of them. */
export function sqliteLoading(): BulkLoading {
  const waiting: { name: string; sql: string }[] = [];
  return {
    begin: (store) =>
      store.write(async (db) => {
        await sql`pragma cache_size = -400000`.execute(db);
        const { rows } = await sql<{ type: string; name: string; tbl_name: string; sql: string }>`
          select type, name, tbl_name, sql from sqlite_master where sql is not null
            and (type = 'index' or (type = 'trigger' and name like 'record_texts_%'))`.execute(db);
        for (const { type, name, tbl_name, sql: statement } of rows) {
          if (!big.includes(tbl_name) || keptIndexes.includes(name)) continue;
          waiting.push({ name, sql: statement });
          await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(db);
        }
      }),
    async end(store, progress) {
      progress.start('indexes', waiting.length + 1);
      let done = 0;
      for (const { sql: statement } of waiting) {
        await store.write((db) => sql.raw(statement).execute(db));
        progress.advance(++done);
      }
      await store.write((db) => sql`insert into record_search (record_search) values ('rebuild')`.execute(db));
    },
    async settle(store) {
      await store.write((db) => sql`pragma cache_size = -32000`.execute(db));
    },
  };
}
