// Images, and the records that use them.
import { storageKeysIn } from '../../core/images.ts';
import type { PublishedKind } from '../../core/kinds.ts';
import type { MediaTable, PublicationColumns } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { rowsOf, tableOf } from '../records/rows/record-table.ts';
import { recordReader, type TextLanguages } from '../records/texts/localised-texts.ts';

/** Columns for the image object in other records. */
const imageColumns = [
  'id',
  'storage_key',
  'filename',
  'extension',
  'mime_type',
  'width',
  'height',
  'filesize',
  'sizes',
] as const;
export type ImageRow = Pick<MediaTable, (typeof imageColumns)[number]>;

/** Images of a page of records, by id. */
export type ImageRows = ReadonlyMap<number, ImageRow>;

/** An image with its texts in the language of the request. */
export interface Medium extends MediaTable, TextLanguages {
  title: string;
  alt_text: string;
}

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

export async function findMediumId(db: Reader, values: Partial<MediaTable>): Promise<number | undefined> {
  const found = db
    .selectFrom('media')
    .select('id')
    .where((eb) => eb.and(values))
    .orderBy('id');
  return (await found.executeTakeFirst())?.id;
}

const imageRows = statement((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('media').select(imageColumns).where('id', 'in', ids),
);

/** Images of a page of records, with one query. */
export async function imagesOf(db: Reader, records: readonly { image_id: number | null }[]): Promise<ImageRows> {
  const ids = [...new Set(records.map((record) => record.image_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await imageRows(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

export type ImageUse = Pick<PublicationColumns, 'id' | 'status' | 'trashed_from' | 'published_at' | 'author_id'> & {
  kind: PublishedKind;
  /** Of events. */
  password_hash?: string | null;
};

const ownership = ['id', 'status', 'trashed_from', 'published_at', 'author_id'] as const;

/** Includes records that are hidden or in the trash. */
export async function usesOf(db: Reader, mediaId: number): Promise<ImageUse[]> {
  const events = await db
    .selectFrom('events')
    .select([...ownership, 'password_hash'])
    .where('image_id', '=', mediaId)
    .orderBy('id')
    .execute();
  const related = await db
    .selectFrom('linked_records')
    .select([...ownership, 'kind'])
    .where('image_id', '=', mediaId)
    .orderBy('id')
    .execute();
  return [...events.map((event) => ({ ...event, kind: 'event' as const })), ...related];
}

export async function detachImage(
  db: Writer,
  kind: ImageUse['kind'],
  ids: readonly number[],
  now: number,
): Promise<void> {
  const change = { image_id: null, modified_at: now };
  await db.updateTable(tableOf(kind)).set(change).where('id', 'in', ids).execute();
}

/** Images added before `before` that no record uses, not even in its texts. */
export async function unusedMedia(db: Reader, before: number): Promise<MediaTable[]> {
  const unlinked = await db
    .selectFrom('media as m')
    .selectAll()
    .where('m.published_at', '<', before)
    .where((eb) =>
      eb.and([
        eb.not(eb.exists(eb.selectFrom('events as e').select('e.id').whereRef('e.image_id', '=', 'm.id'))),
        eb.not(eb.exists(eb.selectFrom('linked_records as r').select('r.id').whereRef('r.image_id', '=', 'm.id'))),
      ]),
    )
    .orderBy('m.id')
    .execute();
  const shown: ReadonlySet<string> = unlinked.length === 0 ? new Set() : await keysInTexts(db);
  return unlinked.filter(({ storage_key }) => !shown.has(storage_key));
}

const textsAtOnce = 500;

/** Storage keys of the images that descriptions and excerpts show or link to. */
async function keysInTexts(db: Reader): Promise<Set<string>> {
  const ofTerms = await db
    .selectFrom('term_texts')
    .select('description')
    .where('description', 'like', '%/media/%')
    .execute();
  const keys = new Set(ofTerms.flatMap(({ description }) => storageKeysIn(description)));
  for (let last = 0; ; ) {
    const texts = await db
      .selectFrom('record_texts')
      .select(['rowid', 'description', 'excerpt'])
      .where('rowid', '>', last)
      .where((eb) => eb.or([eb('description', 'like', '%/media/%'), eb('excerpt', 'like', '%/media/%')]))
      .orderBy('rowid')
      .limit(textsAtOnce)
      .execute();
    for (const { rowid, description, excerpt } of texts) {
      for (const key of storageKeysIn(description + excerpt)) keys.add(key);
      last = rowid;
    }
    if (texts.length < textsAtOnce) return keys;
  }
}
