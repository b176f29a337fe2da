// Texts of events, venues and organizers: one row per language, with what search looks through beside it.
import { foldText } from '../../core/text/fold.ts';
import { htmlToText } from '../../core/text/html.ts';
import type { RecordKind } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';

export interface Texts {
  title: string;
  description: string;
  excerpt: string;
  website: string;
}

export interface OriginalTexts extends Texts {
  recordId: number;
  kind: RecordKind;
  language: string;
  slug: string;
  /** Fields beside the texts that search finds the record by, such as a venue's address. */
  searchable?: readonly string[];
}

const folded = (texts: Texts, searchable: readonly string[] = []) => ({
  title_folded: foldText(texts.title),
  body_folded: [htmlToText(texts.excerpt), htmlToText(texts.description), ...searchable].map(foldText).join('\n'),
});

export async function insertTexts(db: Writer, texts: OriginalTexts): Promise<void> {
  const { recordId, kind, language, slug, searchable, title, description, excerpt, website } = texts;
  await db
    .insertInto('record_texts')
    .values({
      record_id: recordId,
      kind,
      language,
      is_original: 1,
      title,
      description,
      excerpt,
      website,
      slug,
      ...folded(texts, searchable),
    })
    .execute();
}

export async function updateTexts(db: Writer, texts: OriginalTexts): Promise<void> {
  const { recordId, language, slug, searchable, title, description, excerpt, website } = texts;
  await db
    .updateTable('record_texts')
    .set({ title, description, excerpt, website, slug, ...folded(texts, searchable) })
    .where('record_id', '=', recordId)
    .where('language', '=', language)
    .execute();
}

export const deleteTexts = async (db: Writer, recordId: number): Promise<void> => {
  await db.deleteFrom('record_texts').where('record_id', '=', recordId).execute();
};

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
