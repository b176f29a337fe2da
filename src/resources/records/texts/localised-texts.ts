// Selects the texts of a record for a reader's language, with the original as fallback (D58).
import { type AliasedRawBuilder, type SqlBool, sql } from 'kysely';
import type { Flag } from '../../../store/schema.ts';
import { type TextRow, type Texts, textNames } from './texts.ts';

export interface TextLanguages {
  /** Language of the selected title or name. */
  title_language: string;
  /** Comma-separated codes of all languages with texts, unordered. */
  translations: string;
}

/** The texts of a record for readers of one language. */
export interface LocalisedTexts extends Texts, TextLanguages {
  slug: string;
}

type TextColumn = keyof Texts | 'is_original' | 'slug';
type SelectedText = { [Name in TextColumn]: AliasedRawBuilder<TextRow[Name], Name> }[TextColumn];

/**
 * Columns of texts `t`, to be selected together with their record. With two queries, a record that is hidden and rewritten in
 * between would be returned as public with its new texts.
 */
export const textColumns = [
  ...[...textNames, 'is_original', 'slug'].map((name) => sql.ref(`t.${name}`).as(name) as SelectedText),
  sql<string>`t.language`.as('text_language'),
  sql<string>`(select string_agg(x.language, ',') from record_texts x where x.record_id = t.record_id)`.as(
    'translations',
  ),
];

/** Restricts texts `t` to the reader's language and the original, its fallback. */
export const readIn = (language: string) => sql<SqlBool>`(t.is_original = 1 or t.language = ${language})`;

type TextsInOneLanguage<Name extends string> = Record<Name, string> & {
  text_language: string;
  is_original: Flag;
  slug: string | null;
};

/**
 * Merges the rows of one record into its original row, in place; `undefined` without an original. The first of `names` is the
 * title.
 */
export function localise<const Name extends string, Row extends TextsInOneLanguage<Name>>(
  rows: readonly Row[],
  names: readonly [Name, ...Name[]],
  language: string,
): (Omit<Row, 'slug'> & { slug: string; title_language: string }) | undefined {
  const original = rows.find((row) => row.is_original === 1);
  if (!original) return undefined;
  const selected = rows.find((row) => row.text_language === language) ?? original;
  const title_language = (selected[names[0]] === '' ? original : selected).text_language;
  const texts: Record<Name, string> = original;
  for (const name of names) texts[name] = selected[name] || original[name];
  return Object.assign(original, { slug: (selected.slug ?? original.slug) as string, title_language });
}

/** Records with their texts for readers of the language, by id. */
export function withTexts<Row extends TextsInOneLanguage<keyof Texts> & { id: number }>(
  rows: readonly Row[],
  language: string,
) {
  const records = new Map<number, NonNullable<ReturnType<typeof localise<keyof Texts, Row>>>>();
  for (const [id, texts] of Map.groupBy(rows, (row) => row.id)) {
    const record = localise(texts, textNames, language);
    if (record) records.set(id, record);
  }
  return records;
}

/** Selects from all texts of a record, which must include the original. */
export function selectTexts(rows: readonly TextRow[], language: string): LocalisedTexts {
  const translations = rows.map((row) => row.language).join(',');
  const texts = rows.map(({ language: text_language, ...row }) => ({ ...row, text_language, translations }));
  return localise(texts, textNames, language) as LocalisedTexts;
}
