// Saves checked events, venues and organizers: ids, slugs, rows, texts, change log and audit.
import type { PublishedKind } from '../../../core/kinds.ts';
import type { PublicationColumns } from '../../../store/schema.ts';
import type { Writer } from '../../../store/store.ts';
import { type FieldChanges, recordAudit, recordCreated, updateOf } from '../audit/audit-log.ts';
import { rowChanges } from '../audit/record-state.ts';
import { recordChanges } from '../changes/change-log.ts';
import { newRecordId } from '../rows/record-table.ts';
import { changesOf } from '../rows/rows.ts';
import type { WriteOrigin } from '../scope.ts';
import { changeSlug, slugFor } from '../slugs.ts';
import { changedTexts } from '../texts/localised-texts.ts';
import {
  insertTexts,
  type LanguageTexts,
  noTexts,
  saveTexts,
  type TextChange,
  type TextRow,
  type TextsOf,
} from '../texts/texts.ts';

export interface RecordStore<Row extends PublicationColumns> {
  rows: {
    insert(db: Writer, rows: readonly Row[]): Promise<void>;
    update(db: Writer, id: number, changes: Partial<Row>): Promise<void>;
  };
  textsOf(row: Row): TextsOf & { kind: PublishedKind };
}

/** The row and the text changes that result from a write. */
export interface Applied<Row> {
  row: Row;
  texts: TextChange;
}

interface WithSlug<Row> extends Applied<Row> {
  values: { slug?: string | null };
}

export interface NewRecord<Row> {
  row: Row;
  texts: readonly LanguageTexts[];
}

/** Gives a new record its id and slug, and fills in missing texts. */
export async function withIdAndSlug<Row extends PublicationColumns>(
  db: Writer,
  kind: PublishedKind,
  { row, texts, values }: WithSlug<Row>,
): Promise<{ row: Row; texts: LanguageTexts }> {
  const id = await newRecordId(db, kind);
  const { status, language } = row;
  const slug = await slugFor(db, kind, status, values.slug ?? '', { id, language: undefined, otherwise: texts.title });
  // A record that was created in the trash was never published.
  const trashedFrom = status === 'trash' ? { trashed_from: 'draft' as const } : {};
  return { row: { ...row, id, ...trashedFrom }, texts: { ...noTexts, ...texts, language, slug } };
}

/** The ids have been reserved. */
export async function insertRecords<Row extends PublicationColumns>(
  db: Writer,
  { rows: table, textsOf }: RecordStore<Row>,
  records: readonly NewRecord<Row>[],
  by: WriteOrigin,
): Promise<void> {
  const rows = records.map(({ row }) => row);
  await table.insert(db, rows);
  await insertTexts(
    db,
    records.map(({ row, texts }) => ({ of: textsOf(row), texts })),
  );
  for (const [kind, some] of Map.groupBy(rows, (row) => textsOf(row).kind)) {
    const ids = some.map(({ id }) => id);
    await recordChanges(db, kind, ids, by.now);
    await recordCreated(db, by, kind, ids);
  }
}

/** The texts that change in one language, and the slug if it does. Renames slugs on the way into the trash and out of it. */
export async function changedTextsAndSlug<Row extends PublicationColumns>(
  db: Writer,
  kind: PublishedKind,
  before: Row,
  { row, texts: sent, values }: WithSlug<Row>,
  language: string,
): Promise<TextChange> {
  const slug = await changeSlug(db, kind, before, row, { sent: values.slug, language });
  const texts = await changedTexts(db, { recordId: row.id, original: row.language }, language, sent);
  return slug === undefined ? texts : { ...texts, slug };
}

export interface RecordChange<Row> extends Applied<Row> {
  /** Language of the changed texts. */
  language: string;
}

/** `relate` changes the relations, and returns these changes. Returns the record's texts in all languages. */
export async function updateRecord<Row extends PublicationColumns>(
  db: Writer,
  { rows, textsOf }: RecordStore<Row>,
  before: Row,
  { row, language, texts }: RecordChange<Row>,
  by: WriteOrigin,
  relate?: () => Promise<FieldChanges>,
): Promise<TextRow[]> {
  const of = textsOf(row);
  await rows.update(db, row.id, changesOf(before, row));
  const written = await saveTexts(db, of, language, texts);
  const relations = await relate?.();
  await recordChanges(db, of.kind, [row.id], by.now);
  const changes = { ...rowChanges(before, row), ...written.changes, ...relations };
  await recordAudit(db, by, [updateOf(of.kind, row.id, changes)]);
  return written.rows;
}
