// What a write of a venue or organizer changes in the database, whether a request or an import has judged it.
import type { RelatedKind, RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { recordChangesOf } from '../records/changes/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { newRecordId } from '../records/rows/record-ids.ts';
import { changesOf } from '../records/rows/rows.ts';
import type { RecordScope } from '../records/scope.ts';
import { changeSlug, slugOfNew } from '../records/slugs.ts';
import {
  insertTexts,
  type LanguageTexts,
  noTexts,
  saveTexts,
  type TextChange,
  type TextsOf,
} from '../records/texts/texts.ts';
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

/** Inserts a record whose values have been checked and answers its id. */
export async function insertNewRelated(
  db: Writer,
  kind: RelatedKind,
  values: CheckedValues,
  scope: RecordScope,
): Promise<number> {
  await assertExternalIdFree(db, { kind, id: 0, externalId: values.external_id }, scope);
  const id = await newRecordId(db, kind);
  const { row, texts } = applyValues(emptyRecord(kind, id, scope), values, scope);
  // Created in the trash it was never published, whoever created it.
  if (row.status === 'trash') row.trashed_from = 'draft';
  const slug = await slugOfNew(db, kind, { id, sent: values.slug, title: texts.title, status: row.status });
  const own = { ...noTexts, ...texts, language: row.language, slug };
  await insertRelated(db, [{ row, texts: [own] }], scope.now, { areNew: true });
  return id;
}

export async function saveRelated(
  db: Writer,
  before: RelatedRecordsTable,
  values: CheckedValues,
  scope: RecordScope,
): Promise<void> {
  const { kind, id } = before;
  const { row, texts } = applyValues(before, values, scope);
  const isTranslation = scope.language !== row.language;
  const slug = await changeSlug(db, {
    id,
    kind,
    before: before.status,
    after: row.status,
    sent: values.slug,
    isTranslation,
    language: scope.language,
  });
  const change = { row, language: scope.language, texts: { ...texts, ...(slug === undefined ? {} : { slug }) } };
  await updateRelated(db, before, change, scope.now);
}

const textsOf = (row: RelatedRecordsTable): TextsOf => ({
  recordId: row.id,
  kind: row.kind,
  original: row.language,
  searchable: searchable(row),
});
