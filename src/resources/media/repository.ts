import type { MediaTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader } from '../../store/store.ts';
import { rowsOf } from '../records/rows/record-table.ts';
import { recordReader } from '../records/texts/localised-texts.ts';
import type { ImageRow, ImageRows, Medium } from './types.ts';

const findRecords = recordReader('media');

/** Images with their texts, in the order of the ids. */
export const findMedia = async (db: Reader, ids: readonly number[], language: string): Promise<Medium[]> =>
  (await findRecords(db, ids, language)).map((row) => ({ ...row, alt_text: row.description }));

export const findMedium = async (db: Reader, id: number, language: string): Promise<Medium | undefined> =>
  (await findMedia(db, [id], language))[0];

export const mediaRows = rowsOf('media');

export const findMediumByKey = (db: Reader, key: string): Promise<MediaTable | undefined> =>
  db.selectFrom('media').selectAll().where('storage_key', '=', key).executeTakeFirst();

export const allMedia = (db: Reader): Promise<MediaTable[]> => db.selectFrom('media').selectAll().execute();

/** The id of the first image with these values. */
export async function findMediumId(db: Reader, values: Partial<MediaTable>): Promise<number | undefined> {
  const found = db
    .selectFrom('media')
    .select('id')
    .where((eb) => eb.and(values))
    .orderBy('id');
  return (await found.executeTakeFirst())?.id;
}

const imageRows = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('media')
    .select(['id', 'storage_key', 'filename', 'extension', 'width', 'height', 'filesize', 'sizes'])
    .where('id', 'in', ids),
);

/** Images of a page of records, with one query. */
export async function imagesOf(db: Reader, records: readonly { image_id: number | null }[]): Promise<ImageRows> {
  const ids = [...new Set(records.map((record) => record.image_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows: ImageRow[] = await imageRows(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}
