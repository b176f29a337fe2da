// What each engine offers to fill a calendar quickly.
import { type RawBuilder, sql } from 'kysely';
import type { Progress } from '../src/core/progress.ts';
import type { Store, Writer } from '../src/store/store.ts';

/** Around many inserts. */
export interface BulkLoading {
  begin(store: Store): Promise<void>;
  end(store: Store, progress: Progress): Promise<void>;
}

/** The log of changes is looked into by the inserts themselves. */
const tables = ['events', 'linked_records', 'record_texts', 'event_links', 'event_terms'];

interface Index {
  name: string;
  definition: string;
}

interface Engine {
  /** Of the tables, those that no key needs. */
  indexes: RawBuilder<Index>;
  begin: RawBuilder<unknown>;
  beforeIndex: RawBuilder<unknown>;
  end(store: Store): Promise<unknown>;
}

/** Indexes are cheaper to build over all rows than to keep right with each of them. Triggers stay, and do their work. */
function loadingWithoutIndexes({ indexes, begin, beforeIndex, end }: Engine): BulkLoading {
  const dropped: Index[] = [];
  return {
    begin: (store) =>
      store.write(async (db) => {
        await begin.execute(db);
        dropped.push(...(await indexes.execute(db)).rows);
        for (const { name } of dropped) await sql`drop index ${sql.ref(name)}`.execute(db);
      }),
    async end(store, progress) {
      progress.start('indexes', dropped.length);
      for (const [done, { definition }] of dropped.entries()) {
        await store.write(async (db: Writer) => {
          await beforeIndex.execute(db);
          await sql.raw(definition).execute(db);
        });
        progress.advance(done + 1);
      }
      await end(store);
    },
  };
}

const nothing = sql`select 1`;
const cacheOf = (kib: number) => sql.raw(`pragma cache_size = -${kib}`);

export const sqliteLoading = (): BulkLoading =>
  loadingWithoutIndexes({
    begin: cacheOf(400_000),
    indexes: sql`select name, sql as definition from sqlite_master
      where type = 'index' and sql is not null and tbl_name in (${sql.join(tables)})`,
    beforeIndex: nothing,
    end: (store) => store.write((db) => cacheOf(32_000).execute(db)),
  });

export const postgresLoading = (): BulkLoading =>
  loadingWithoutIndexes({
    begin: nothing,
    indexes: sql`select c.relname as name, pg_get_indexdef(c.oid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid in (select unnest(${tables}::text[])::regclass)
        and not exists (select 1 from pg_constraint where conindid = c.oid)`,
    beforeIndex: sql`set local maintenance_work_mem = '256MB'`,
    // The server would do so by itself, but not at once: statistics, and which pages all may see, for scans of indexes only.
    end: (store) => sql`vacuum analyze`.execute(store.reader),
  });
