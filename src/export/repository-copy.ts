// Reads and writes whole tables.
import { sql } from 'kysely';
import type { Dialect } from '../store/dialect.ts';
import type { Database } from '../store/schema.ts';
import type { Reader, Writer } from '../store/store.ts';

export interface CopiedTable {
  name: keyof Database;
  /** Unique columns that order its rows. */
  key: readonly string[];
  /** The column that the engine numbers. */
  numbered?: string;
}

/** The tables of a calendar, referenced ones first, without those that triggers maintain. */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'meta', key: ['key'] },
  { name: 'users', key: ['id'], numbered: 'id' },
  { name: 'application_passwords', key: ['id'], numbered: 'id' },
  { name: 'login_failures', key: ['account', 'address'] },
  { name: 'record_ids', key: ['id'], numbered: 'id' },
  { name: 'events', key: ['id'] },
  { name: 'linked_records', key: ['id'] },
  { name: 'geocoding_attempts', key: ['venue_id'] },
  { name: 'former_slugs', key: ['kind', 'slug'] },
  { name: 'record_texts', key: ['rowid'], numbered: 'rowid' },
  { name: 'event_links', key: ['event_id', 'kind', 'position'] },
  { name: 'terms', key: ['id'], numbered: 'id' },
  { name: 'term_texts', key: ['term_id', 'language'] },
  { name: 'event_terms', key: ['event_id', 'term_id'] },
  { name: 'media', key: ['id'] },
  { name: 'audit', key: ['id'], numbered: 'id' },
  { name: 'changes', key: ['seq'], numbered: 'seq' },
  { name: 'idempotency_keys', key: ['account', 'key'] },
  { name: 'webhooks', key: ['id'], numbered: 'id' },
  { name: 'webhook_deliveries', key: ['id'], numbered: 'id' },
];

export type Row = Readonly<Record<string, unknown>>;

/** Within the limit of parameters per statement. */
const batchSize = 500;

/** All rows in the order of their key, in batches. */
export async function* batchesOf(db: Reader, { name, key }: CopiedTable): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const from = last;
    const beyond = from ? sql`where (${columns}) > (${sql.join(key.map((column) => from[column]))})` : sql``;
    const query = sql<Row>`select * from ${sql.table(name)} ${beyond} order by ${columns} limit ${batchSize}`;
    const { rows } = await query.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}

/** Number of rows per table. */
export async function rowsOfTables(db: Reader): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of copiedTables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]?.n ?? 0;
  }
  return counts;
}

export const countRows = async (db: Reader): Promise<number> =>
  Object.values(await rowsOfTables(db)).reduce((sum, count) => sum + count, 0);

export const insertRows = async (db: Writer, { name }: CopiedTable, rows: readonly Row[]): Promise<void> => {
  await db
    .insertInto(name)
    .values(rows as never)
    .execute();
};

/** A calendar with accounts is not empty. */
export async function isEmpty(db: Reader): Promise<boolean> {
  for (const table of ['users', 'record_ids', 'terms'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  return true;
}

/** Referring tables first. */
export async function emptyAll(db: Writer): Promise<void> {
  for (const { name } of copiedTables.toReversed()) await db.deleteFrom(name).execute();
}

/** Tables that triggers maintain, and that need statistics too. */
const maintainedByTriggers = ['event_counts', 'scheduled_terms'] as const;

/**
 * Without statistics after a bulk load, some lists would be slow until the server's next automatic analysis, about a minute
 * later.
 */
export async function gatherStatistics(db: Writer, dialect: Dialect): Promise<void> {
  if (!dialect.plansByStatistics) return;
  const tables = [...copiedTables.map(({ name }) => name), ...maintainedByTriggers];
  await sql`analyze ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db);
}
