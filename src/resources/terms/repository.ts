// Categories and tags, with the ancestors and descendants of categories.
import { sql } from 'kysely';
import type { Taxonomy } from '../../core/kinds.ts';
import { foldText } from '../../core/text/fold.ts';
import { slugify } from '../../core/text/slug.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { formerOwners } from '../records/former-slugs.ts';
import { unrelateEvents } from '../records/rows/event-relations.ts';
import type { Scope } from '../records/scope.ts';
import { localise } from '../records/texts/localised-texts.ts';
import type { CategoryPaths } from './present.ts';
import type { Term } from './types.ts';

interface TermRow extends Omit<Term, 'title_language' | 'slug'> {
  text_language: string;
  is_original: 0 | 1;
  slug: string | null;
}

/** Number of scheduled events of the term `t`. */
export const notDueYet = (now: number) =>
  sql<number>`(select count(*) from scheduled_terms s where s.term_id = t.id and s.published_at > ${now})`;

type LanguageAndTime = Pick<Scope, 'language' | 'now'>;

const localisedRows = statement(
  (_db, { ids, language, now }: LanguageAndTime & { ids: readonly number[] }) => sql<TermRow>`
    select t.*, (select string_agg(o.language, ',') from term_texts o where o.term_id = t.id) as translations,
      t.event_count - ${notDueYet(now)} as count, x.language as text_language, x.is_original, x.name, x.description, x.slug
    from terms t join term_texts x on x.term_id = t.id and (x.is_original = 1 or x.language = ${language})
    where t.id in (${sql.join(ids)})`,
);

/** Terms of both vocabularies, in the order of the ids, without those that do not exist. */
export async function findTermsByIds(
  db: Reader,
  ids: readonly number[],
  { language, now }: LanguageAndTime,
): Promise<Term[]> {
  if (ids.length === 0) return [];
  const byId = Map.groupBy(await localisedRows(db, { ids, language, now }), ({ id }) => id);
  return ids.flatMap((id) => localise(byId.get(id) ?? [], ['name', 'description'], language) ?? []);
}

export async function findTerm(
  db: Reader,
  taxonomy: Taxonomy,
  id: number,
  reader: LanguageAndTime,
): Promise<Term | undefined> {
  const [term] = await findTermsByIds(db, [id], reader);
  return term?.taxonomy === taxonomy ? term : undefined;
}

const taxonomies = statement((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('terms').select(['id', 'taxonomy']).where('id', 'in', ids),
);

/** Vocabulary by term id, without ids that do not exist. */
export async function taxonomiesOf(db: Reader, ids: readonly number[]): Promise<Map<number, Taxonomy>> {
  const rows = ids.length === 0 ? [] : await taxonomies(db, { ids });
  return new Map(rows.map(({ id, taxonomy }) => [id, taxonomy]));
}

export async function existingTermIds(db: Reader, taxonomy: Taxonomy, ids: readonly number[]): Promise<Set<number>> {
  const found = await taxonomiesOf(db, ids);
  return new Set(ids.filter((id) => found.get(id) === taxonomy));
}

const bySlug = statement((db, { taxonomy, slugs }: { taxonomy: Taxonomy; slugs: readonly string[] }) =>
  db.selectFrom('term_texts').select(['slug', 'term_id']).where('taxonomy', '=', taxonomy).where('slug', 'in', slugs),
);

/** Ids by slug, in any language. */
async function termIdsBySlug(db: Reader, taxonomy: Taxonomy, slugs: readonly string[]): Promise<Map<string, number>> {
  const rows = slugs.length === 0 ? [] : await bySlug(db, { taxonomy, slugs });
  return new Map(rows.map((row) => [row.slug as string, row.term_id]));
}

/** Ids of the terms with these slugs or ids, in this order: a slug comes before an id, and a former slug after both. */
export async function idsOfTerms(
  db: Reader,
  taxonomy: Taxonomy,
  references: readonly string[],
): Promise<(number | undefined)[]> {
  const slugs = references.map(slugify);
  const bySlug = await termIdsBySlug(db, taxonomy, slugs);
  const numbers = references.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  const byId = await existingTermIds(db, taxonomy, numbers);
  const known = references.map(
    (text, at) => bySlug.get(slugs[at] as string) ?? (byId.has(Number(text)) ? Number(text) : undefined),
  );
  const former = await formerOwners(
    db,
    taxonomy,
    slugs.filter((_, at) => known[at] === undefined),
  );
  return known.map((id, at) => id ?? former.get(slugs[at] as string));
}

/**
 * Terms with this name, ignoring case and accents. Names in the language come before others, and exact spellings before
 * the rest.
 */
export const termsNamed = (db: Reader, taxonomy: Taxonomy, name: string, language: string) =>
  db
    .selectFrom('term_texts as x')
    .innerJoin('terms as t', 't.id', 'x.term_id')
    .select(['t.id', 't.parent_id', 'x.name'])
    .where((eb) => eb.and({ 'x.taxonomy': taxonomy, 'x.name_folded': foldText(name) }))
    .orderBy(sql`case when x.language = ${language} then 0 else 1 end`)
    .orderBy(sql`case when x.name = ${name} then 0 else 1 end`)
    .orderBy('t.id')
    .execute();

export const findTermBySlug = async (db: Reader, taxonomy: Taxonomy, slug: string): Promise<number | undefined> =>
  (await termIdsBySlug(db, taxonomy, [slug])).get(slug);

/** Children move to the term's parent, which counts as a change of them; events lose the term. Returns the children's ids. */
export async function unrelateTerm(db: Writer, term: Term, now: number): Promise<number[]> {
  const children = await db
    .updateTable('terms')
    .set({ parent_id: term.parent_id, modified_at: now })
    .where((eb) => eb.and({ taxonomy: term.taxonomy, parent_id: term.id }))
    .returning('id')
    .execute();
  await unrelateEvents(db, 'event_terms', term.id);
  return children.map(({ id }) => id);
}

// The cross join fixes the join order in SQLite: each category's children by index instead of a scan of all categories.
const descendants = statement(
  (_db, { ids }: { ids: readonly number[] }) => sql<{ id: number }>`
    with recursive down (id) as (
      select id from terms where id in (${sql.join(ids)})
      union
      select t.id from down cross join terms t where t.parent_id = down.id and t.taxonomy = 'category')
    select id from down`,
);

export const withDescendants = async (db: Reader, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0 ? [] : (await descendants(db, { ids })).map((row) => row.id);

/** Ids of categories with published events, and of their ancestors. */
export async function usedWithAncestors(db: Reader, now: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with recursive up (id, parent_id) as (
      select id, parent_id from terms t where taxonomy = 'category' and t.event_count - ${notDueYet(now)} > 0
      union
      select t.id, t.parent_id from terms t join up on t.id = up.parent_id)
    select id from up`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const pathsOf = statement(
  (_db, { ids, language }: { ids: readonly number[]; language: string }) => sql<
    Pick<Term, 'id' | 'parent_id' | 'name' | 'slug'>
  >`
    with recursive up (id, parent_id) as (
      select id, parent_id from terms where id in (${sql.join(ids)})
      union
      select t.id, t.parent_id from terms t join up on t.id = up.parent_id)
    select up.id, up.parent_id, coalesce(nullif(l.name, ''), o.name) as name, coalesce(l.slug, o.slug) as slug
    from up join term_texts o on o.term_id = up.id and o.is_original = 1
    left join term_texts l on l.term_id = up.id and l.language = ${language}`,
);

/** Parents, names and slugs of the categories and all their ancestors, from which paths are built. One query per response. */
export async function categoryPaths(db: Reader, ids: readonly number[], language: string): Promise<CategoryPaths> {
  const rows = ids.length === 0 ? [] : await pathsOf(db, { ids, language });
  return new Map(rows.map((row) => [row.id, row]));
}

const allNames = statement((db, { taxonomy, language }: { taxonomy: Taxonomy; language: string }) =>
  db
    .selectFrom('term_texts')
    .select(['term_id as id', 'is_original', 'name'])
    .where((eb) => eb.or([eb('is_original', '=', 1), eb('language', '=', language)]))
    .where('taxonomy', '=', taxonomy),
);

/** Names of a vocabulary in the language, with the original as fallback, by id. */
export async function termNames(db: Reader, taxonomy: Taxonomy, language: string): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const { id, is_original, name } of await allNames(db, { taxonomy, language }))
    if (is_original === 0 ? name !== '' : !names.has(id)) names.set(id, name);
  return names;
}
