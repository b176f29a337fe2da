// The rows of a calendar, for comparing two of them.
import { sql } from 'kysely';
import { copiedTables } from '../../../src/export/repository-copy.ts';
import type { Store } from '../../../src/store/store.ts';

type Row = Record<string, unknown>;

const others = ['login_failures', 'application_passwords', 'users'];

/** All rows, including derived ones, in a fixed order. */
export async function tablesOf(
  { reader }: Pick<Store, 'reader'>,
  keep: (table: string, row: Row) => Row | undefined = (_, row) => row,
): Promise<Record<string, string[]>> {
  const names = [...copiedTables.map(({ name }) => name), 'event_counts', 'scheduled_terms'];
  const tables: Record<string, string[]> = {};
  for (const name of names.filter((one) => !others.includes(one))) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(reader);
    const own = rows.filter(({ key }) => name !== 'meta' || String(key).startsWith('import:'));
    const kept = own.map(({ rowid: _, seq: __, ...row }) => keep(name, row)).filter((row) => row !== undefined);
    tables[name] = kept.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return tables;
}
