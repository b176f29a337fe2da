import { type SqlBool, sql } from 'kysely';
import type { TextRow } from './texts.ts';

/** `shown_language` is the language of the title; `translations` names all languages that have texts. */
export interface Shown {
  shown_language: string;
  /** Language codes, separated by commas, in no order. */
  translations: string;
}

/** The texts of a record as a reader of one language sees them. */
export interface ShownTexts extends Shown {
  title: string;
  description: string;
  excerpt: string;
  website: string;
  event_status_reason: string;
  slug: string;
}

/**
 * Columns of texts `t` beside those of their record, whose names they do not share: read in one query with it. In two, a
 * record that is withdrawn and written anew in between would be shown as public with its new texts.
 */
export const besideRecord = [
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

/** Of the texts `t`: what the reader of a language is shown, and what stands in for it. */
export const readIn = (language: string) => sql<SqlBool>`(t.is_original = 1 or t.language = ${language})`;

export interface BesideRecord {
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

type WithTexts<Row> = Omit<Row, Exclude<keyof BesideRecord, 'id'>> & ShownTexts;

/** Records as a reader of the language sees them, by id. */
export function withTexts<Row extends BesideRecord>(
  rows: readonly Row[],
  language: string,
): Map<number, WithTexts<Row>> {
  const records = new Map<number, WithTexts<Row>>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const shown = shownOf(own.map(textOf), language);
    if (!shown) continue;
    const [first] = own as [Row];
    // Its other columns stay on it: to take them off costs more than reading them.
    records.set(id, Object.assign(first, shown, { translations: first.text_translations }));
  }
  return records;
}

const textOf = (row: BesideRecord): TextRow => ({
  language: row.text_language,
  is_original: row.text_is_original,
  title: row.text_title,
  description: row.text_description,
  excerpt: row.text_excerpt,
  website: row.text_website,
  event_status_reason: row.text_event_status_reason,
  slug: row.text_slug,
});

/** What a reader sees of all texts of a record, or nothing where the record has none. */
export function shownOfAll(rows: readonly TextRow[], language: string): ShownTexts | undefined {
  const own = shownOf(rows, language);
  return own && { ...own, translations: rows.map((row) => row.language).join(',') };
}

function shownOf(rows: readonly TextRow[], language: string): Omit<ShownTexts, 'translations'> | undefined {
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
