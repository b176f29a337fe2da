// What a write of a venue or organizer that has been judged changes in the database.
import type { RelatedKind, RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { recordChangeOf } from '../records/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { changesOf } from '../records/row-changes.ts';
import type { RecordScope } from '../records/scope.ts';
import { changeSlug } from '../records/slug-change.ts';
import { slugOfNew } from '../records/slugs.ts';
import { insertTexts, newRecordId, saveTexts, type TextsOf } from '../records/texts.ts';
import { applyValues, type CheckedValues, emptyRecord, searchable } from './patch.ts';
import { insertRelated, updateRelated } from './repository.ts';

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
  // Made in the trash it was never published, whoever made it.
  if (row.status === 'trash') row.trashed_from = 'draft';
  const slug = await slugOfNew(db, kind, { id, sent: values.slug, title: texts.title, status: row.status });
  await insertRelated(db, row);
  await insertTexts(db, textsOf(row), { ...texts, slug });
  await recordChangeOf(db, kind, row, { now: scope.now, isNew: true });
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
  await updateRelated(db, id, changesOf(before, row));
  await saveTexts(db, textsOf(row), scope.language, { ...texts, ...(slug === undefined ? {} : { slug }) });
  await recordChangeOf(db, kind, row, { now: scope.now, isNew: false });
}

const textsOf = (row: RelatedRecordsTable): TextsOf => ({
  recordId: row.id,
  kind: row.kind,
  original: row.language,
  searchable: searchable(row),
});
