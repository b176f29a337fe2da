// Texts of records, one row per language. An empty text of a translation falls back to the original.
import { sql } from 'kysely';
import { isTaxonomy, type LoggedKind, type RecordKind } from '../../../core/kinds.ts';
import { fromKeys, withoutUndefined } from '../../../core/objects.ts';
import { foldText } from '../../../core/text/fold.ts';
import { htmlToText } from '../../../core/text/html/html.ts';
import type { RecordTextsTable } from '../../../store/schema.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader, Writer } from '../../../store/store.ts';
import { type FieldChanges, pairs, stateOfTexts } from '../audit/audit-log.ts';
import { rememberSlug } from '../former-slugs.ts';
import { changesOf, rowInserter } from '../rows/rows.ts';

/** The translatable texts; each is a column of `record_texts`. */
export const textNames = ['title', 'description', 'excerpt', 'website', 'event_status_reason'] as const;
export type Texts = Record<(typeof textNames)[number], string>;
export const noTexts = fromKeys(textNames, () => '');

/** Texts that only events have are optional. */
export type StatedTexts = Omit<Texts, 'event_status_reason'> & Partial<Pick<Texts, 'event_status_reason'>>;

/** Only the texts; missing ones are empty. */
export const textsOf = (texts: StatedTexts): Texts => fromKeys(textNames, (name) => texts[name] ?? '');

export interface TextsOf {
  recordId: number;
  kind: RecordKind;
  /** The record's own language. */
  original: string;
  /** Other searchable fields, such as a venue's address. */
  searchable?: ((texts: StatedTexts) => readonly string[]) | undefined;
}

/** Only the given texts change. `null` removes the slug, which only a translation can do without. */
export type TextChange = Partial<Texts> & { slug?: string | null };

/** Texts in one language. The original has a slug, except that of an image. */
export interface LanguageTexts extends StatedTexts {
  language: string;
  slug: string | null;
}

export type TextRow = Texts & LanguageTexts & Pick<RecordTextsTable, 'is_original'>;

const insertRows = rowInserter('record_texts');

export const insertTexts = (
  db: Writer,
  records: readonly { of: TextsOf; texts: readonly LanguageTexts[] }[],
): Promise<void> =>
  insertRows(
    db,
    records.flatMap(({ of, texts }) => textColumns(of, texts)),
  );

/**
 * Writes texts in one language and updates the search columns of all languages, which may fall back to them. Returns the
 * new texts in all languages, and the changes.
 */
export async function saveTexts(
  db: Writer,
  of: TextsOf,
  language: string,
  change: TextChange,
): Promise<{ rows: TextRow[]; changes: FieldChanges }> {
  const stored = await storedRows(db, { recordId: of.recordId });
  const before = stored.find((row) => row.language === language);
  const changed = { ...(before ?? { ...noTexts, slug: null, language }), ...withoutUndefined(change) };
  const after = [...stored.filter((row) => row !== before), changed];
  if (before?.slug && before.slug !== changed.slug) await rememberSlug(db, of.kind, of.recordId, before.slug);
  const removed = after.filter((texts) => texts.language !== of.original && isEmpty(texts));
  for (const texts of removed) await deleteTexts(db, of.kind, of.recordId, texts.language);
  const rows = textColumns(
    of,
    after.filter((texts) => !removed.includes(texts)),
  );
  for (const row of rows) await putRow(db, row, stored);
  const stateOf = (texts: LanguageTexts | undefined) => (texts ? stateOfTexts(of.kind, language, texts) : {});
  return { rows, changes: pairs(stateOf(before), stateOf(changed)) };
}

const isEmpty = (texts: LanguageTexts): boolean => texts.slug === null && textNames.every((name) => !texts[name]);

/** Rows of a record's texts in all its languages, with their search columns. */
function textColumns(of: TextsOf, all: readonly LanguageTexts[]) {
  const original = all.find(({ language }) => language === of.original) ?? noTexts;
  return all.map(({ language, slug, ...texts }) => ({
    record_id: of.recordId,
    kind: of.kind,
    language,
    is_original: language === of.original ? (1 as const) : (0 as const),
    ...textsOf(texts),
    slug,
    ...foldedTexts(of, texts, original),
  }));
}

/** Search columns of one language: folded texts, with the original's where there is no translation. */
export function foldedTexts(of: Pick<TextsOf, 'searchable'>, texts: StatedTexts, original: StatedTexts) {
  const shown = fromKeys(textNames, (name) => texts[name] || (original[name] ?? ''));
  const body = [htmlToText(shown.excerpt), htmlToText(shown.description), ...(of.searchable?.(shown) ?? [])];
  return { title_folded: foldText(shown.title), body_folded: body.map(foldText).join('\n') };
}

/** The texts of a record in all its languages, the original first. */
export const textRows = (db: Reader, recordId: number): Promise<TextRow[]> =>
  db
    .selectFrom('record_texts')
    .select(['language', 'is_original', ...textNames, 'slug'])
    .where('record_id', '=', recordId)
    .orderBy('is_original', 'desc')
    .orderBy('language')
    .execute();

/** The texts of a record or term in all its languages, or in one. */
const textsIn = (kind: LoggedKind, id: number, language?: string) => sql`
  from ${sql.table(isTaxonomy(kind) ? 'term_texts' : 'record_texts')}
  where ${sql.ref(isTaxonomy(kind) ? 'term_id' : 'record_id')} = ${id}
    ${language === undefined ? sql`` : sql`and language = ${language}`}`;

/** Deletes the texts in a language and remembers their slug. Returns false if there are none. */
export async function deleteTranslation(db: Writer, kind: LoggedKind, id: number, language: string): Promise<boolean> {
  const { rows } = await sql<{ slug: string | null }>`delete ${textsIn(kind, id, language)} returning slug`.execute(db);
  for (const { slug } of rows) if (slug !== null) await rememberSlug(db, kind, id, slug);
  return rows.length > 0;
}

export async function deleteTexts(db: Writer, kind: LoggedKind, id: number, language?: string): Promise<void> {
  await sql`delete ${textsIn(kind, id, language)}`.execute(db);
}

const storedRows = statement((db, { recordId }: { recordId: number }) =>
  db.selectFrom('record_texts').selectAll().where('record_id', '=', recordId),
);

type Columns = ReturnType<typeof textColumns>[number];

const updateRow = statement((db, { rowid, changes }: { rowid: number; changes: Partial<Columns> }) =>
  db.updateTable('record_texts').set(changes).where('rowid', '=', rowid),
);

/** Writes changed columns only, because each is indexed. */
async function putRow(db: Writer, row: Columns, stored: Awaited<ReturnType<typeof storedRows>>): Promise<void> {
  const before = stored.find(({ language }) => language === row.language);
  if (!before) return insertRows(db, [row]);
  const changes = changesOf(before, row);
  if (Object.keys(changes).length > 0) await updateRow(db, { rowid: before.rowid, changes });
}
