import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import type { RelatedKind } from '../../core/kinds.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { hasTitle } from '../records/list/title-order.ts';
import { unrelateEvents } from '../records/rows/event-relations.ts';
import { rowInserter } from '../records/rows/rows.ts';
import { readIn, textColumns, withTexts } from '../records/texts/localised-texts.ts';
import type { PlainColumn } from './table.ts';
import type { RelatedRecord } from './types.ts';

const relatedRows = statement((db, { ids, language }: { ids: readonly number[]; language: string }) =>
  db
    .selectFrom('linked_records as r')
    .innerJoin('record_texts as t', 't.record_id', 'r.id')
    .selectAll('r')
    .select(textColumns)
    .where('r.id', 'in', ids)
    .where(readIn(language)),
);

/** Venues and organizers of any status, in the order of the ids, without those that do not exist. */
export async function findRelatedByIds(db: Reader, ids: readonly number[], language: string): Promise<RelatedRecord[]> {
  if (ids.length === 0) return [];
  const records = named(await relatedRows(db, { ids, language }), language);
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Records by id, with their texts in the language. */
export function named(rows: Awaited<ReturnType<typeof relatedRows>>, language: string): Map<number, RelatedRecord> {
  const records = new Map<number, RelatedRecord>();
  for (const [id, record] of withTexts(rows, language)) records.set(id, Object.assign(record, { name: record.title }));
  return records;
}

export async function findRelated(
  db: Reader,
  kind: RelatedKind,
  id: number,
  language: string,
): Promise<RelatedRecord | undefined> {
  const [record] = await findRelatedByIds(db, [id], language);
  return record?.kind === kind ? record : undefined;
}

/** The row without texts, for writes. */
export const findRelatedRow = (db: Reader, kind: RelatedKind, id: number): Promise<RelatedRecordsTable | undefined> =>
  db.selectFrom('linked_records').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst();

const batchSize = 100;

export interface Namesake {
  kind: RelatedKind;
  name: string;
  /** Compares translations into this language; if missing, original texts. */
  language?: string;
  columns: Partial<Record<PlainColumn, string>>;
}

/** The oldest matching record with exactly this name and these columns that is not in the trash. */
export async function findNamed(
  db: Reader,
  { kind, name, language, columns }: Namesake,
  isMatch: (record: RelatedRecord) => boolean,
): Promise<RelatedRecord | undefined> {
  const sameColumns = Object.entries(columns).map(
    ([column, value]) => sql<SqlBool>`${sql.ref(`r.${column}`)} = ${value}`,
  );
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('record_texts as t')
      .innerJoin('linked_records as r', 'r.id', 't.record_id')
      .select('t.record_id')
      .where('t.kind', '=', kind)
      .where(hasTitle('t', name))
      .where(language === undefined ? sql<SqlBool>`t.is_original = 1` : sql<SqlBool>`t.language = ${language}`)
      .where('t.record_id', '>', last)
      .where('r.status', '<>', 'trash')
      .where((eb) => eb.and(sameColumns))
      .orderBy('t.record_id')
      .limit(batchSize)
      .execute();
    const ids = rows.map((row) => row.record_id);
    const found = (await findRelatedByIds(db, ids, language ?? '')).find(isMatch);
    if (found || ids.length < batchSize) return found;
    last = ids.at(-1) as number;
    // Lets other requests run in between.
    await setImmediate();
  }
}

export const insertRelatedRows = rowInserter('linked_records');

/** Pass only changed columns: every column that is set has its indexes updated. */
export async function updateRelatedRow(db: Writer, id: number, changes: Partial<RelatedRecordsTable>): Promise<void> {
  if (Object.keys(changes).length > 0)
    await db.updateTable('linked_records').set(changes).where('id', '=', id).execute();
}

/** Deletes the record permanently, with all links to it. */
export async function deleteRelated(db: Writer, id: number): Promise<void> {
  await unrelateEvents(db, 'event_links', id);
  await db.deleteFrom('linked_records').where('id', '=', id).execute();
}
