// Stores venues and organizers that a request or an import has validated.
import type { RelatedKind } from '../../core/kinds.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { recordAudit, recordCreated, updateOf } from '../records/audit/audit-log.ts';
import { rowChanges } from '../records/audit/record-state.ts';
import { recordChangesOf } from '../records/changes/change-log.ts';
import { changesOf } from '../records/rows/rows.ts';
import type { RecordScope, Stamp } from '../records/scope.ts';
import { insertTexts, type LanguageTexts, saveTexts, type TextChange, type TextsOf } from '../records/texts/texts.ts';
import { withChangedSlug, withIdAndSlug } from '../records/write/slugs-of-writes.ts';
import { applyValues, type CheckedValues, emptyRecord, searchable } from './patch.ts';
import { insertRelatedRows, updateRelatedRow } from './repository.ts';

export interface NewRelated {
  row: RelatedRecordsTable;
  texts: readonly LanguageTexts[];
}

/** The ids have been reserved. `areNew`: no record ever had these ids before. */
export async function insertRelated(
  db: Writer,
  records: readonly NewRelated[],
  by: Stamp,
  { areNew = false } = {},
): Promise<void> {
  const rows = records.map(({ row }) => row);
  const texts = records.map((record) => ({ of: textsOf(record.row), texts: record.texts }));
  await insertRelatedRows(db, rows);
  await insertTexts(db, texts);
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = some.map(({ id }) => id);
    await recordChangesOf(db, kind, some, { now: by.now, areNew });
    await recordCreated(db, by, kind, ids);
  }
}

export interface RelatedChange {
  row: RelatedRecordsTable;
  /** Language of the changed texts. */
  language: string;
  texts: TextChange;
}

export async function updateRelated(
  db: Writer,
  before: RelatedRecordsTable,
  { row, language, texts }: RelatedChange,
  by: Stamp,
): Promise<void> {
  await updateRelatedRow(db, row.id, changesOf(before, row));
  const { changes } = await saveTexts(db, textsOf(row), language, texts);
  await recordChangesOf(db, row.kind, [row], { now: by.now });
  await recordAudit(db, by, [updateOf(row.kind, row.id, { ...rowChanges(before, row), ...changes })]);
}

/** The row and texts after a write, with the slug sent. */
export interface AppliedRelated {
  values: CheckedValues;
  row: RelatedRecordsTable;
  texts: TextChange;
}

/** `before` is undefined for a new record. */
export const applyRelated = (
  kind: RelatedKind,
  before: RelatedRecordsTable | undefined,
  values: CheckedValues,
  scope: RecordScope,
): AppliedRelated => ({ values, ...applyValues(before ?? emptyRecord(kind, scope), values, scope) });

/** Returns the new id. */
export async function insertNewRelated(db: Writer, applied: AppliedRelated, by: Stamp): Promise<number> {
  const { row, texts } = await withIdAndSlug(db, applied.row.kind, applied, applied.values.slug);
  await insertRelated(db, [{ row, texts: [texts] }], by, { areNew: true });
  return row.id;
}

export async function changeRelated(
  db: Writer,
  before: RelatedRecordsTable,
  applied: AppliedRelated,
  scope: RecordScope,
): Promise<void> {
  const { row, values } = applied;
  const { language } = scope;
  const texts = await withChangedSlug(db, row.kind, before, applied, { sent: values.slug, language });
  await updateRelated(db, before, { row, language, texts }, scope);
}

const textsOf = (row: RelatedRecordsTable): TextsOf => ({
  recordId: row.id,
  kind: row.kind,
  original: row.language,
  searchable: searchable(row),
});
