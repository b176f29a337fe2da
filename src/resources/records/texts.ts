// Texts of records: one row per language, the original's always. An empty text of a translation shows the original's.
import { foldText } from '../../core/text/fold.ts';
import { htmlToText } from '../../core/text/html.ts';
import type { RecordKind, RecordTextsTable } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';

export interface Texts {
  title: string;
  description: string;
  excerpt: string;
  website: string;
}

const textNames = ['title', 'description', 'excerpt', 'website'] as const;
const noTexts: Texts = { title: '', description: '', excerpt: '', website: '' };

export interface TextsOf {
  recordId: number;
  kind: RecordKind;
  /** The record's own language. */
  original: string;
  /** Fields beside the texts that search finds the record by, such as a venue's address. */
  searchable?: ((texts: Texts) => readonly string[]) | undefined;
}

/** Only what is given changes. A slug of `null` is none, which only a translation can have. */
export type TextChange = Partial<Texts> & { slug?: string | null };

type TextRow = Pick<RecordTextsTable, 'language' | 'is_original' | 'slug'> & Texts;

/** Writes texts in one language and keeps what search looks through right in all of them. */
export async function saveTexts(db: Writer, of: TextsOf, language: string, change: TextChange): Promise<void> {
  const rows = await textRows(db, of.recordId);
  const before = rows.find((row) => row.language === language);
  const changed: TextRow = {
    ...(before ?? { ...noTexts, slug: null, language, is_original: language === of.original ? 1 : 0 }),
    ...withoutUndefined(change),
  };
  const after = [...rows.filter((row) => row !== before), changed];
  const original = after.find((row) => row.is_original === 1) as TextRow;
  for (const row of after) {
    if (row.is_original === 0 && isVoid(row)) await deleteTexts(db, of.recordId, row.language);
    else await putRow(db, of, row, shownTexts(row, original));
  }
}

const withoutUndefined = (change: TextChange): TextChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const isVoid = (row: TextRow): boolean => row.slug === null && textNames.every((name) => row[name] === '');

const shownTexts = (row: TextRow, original: TextRow): Texts =>
  Object.fromEntries(textNames.map((name) => [name, row[name] || original[name]])) as unknown as Texts;

/** The texts of a record in all its languages, its own first. */
export const textRows = (db: Reader, recordId: number): Promise<TextRow[]> =>
  db
    .selectFrom('record_texts')
    .select(['language', 'is_original', 'title', 'description', 'excerpt', 'website', 'slug'])
    .where('record_id', '=', recordId)
    .orderBy('is_original', 'desc')
    .orderBy('language')
    .execute();

async function putRow(db: Writer, of: TextsOf, row: TextRow, shown: Texts): Promise<void> {
  const found = {
    title_folded: foldText(shown.title),
    body_folded: [htmlToText(shown.excerpt), htmlToText(shown.description), ...(of.searchable?.(shown) ?? [])]
      .map(foldText)
      .join('\n'),
  };
  const { language, is_original, title, description, excerpt, website, slug } = row;
  const values = { title, description, excerpt, website, slug, ...found };
  await db
    .insertInto('record_texts')
    .values({ record_id: of.recordId, kind: of.kind, language, is_original, ...values })
    .onConflict((conflict) => conflict.columns(['record_id', 'language']).doUpdateSet(values))
    .execute();
}

/** All texts of a record, or those of one language. */
export async function deleteTexts(db: Writer, recordId: number, language?: string): Promise<void> {
  let query = db.deleteFrom('record_texts').where('record_id', '=', recordId);
  if (language !== undefined) query = query.where('language', '=', language);
  await query.execute();
}

/** A new id in the space that all records share, or the given one where it is free (imports). */
export async function newRecordId(db: Writer, kind: RecordKind, wanted?: number): Promise<number> {
  const row = wanted === undefined ? { kind } : { kind, id: wanted };
  return (await db.insertInto('record_ids').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export const releaseRecordId = async (db: Writer, id: number): Promise<void> => {
  await db.deleteFrom('record_ids').where('id', '=', id).execute();
};

export async function isRecordIdFree(db: Reader, id: number): Promise<boolean> {
  return (await db.selectFrom('record_ids').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}
