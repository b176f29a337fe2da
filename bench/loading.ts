// How each engine fills a calendar quickly.
import { type RawBuilder, sql } from 'kysely';
import type { Progress } from '../src/core/progress.ts';
import type { Store, Writer } from '../src/store/store.ts';

/** Called before and after many inserts. */
export interface BulkLoading {
  begin(store: Store): Promise<void>;
  end(store: Store, progress: Progress): Promise<void>;
}

/** Without the change log, which the inserts read. */
const tables = ['events', 'linked_records', 'record_texts', 'event_links', 'event_terms'];

interface Index {
  name: string;
  definition: string;
}

interface Engine {
  /** Indexes of the tables that are not constraints. */
  indexes: RawBuilder<Index>;
  begin: RawBuilder<unknown>;
  beforeIndex: RawBuilder<unknown>;
  end(store: Store): Promise<unknown>;
}

/** Building indexes at the end is cheaper than updating them with each row. Triggers remain. */
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
    // Updates statistics and the visibility map at once, for index-only scans.
    end: (store) => sql`vacuum analyze`.execute(store.reader),
  });
