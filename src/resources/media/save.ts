// Saves new images, from uploads as well as imports: row, texts, change log and audit. Their files are stored already.
import type { MediaTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { recordCreated } from '../records/audit/audit-log.ts';
import { recordNewImage } from '../records/changes/change-log.ts';
import type { Stamp } from '../records/scope.ts';
import { insertTexts, noTexts } from '../records/texts/texts.ts';
import { mediaRows } from './repository.ts';

export interface NewMedium {
  row: MediaTable;
  /** The description is the alternative text. */
  texts: readonly { language: string; title: string; description: string }[];
}

/** The id has been reserved. */
export async function insertNewMedium(db: Writer, { row, texts }: NewMedium, by: Stamp): Promise<void> {
  const of = { recordId: row.id, kind: 'media', original: row.language } as const;
  await mediaRows.insert(db, [row]);
  await insertTexts(db, [{ of, texts: texts.map((text) => ({ ...noTexts, slug: null, ...text })) }]);
  await recordNewImage(db, row.id, by.now);
  await recordCreated(db, by, 'media', [row.id]);
}
