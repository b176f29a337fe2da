import type { MediaTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { shownTexts } from '../records/texts/shown-texts.ts';
import type { ImageRow, ImageRows, Medium } from './types.ts';

const shown = shownTexts('m.id');

/** Images with their texts, field by field in the language or in their own (D58). */
export function mediaIn(db: Reader, language: string) {
  return db
    .selectFrom('media as m')
    .innerJoin('record_texts as o', (join) =>
      join.onRef('o.record_id', '=', 'm.id').onRef('o.language', '=', 'm.language'),
    )
    .leftJoin('record_texts as l', (join) => join.onRef('l.record_id', '=', 'm.id').on('l.language', '=', language))
    .selectAll('m')
    .select([
      shown.title.as('title'),
      shown.description.as('alt_text'),
      shown.shown_language.as('shown_language'),
      shown.translations.as('translations'),
    ]);
}

export const findMedium = (db: Reader, id: number, language: string): Promise<Medium | undefined> =>
  mediaIn(db, language).where('m.id', '=', id).executeTakeFirst();

/** The image's own row, without texts. */
export const findMediumRow = (db: Reader, id: number): Promise<MediaTable | undefined> =>
  db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();

export const findMediumByKey = (db: Reader, key: string): Promise<MediaTable | undefined> =>
  db.selectFrom('media').selectAll().where('storage_key', '=', key).executeTakeFirst();

export const allMedia = (db: Reader): Promise<MediaTable[]> => db.selectFrom('media').selectAll().execute();

/** The image that was fetched from an address. */
export async function findMediumIdBySource(db: Reader, address: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('source_url', '=', address)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

/** The image that an author made of the same bytes. */
export async function findMediumIdByContent(
  db: Reader,
  checksum: string,
  authorId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('checksum', '=', checksum)
    .where('author_id', '=', authorId)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

const imageRows = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('media')
    .select(['id', 'storage_key', 'filename', 'extension', 'width', 'height', 'filesize', 'sizes'])
    .where('id', 'in', ids),
);

/** Images of a page of records: one query. */
export async function imagesOf(db: Reader, records: readonly { image_id: number | null }[]): Promise<ImageRows> {
  const ids = [...new Set(records.map((record) => record.image_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows: ImageRow[] = await imageRows(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

export const insertMedium = async (db: Writer, row: MediaTable): Promise<void> => {
  await db.insertInto('media').values(row).execute();
};

export const touchMedium = async (db: Writer, id: number, now: number): Promise<void> => {
  await db.updateTable('media').set({ modified_at: now }).where('id', '=', id).execute();
};

export const deleteMedium = async (db: Writer, id: number): Promise<void> => {
  await db.deleteFrom('media').where('id', '=', id).execute();
};
