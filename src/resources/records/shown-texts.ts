import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Reader } from '../../store/store.ts';
import type { TextRow } from './texts.ts';

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

/** The texts of a record as a reader of one language sees them. */
export interface ShownTexts extends Shown {
  title: string;
  description: string;
  excerpt: string;
  website: string;
  slug: string;
}

const textsIn = statement((db, { ids, language }: { ids: readonly number[]; language: string }) =>
  db
    .selectFrom('record_texts as t')
    .select(['record_id', 'language', 'is_original', 'title', 'description', 'excerpt', 'website', 'slug'])
    .select(
      sql<string>`(select string_agg(x.language, ',') from record_texts x where x.record_id = t.record_id)`.as(
        'translations',
      ),
    )
    .where('record_id', 'in', ids)
    .where((eb) => eb.or([eb('is_original', '=', 1), eb('language', '=', language)])),
);

/** By record id: for a page of records quicker than the join. */
export async function loadShownTexts(
  db: Reader,
  ids: readonly number[],
  language: string,
): Promise<Map<number, ShownTexts>> {
  if (ids.length === 0) return new Map();
  const shown = new Map<number, ShownTexts>();
  for (const [id, rows] of Map.groupBy(await textsIn(db, { ids, language }), (row) => row.record_id)) {
    const own = shownOf(rows, language);
    if (own) shown.set(id, { ...own, translations: rows[0]?.translations as string });
  }
  return shown;
}

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
    slug: (selected.slug ?? original.slug) as string,
    shown_language: selected.title === '' ? original.language : selected.language,
  };
}
