// Selects the texts of a record for a reader's language, with the original as fallback (D58).
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Flag } from '../../../store/schema.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';
import { changesOf } from '../rows/rows.ts';
import { type TextChange, type TextRow, type Texts, type TextsOf, textNames, textRows } from './texts.ts';

export interface TextLanguages {
  /** Language of the selected title or name. */
  title_language: string;
  /** Languages of the texts that are in another one than the title, by name; a URL has none. */
  text_languages: Readonly<Record<string, string>> | undefined;
  /** Comma-separated codes of all languages with texts, unordered. */
  translations: string;
}

/** The texts of a record for readers of one language. */
export interface LocalisedTexts extends Texts, TextLanguages {
  slug: string;
}

/**
 * Columns of texts `t`, to be selected together with their record. With two queries, a record that is hidden and rewritten in
 * between would be returned as public with its new texts.
 */
const textColumns = sql`${sql.join([...textNames, 'is_original', 'slug'].map((name) => sql.ref(`t.${name}`)))},
  t.language as text_language,
  (select string_agg(x.language, ',') from record_texts x where x.record_id = t.record_id) as translations`;

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
): (Omit<Row, 'slug'> & { slug: string } & Omit<TextLanguages, 'translations'>) | undefined {
  const original = rows.find((row) => row.is_original === 1);
  if (!original) return undefined;
  const selected = rows.find((row) => row.text_language === language) ?? original;
  const languageOf = (name: Name) => (selected[name] === '' ? original : selected).text_language;
  const title_language = languageOf(names[0]);
  let text_languages: TextLanguages['text_languages'];
  const texts: Record<Name, string> = original;
  for (const name of names) {
    const text_language = languageOf(name);
    texts[name] = selected[name] || original[name];
    if (text_language !== title_language && texts[name] !== '' && name !== 'website')
      text_languages = { ...text_languages, [name]: text_language };
  }
  return Object.assign(original, { slug: (selected.slug ?? original.slug) as string, title_language, text_languages });
}

/** Reads the records of a table with their texts, in the order of the ids, without those that do not exist. */
export function recordReader<Table extends 'events' | 'linked_records' | 'media'>(table: Table) {
  type Row = Selectable<Database[Table]>;
  type TextRow = Row & { id: number } & TextsInOneLanguage<keyof Texts>;
  const select = statement(
    (_db, { ids, language }: { ids: readonly number[]; language: string }) => sql<TextRow>`select r.*, ${textColumns}
      from ${sql.table(table)} as r join record_texts t on t.record_id = r.id
      where r.id in (${sql.join(ids)}) and ${readIn(language)}`,
  );
  return async (db: Reader, ids: readonly number[], language: string): Promise<(Row & LocalisedTexts)[]> => {
    const rows = ids.length === 0 ? [] : await select(db, { ids, language });
    const byId = Map.groupBy(rows, ({ id }) => id);
    return ids.flatMap(
      (id) => (localise(byId.get(id) ?? [], textNames, language) as (Row & LocalisedTexts) | undefined) ?? [],
    );
  };
}

/** Selects from all texts of a record, which must include the original. */
export function selectTexts(rows: readonly TextRow[], language: string): LocalisedTexts {
  const translations = rows.map((row) => row.language).join(',');
  const texts = rows.map(({ language: text_language, ...row }) => ({ ...row, text_language, translations }));
  return localise(texts, textNames, language) as LocalisedTexts;
}

/** Without texts that are sent as they are shown: those that fall back to the original keep doing so (D59). */
export async function changedTexts(
  db: Reader,
  { recordId, original }: Pick<TextsOf, 'recordId' | 'original'>,
  language: string,
  sent: TextChange,
): Promise<TextChange> {
  if (language === original) return sent;
  return changesOf<TextChange>(selectTexts(await textRows(db, recordId), language), sent);
}
