import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import type { RelatedKind } from '../../core/kinds.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import { hasFoldedTitle } from '../records/list/search.ts';
import { rowsOf } from '../records/rows/record-table.ts';
import { recordReader } from '../records/texts/localised-texts.ts';
import type { PlainColumn } from './table.ts';
import type { RelatedRecord } from './types.ts';

/** Venues and organizers of any status, in the order of the ids, without those that do not exist. */
export const findRelatedByIds = recordReader('linked_records');

export async function findRelated(
  db: Reader,
  kind: RelatedKind,
  id: number,
  language: string,
): Promise<RelatedRecord | undefined> {
  const [record] = await findRelatedByIds(db, [id], language);
  return record?.kind === kind ? record : undefined;
}

export const relatedRows = rowsOf('linked_records');

export async function findRelatedRow(
  db: Reader,
  kind: RelatedKind,
  id: number,
): Promise<RelatedRecordsTable | undefined> {
  const row = await relatedRows.find(db, id);
  return row?.kind === kind ? row : undefined;
}

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
      .where('t.title', '=', name)
      .where(hasFoldedTitle(name))
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
