// Tables and their indexes in SQLite, by its own check.
import { sql } from 'kysely';
import type { Writer } from '../store/store.ts';
import type { Check } from './repository-tables.ts';

const tables = sql<{ name: string }>`select name from pragma_table_list where schema = 'main' and type = 'table'`;

async function problems(db: Writer): Promise<number> {
  let found = 0;
  for (const { name } of (await tables.execute(db)).rows) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.ref(name)})`.execute(db);
    found += rows.filter(({ integrity_check }) => integrity_check !== 'ok').length;
  }
  return found;
}

export const tableIndexes: Check = {
  what: 'rows and indexes of tables',
  wrong: problems,
  async repair(db) {
    await sql`reindex`.execute(db);
  },
};
