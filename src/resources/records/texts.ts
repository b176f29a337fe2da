// Texts of records: one row per language, the original's always. An empty text of a translation shows the original's.
import { foldText } from '../../core/text/fold.ts';
import { htmlToText } from '../../core/text/html.ts';
import type { RecordKind, RecordTextsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { changesOf } from './row-changes.ts';

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

export type TextRow = Pick<RecordTextsTable, 'language' | 'is_original' | 'slug'> & Texts;

/** What search looks through: the texts as they are shown, folded. */
type Found = Pick<RecordTextsTable, 'title_folded' | 'body_folded'>;

/** The texts of a new record, in its own language. Answers them as they were written. */
export async function insertTexts(db: Writer, of: TextsOf, texts: TextChange): Promise<TextRow> {
  const row: TextRow = { ...noTexts, slug: null, ...withoutUndefined(texts), language: of.original, is_original: 1 };
  await insertRow(db, { row: toColumns(of, row, foundIn(of, row)) });
  return row;
}

/**
 * Writes texts in one language and keeps what search looks through right in all of them. Answers the texts in all
 * languages as they are then.
 */
export async function saveTexts(db: Writer, of: TextsOf, language: string, change: TextChange): Promise<TextRow[]> {
  const rows = await storedRows(db, { recordId: of.recordId });
  const before = rows.find((row) => row.language === language);
  const changed: TextRow = {
    ...(before ?? { ...noTexts, slug: null, language, is_original: language === of.original ? 1 : 0 }),
    ...withoutUndefined(change),
  };
  const after = [...rows.filter((row) => row !== before), changed];
  const original = after.find((row) => row.is_original === 1) as TextRow;
  for (const row of after) {
    if (isGone(row)) await deleteTexts(db, of.recordId, row.language);
    else await putRow(db, of, row, original, rows);
  }
  return after.filter((row) => !isGone(row));
}

const withoutUndefined = (change: TextChange): TextChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** A translation without anything. */
const isGone = (row: TextRow): boolean =>
  row.is_original === 0 && row.slug === null && textNames.every((name) => row[name] === '');

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

const storedRows = statement((db, { recordId }: { recordId: number }) =>
  db.selectFrom('record_texts').selectAll().where('record_id', '=', recordId),
);

const insertRow = statement((db, { row }: { row: ReturnType<typeof toColumns> }) =>
  db.insertInto('record_texts').values(row),
);

const updateRow = statement((db, { rowid, changes }: { rowid: number; changes: Partial<TextRow & Found> }) =>
  db.updateTable('record_texts').set(changes).where('rowid', '=', rowid),
);

/** Only columns that change are written: each has its indexes. */
async function putRow(
  db: Writer,
  of: TextsOf,
  row: TextRow,
  original: TextRow,
  stored: Awaited<ReturnType<typeof storedRows>>,
): Promise<void> {
  const columns = toColumns(of, row, foundIn(of, shownTexts(row, original)));
  const before = stored.find(({ language }) => language === row.language);
  if (!before) return void (await insertRow(db, { row: columns }));
  const changes = changesOf(before, columns);
  if (Object.keys(changes).length > 0) await updateRow(db, { rowid: before.rowid, changes });
}

const foundIn = (of: TextsOf, shown: Texts): Found => ({
  title_folded: foldText(shown.title),
  body_folded: [htmlToText(shown.excerpt), htmlToText(shown.description), ...(of.searchable?.(shown) ?? [])]
    .map(foldText)
    .join('\n'),
});

const toColumns = ({ recordId, kind }: TextsOf, row: TextRow, found: Found) => ({
  record_id: recordId,
  kind,
  language: row.language,
  is_original: row.is_original,
  title: row.title,
  description: row.description,
  excerpt: row.excerpt,
  website: row.website,
  slug: row.slug,
  ...found,
});

/** All texts of a record, or those of one language. */
export async function deleteTexts(db: Writer, recordId: number, language?: string): Promise<void> {
  let query = db.deleteFrom('record_texts').where('record_id', '=', recordId);
  if (language !== undefined) query = query.where('language', '=', language);
  await query.execute();
}

const insertId = statement((db, { row }: { row: { kind: RecordKind; id?: number } }) =>
  db.insertInto('record_ids').values(row).returning('id'),
);

/** A new id in the space that all records share, or the given one where it is free (imports). */
export async function newRecordId(db: Writer, kind: RecordKind, wanted?: number): Promise<number> {
  const [row] = await insertId(db, { row: wanted === undefined ? { kind } : { kind, id: wanted } });
  return (row as { id: number }).id;
}

export const releaseRecordId = async (db: Writer, id: number): Promise<void> => {
  await db.deleteFrom('record_ids').where('id', '=', id).execute();
};

export async function isRecordIdFree(db: Reader, id: number): Promise<boolean> {
  return (await db.selectFrom('record_ids').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}
