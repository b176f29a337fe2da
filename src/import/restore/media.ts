// Restores the images of an export, with their files.

import { insertNewMedium } from '../../resources/media/save.ts';
import { filesOf } from '../../resources/media/service.ts';
import { mediaTable } from '../../resources/media/table.ts';
import { restoredColumns } from '../../resources/records/field-table.ts';
import { takeRecordIds } from '../../resources/records/rows/record-ids.ts';
import type { MediaTable } from '../../store/schema.ts';
import type { ImportTask } from '../types.ts';
import type { ReadContext } from './records.ts';
import { languageOf, readAuthored } from './records.ts';
import { type Members, ShapeProblem } from './shape.ts';

/** Returns the id of the image; undefined if files are missing. */
export async function restoreMedium(
  record: Members,
  context: ReadContext,
  task: ImportTask,
  source: string,
): Promise<number | undefined> {
  const row = readRow(record, context);
  const texts = record.byKey('texts').map(([language, text]) => ({
    language: languageOf(language),
    title: text.text('title'),
    description: text.text('alt_text'),
  }));
  const missing = await task.media?.copy({ ...filesOf(row), mimeType: row.mime_type, filesize: row.filesize });
  if (missing === undefined || missing.length > 0) {
    task.reporter.note(
      { source, record: `image ${row.id}` },
      'has files that are missing or damaged; left out',
      missing?.join(', '),
    );
    return undefined;
  }
  await takeRecordIds(task.db, [{ id: row.id, kind: 'media' }]);
  await insertNewMedium(task.db, { row, texts }, { now: task.now });
  return row.id;
}

function readRow(record: Members, context: ReadContext): MediaTable {
  const columns = restoredColumns(mediaTable, record.column);
  if (!/^\d{4}\/\d{2}\/[a-z0-9]{1,64}$/.test(columns.storage_key) || !/^[\w-][\w.-]{0,200}$/.test(columns.filename))
    throw new ShapeProblem('has files that cannot be its own');
  return { ...readAuthored(record, context), ...columns };
}
