// Selects the texts of a record for a reader's language, with the original as fallback.
import { type SqlBool, sql } from 'kysely';
import type { TextRow } from './texts.ts';

/** `shown_language` is the language of the selected title; `translations` are all languages with texts. */
export interface TextLanguages {
  shown_language: string;
  /** Comma-separated language codes, unordered. */
  translations: string;
}

/** The texts of a record for readers of one language. */
export interface ShownTexts extends TextLanguages {
  title: string;
  description: string;
  excerpt: string;
  website: string;
  event_status_reason: string;
  slug: string;
}

/**
 * Columns of texts `t`, prefixed so that they can be selected together with their record. With two queries, a record that is
 * hidden and rewritten in between would be returned as public with its new texts.
 */
export const prefixedTextColumns = [
  sql<string>`t.language`.as('text_language'),
  sql<0 | 1>`t.is_original`.as('text_is_original'),
  sql<string>`t.title`.as('text_title'),
  sql<string>`t.description`.as('text_description'),
  sql<string>`t.excerpt`.as('text_excerpt'),
  sql<string>`t.website`.as('text_website'),
  sql<string>`t.event_status_reason`.as('text_event_status_reason'),
  sql<string | null>`t.slug`.as('text_slug'),
  sql<string>`(select string_agg(x.language, ',') from record_texts x where x.record_id = t.record_id)`.as(
    'text_translations',
  ),
] as const;

/** Restricts texts `t` to the reader's language and the original, its fallback. */
export const readIn = (language: string) => sql<SqlBool>`(t.is_original = 1 or t.language = ${language})`;

export interface PrefixedTexts {
  id: number;
  text_language: string;
  text_is_original: 0 | 1;
  text_title: string;
  text_description: string;
  text_excerpt: string;
  text_website: string;
  text_event_status_reason: string;
  text_slug: string | null;
  text_translations: string;
}

type WithTexts<Row> = Omit<Row, Exclude<keyof PrefixedTexts, 'id'>> & ShownTexts;

/** Records with their texts for readers of the language, by id. */
export function withTexts<Row extends PrefixedTexts>(
  rows: readonly Row[],
  language: string,
): Map<number, WithTexts<Row>> {
  const records = new Map<number, WithTexts<Row>>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const selected = selectTexts(own.map(textOf), language);
    if (!selected) continue;
    const [first] = own as [Row];
    // The prefixed columns stay on the object: removing them costs more than keeping them.
    records.set(id, Object.assign(first, selected, { translations: first.text_translations }));
  }
  return records;
}

const textOf = (row: PrefixedTexts): TextRow => ({
  language: row.text_language,
  is_original: row.text_is_original,
  title: row.text_title,
  description: row.text_description,
  excerpt: row.text_excerpt,
  website: row.text_website,
  event_status_reason: row.text_event_status_reason,
  slug: row.text_slug,
});

/** Selects from all texts of a record; `undefined` if it has none. */
export function selectFromAll(rows: readonly TextRow[], language: string): ShownTexts | undefined {
  const own = selectTexts(rows, language);
  return own && { ...own, translations: rows.map((row) => row.language).join(',') };
}

function selectTexts(rows: readonly TextRow[], language: string): Omit<ShownTexts, 'translations'> | undefined {
  const original = rows.find((row) => row.is_original === 1);
  if (!original) return undefined;
  const selected = rows.find((row) => row.language === language) ?? original;
  return {
    title: selected.title || original.title,
    description: selected.description || original.description,
    excerpt: selected.excerpt || original.excerpt,
    website: selected.website || original.website,
    event_status_reason: selected.event_status_reason || original.event_status_reason,
    slug: (selected.slug ?? original.slug) as string,
    shown_language: selected.title === '' ? original.language : selected.language,
  };
}
