// What a write of a venue or organizer changes in the database, whether a request or an import has judged it.
import type { RelatedKind } from '../../core/kinds.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { recordChangesOf } from '../records/changes/change-log.ts';
import { changesOf } from '../records/rows/rows.ts';
import type { RecordScope } from '../records/scope.ts';
import { insertTexts, type LanguageTexts, saveTexts, type TextChange, type TextsOf } from '../records/texts/texts.ts';
import { withChangedSlug, withIdAndSlug } from '../records/write/slugs-of-writes.ts';
import { applyValues, type CheckedValues, emptyRecord, searchable } from './patch.ts';
import { insertRelatedRows, updateRelatedRow } from './repository.ts';

export interface NewRelated {
  row: RelatedRecordsTable;
  texts: readonly LanguageTexts[];
}

/** Their ids have been taken already. `areNew` says that no record had these ids before. */
export async function insertRelated(
  db: Writer,
  records: readonly NewRelated[],
  now: number,
  { areNew = false } = {},
): Promise<void> {
  await insertRelatedRows(
    db,
    records.map(({ row }) => row),
  );
  await insertTexts(
    db,
    records.map(({ row, texts }) => ({ of: textsOf(row), texts })),
  );
  for (const [kind, some] of Map.groupBy(records, ({ row }) => row.kind)) {
    await recordChangesOf(
      db,
      kind,
      some.map(({ row }) => row),
      { now, areNew },
    );
  }
}

export interface RelatedChange {
  row: RelatedRecordsTable;
  /** Of the texts that change. */
  language: string;
  texts: TextChange;
}

export async function updateRelated(
  db: Writer,
  before: RelatedRecordsTable,
  { row, language, texts }: RelatedChange,
  now: number,
): Promise<void> {
  await updateRelatedRow(db, row.id, changesOf(before, row));
  await saveTexts(db, textsOf(row), language, texts);
  await recordChangesOf(db, row.kind, [row], { now });
}

/** What a write makes of a record, with the slug that it sends. */
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
): AppliedRelated => ({ values, ...applyValues(before ?? emptyRecord(kind, 0, scope), values, scope) });

/** Answers the new id. */
export async function insertNewRelated(db: Writer, applied: AppliedRelated, now: number): Promise<number> {
  const { row, texts } = await withIdAndSlug(db, applied.row.kind, applied, applied.values.slug);
  await insertRelated(db, [{ row, texts: [texts] }], now, { areNew: true });
  return row.id;
}

export async function changeRelated(
  db: Writer,
  before: RelatedRecordsTable,
  applied: AppliedRelated,
  { language, now }: RecordScope,
): Promise<void> {
  const { row, values } = applied;
  const texts = await withChangedSlug(db, row.kind, before, applied, { sent: values.slug, language });
  await updateRelated(db, before, { row, language, texts }, now);
}

const textsOf = (row: RelatedRecordsTable): TextsOf => ({
  recordId: row.id,
  kind: row.kind,
  original: row.language,
  searchable: searchable(row),
});
