// Stores venues and organizers that a request or an import has validated.
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import type { WriteOrigin } from '../records/scope.ts';
import {
  insertRecords,
  type NewRecord,
  type RecordChange,
  type RecordStore,
  updateRecord,
  withIdAndSlug,
} from '../records/write/save.ts';
import { type AppliedRelated, searchable } from './patch.ts';
import { relatedRows } from './repository.ts';

export type NewRelated = NewRecord<RelatedRecordsTable>;

const related: RecordStore<RelatedRecordsTable> = {
  rows: relatedRows,
  textsOf: (row) => ({ recordId: row.id, kind: row.kind, original: row.language, searchable: searchable(row) }),
};

/** The ids have been reserved. */
export const insertRelated = (db: Writer, records: readonly NewRelated[], by: WriteOrigin): Promise<void> =>
  insertRecords(db, related, records, by);

export const updateRelated = async (
  db: Writer,
  before: RelatedRecordsTable,
  change: RecordChange<RelatedRecordsTable>,
  by: WriteOrigin,
): Promise<void> => void (await updateRecord(db, related, before, change, by));

/** Returns the new id. */
export async function insertNewRelated(db: Writer, applied: AppliedRelated, by: WriteOrigin): Promise<number> {
  const { row, texts } = await withIdAndSlug(db, applied.row.kind, applied);
  await insertRelated(db, [{ row, texts: [texts] }], by);
  return row.id;
}
