// Inserts of many records at once, and the ids they are given.
import { type Insertable, sql } from 'kysely';
import type { Database, RecordKind } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import {
  type EventRows,
  type RelatedRows,
  recordTextRows,
  relatedTextRows,
  type TermRows,
  termTextRows,
} from './bulk-rows.ts';
import { recordChanges } from './change-log.ts';

/** Engines limit the parameters of a statement: SQLite to 32766, PostgreSQL to 65535. */
const maxParameters = 30_000;

async function insertAll<T extends keyof Database>(
  db: Writer,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  const size = Math.max(1, Math.floor(maxParameters / Math.max(1, columns)));
  for (let from = 0; from < rows.length; from += size) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + size))
      .execute();
  }
}

/** Their ids have been taken already. Counts of terms are for `recountTerms`. */
export async function insertEvents(db: Writer, events: readonly EventRows[], now: number): Promise<void> {
  await insertAll(
    db,
    'events',
    events.map(({ row }) => row),
  );
  await insertAll(
    db,
    'record_texts',
    events.flatMap(({ row, texts }) => recordTextRows({ ...row, kind: 'event' }, texts)),
  );
  await insertAll(db, 'event_links', events.flatMap(linkRows));
  await insertAll(
    db,
    'event_terms',
    events.flatMap(({ row, termIds }) => termIds.map((term_id) => ({ event_id: row.id, term_id }))),
  );
  await recordChanges(db, 'event', idsOf(events), now);
}

const idsOf = (records: readonly { row: { id: number } }[]): number[] => records.map(({ row }) => row.id);

const linkRows = ({ row, links }: EventRows) =>
  (['venue', 'organizer'] as const).flatMap((kind) =>
    links[kind].map((record_id, position) => ({ event_id: row.id, kind, position, record_id })),
  );

/** Their ids have been taken already. */
export async function insertRelatedRecords(db: Writer, records: readonly RelatedRows[], now: number): Promise<void> {
  await insertAll(
    db,
    'linked_records',
    records.map(({ row }) => row),
  );
  await insertAll(db, 'record_texts', records.flatMap(relatedTextRows));
  for (const kind of ['venue', 'organizer'] as const) {
    await recordChanges(db, kind, idsOf(records.filter(({ row }) => row.kind === kind)), now);
  }
}

export async function insertTerms(db: Writer, terms: readonly TermRows[], now: number): Promise<void> {
  await insertAll(
    db,
    'terms',
    terms.map(({ row }) => ({ ...row, event_count: 0 })),
  );
  await insertAll(db, 'term_texts', terms.flatMap(termTextRows));
  for (const taxonomy of ['category', 'tag'] as const) {
    await recordChanges(db, taxonomy, idsOf(terms.filter(({ row }) => row.taxonomy === taxonomy)), now);
  }
}

/** Takes these ids, all of which are free. */
export const takeRecordIds = (db: Writer, records: readonly { id: number; kind: RecordKind }[]): Promise<void> =>
  insertAll(
    db,
    'record_ids',
    records.map(({ id, kind }) => ({ id, kind })),
  );

/** Brings the counts of published events of these terms, or of all, to what the events say. Touches only what is wrong. */
export async function recountTerms(db: Writer, ids?: readonly number[]): Promise<void> {
  for (const some of ids === undefined ? [undefined] : chunksOf(ids)) {
    const among = some ? sql`where t.id in (${sql.join(some)})` : sql``;
    await sql`update terms set event_count = counted.n
      from (select t.id, count(e.id) as n from terms t left join event_terms et on et.term_id = t.id
        left join events e on e.id = et.event_id and e.status = 'publish' ${among} group by t.id) as counted
      where counted.id = terms.id and terms.event_count <> counted.n`.execute(db);
  }
}

const chunkSize = 500;

export const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, at) =>
    items.slice(at * chunkSize, (at + 1) * chunkSize),
  );

/** Users alone do not make a calendar. */
export async function hasContent(db: Reader): Promise<boolean> {
  const record = await db.selectFrom('record_ids').select('id').limit(1).executeTakeFirst();
  const term = await db.selectFrom('terms').select('id').limit(1).executeTakeFirst();
  return (record ?? term) !== undefined;
}
