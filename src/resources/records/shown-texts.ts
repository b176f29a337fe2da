import { sql } from 'kysely';

/**
 * Columns of a record's texts as a reader of the joined translation `l` sees them: field by field, falling
 * back to the original `o` (D58). `shown_language` is the language of the title; `translations` names all
 * languages that have texts.
 */
export const shownTexts = (recordId: string) => ({
  title: sql<string>`coalesce(nullif(l.title, ''), o.title)`,
  description: sql<string>`coalesce(nullif(l.description, ''), o.description)`,
  excerpt: sql<string>`coalesce(nullif(l.excerpt, ''), o.excerpt)`,
  website: sql<string>`coalesce(nullif(l.website, ''), o.website)`,
  slug: sql<string>`coalesce(l.slug, o.slug)`,
  shown_language: sql<string>`case when l.title <> '' then l.language else o.language end`,
  translations: sql<string>`(select string_agg(x.language, ',') from record_texts x where x.record_id = ${sql.ref(recordId)})`,
});

export interface Shown {
  shown_language: string;
  /** Language codes, separated by commas, in no order. */
  translations: string;
}

/** Keys that tell of languages in every reply of a record. */
export const presentLanguages = (row: Shown) => ({
  language: row.shown_language,
  translations: row.translations.split(',').sort(),
});
