import { sql } from 'kysely';
import { foldText } from '../../core/text/fold.ts';
import { unindexedText } from '../../store/hints.ts';
import type { Taxonomy } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import type { Scope } from '../records/scope.ts';
import { unrelateEvents } from '../records/unrelate-events.ts';
import type { Term } from './types.ts';

/** Of a term's own texts `o` and those in the language asked for `l`, which it need not have. */
export const shownName = sql<string>`coalesce(nullif(l.name, ''), o.name)`;
export const shownDescription = sql<string>`coalesce(nullif(l.description, ''), o.description)`;
export const shownSlug = sql<string>`coalesce(l.slug, o.slug)`;

/**
 * Terms with their texts in the language, or in their own where there is none. `event_count` counts what is
 * stored as published; events that are not due yet are taken off.
 */
export function termsIn(db: Reader, language: string, now: number) {
  return db
    .selectFrom('terms as t')
    .innerJoin('term_texts as o', (join) => join.onRef('o.term_id', '=', 't.id').on('o.is_original', '=', 1))
    .leftJoin('term_texts as l', (join) => join.onRef('l.term_id', '=', 't.id').on('l.language', '=', language))
    .select([
      't.id',
      't.taxonomy',
      't.parent_id',
      't.modified_at',
      't.external_id',
      't.language',
      shownName.as('name'),
      shownDescription.as('description'),
      shownSlug.as('slug'),
      sql<string>`case when l.name <> '' then l.language else o.language end`.as('shown_language'),
      sql<string>`(select string_agg(x.language, ',') from term_texts x where x.term_id = t.id)`.as('translations'),
      sql<number>`t.event_count - ${notDueYet(now)}`.as('count'),
    ]);
}

/** Scheduled events of the term `t`. */
export const notDueYet = (now: number) =>
  sql<number>`(select count(*) from scheduled_terms s where s.term_id = t.id and s.published_at > ${now})`;

export const findTerm = (
  db: Reader,
  taxonomy: Taxonomy,
  id: number,
  { language, now }: Pick<Scope, 'language' | 'now'>,
): Promise<Term | undefined> =>
  termsIn(db, language, now).where('t.id', '=', id).where('t.taxonomy', '=', taxonomy).executeTakeFirst();

/** Terms of both vocabularies by id. */
export const findTermsOfBothKinds = async (
  db: Reader,
  ids: readonly number[],
  language: string,
  now: number,
): Promise<Term[]> => (ids.length === 0 ? [] : termsIn(db, language, now).where('t.id', 'in', ids).execute());

/** In the order of the keys; what is gone meanwhile is left out. */
export async function findTermsInOrder(
  db: Reader,
  keys: readonly { id: number }[],
  { language, now }: Pick<Scope, 'language' | 'now'>,
): Promise<Term[]> {
  const ids = keys.map(({ id }) => id);
  const terms = await findTermsOfBothKinds(db, ids, language, now);
  const byId = new Map(terms.map((term) => [term.id, term]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type OfTaxonomy<Name extends string, Value> = { taxonomy: Taxonomy } & Record<Name, readonly Value[]>;

const existing = statement((db, { taxonomy, ids }: OfTaxonomy<'ids', number>) =>
  db.selectFrom('terms').select('id').where(unindexedText(sql`taxonomy`), '=', taxonomy).where('id', 'in', ids),
);

/** Which of the ids are terms of the vocabulary. */
export async function existingTermIds(db: Reader, taxonomy: Taxonomy, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length === 0 ? [] : await existing(db, { taxonomy, ids });
  return new Set(rows.map((row) => row.id));
}

const taxonomies = statement((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('terms').select(['id', 'taxonomy']).where('id', 'in', ids),
);

/** The vocabularies of those of the ids that are terms. */
export async function taxonomiesOf(db: Reader, ids: readonly number[]): Promise<Map<number, Taxonomy>> {
  const rows = ids.length === 0 ? [] : await taxonomies(db, { ids });
  return new Map(rows.map(({ id, taxonomy }) => [id, taxonomy]));
}

const bySlug = statement((db, { taxonomy, slugs }: OfTaxonomy<'slugs', string>) =>
  db.selectFrom('term_texts').select(['slug', 'term_id']).where('taxonomy', '=', taxonomy).where('slug', 'in', slugs),
);

/** Ids by slug, in any language. */
export async function termIdsBySlug(
  db: Reader,
  taxonomy: Taxonomy,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const rows = slugs.length === 0 ? [] : await bySlug(db, { taxonomy, slugs });
  return new Map(rows.map((row) => [row.slug as string, row.term_id]));
}

/**
 * Terms of this name, compared without case and accents: those of the language before those of any other, then those
 * that are spelt just so before the rest.
 */
export const termsNamed = (db: Reader, taxonomy: Taxonomy, name: string, language: string) =>
  db
    .selectFrom('term_texts as x')
    .innerJoin('terms as t', 't.id', 'x.term_id')
    .select(['t.id', 't.parent_id', 'x.name'])
    .where('x.taxonomy', '=', taxonomy)
    .where('x.name_folded', '=', foldText(name))
    .orderBy(sql`case when x.language = ${language} then 0 else 1 end`)
    .orderBy(sql`case when x.name = ${name} then 0 else 1 end`)
    .orderBy('t.id')
    .execute();

/** The id of the term with this slug in any language. */
export const findTermBySlug = async (db: Reader, taxonomy: Taxonomy, slug: string): Promise<number | undefined> =>
  (await termIdsBySlug(db, taxonomy, [slug])).get(slug);

/** In its own language. */
export async function ownSlug(db: Reader, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('term_texts')
    .select('slug')
    .where('term_id', '=', id)
    .where('is_original', '=', 1)
    .executeTakeFirst();
  return row?.slug ?? undefined;
}

export interface TermRow {
  id?: number;
  taxonomy: Taxonomy;
  parent_id: number;
  language: string;
  name: string;
  description: string;
  slug: string;
  external_id: string | null;
  now: number;
}

export async function insertTerm(db: Writer, row: TermRow): Promise<number> {
  const { taxonomy, language, name, description, slug, now } = row;
  const { id } = await db
    .insertInto('terms')
    .values({
      ...(row.id === undefined ? {} : { id: row.id }),
      taxonomy,
      parent_id: row.parent_id,
      event_count: 0,
      language,
      modified_at: now,
      external_id: row.external_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('term_texts')
    .values({ term_id: id, taxonomy, language, is_original: 1, name, description, slug, name_folded: foldText(name) })
    .execute();
  return id;
}

export interface TermChange {
  parent_id: number;
  now: number;
  language: string;
  /** Only what is given changes; empty texts and a slug of `null` are a translation's way back to the original. */
  texts: { name?: string; description?: string; slug?: string | null };
  external_id: string | null;
}

/** Writes a term's texts in one language; a translation without any is gone. */
export async function updateTerm(db: Writer, term: Pick<Term, 'id' | 'taxonomy'>, change: TermChange): Promise<void> {
  const { taxonomy, id } = term;
  const { language, texts } = change;
  await db
    .updateTable('terms')
    .set({ parent_id: change.parent_id, modified_at: change.now, external_id: change.external_id })
    .where('id', '=', id)
    .execute();
  const before = await db
    .selectFrom('term_texts')
    .select(['is_original', 'name', 'description', 'slug'])
    .where('term_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst();
  const after = { is_original: 0 as const, name: '', description: '', slug: null, ...before, ...texts };
  if (after.is_original === 0 && after.name === '' && after.description === '' && after.slug === null) {
    await deleteTermTexts(db, id, language);
    return;
  }
  const values = { ...after, name_folded: foldText(after.name) };
  await db
    .insertInto('term_texts')
    .values({ term_id: id, taxonomy, language, ...values })
    .onConflict((conflict) => conflict.columns(['term_id', 'language']).doUpdateSet(values))
    .execute();
}

export const touchTerm = async (db: Writer, id: number, now: number): Promise<void> => {
  await db.updateTable('terms').set({ modified_at: now }).where('id', '=', id).execute();
};

export const deleteTermTexts = async (db: Writer, id: number, language: string): Promise<void> => {
  await db.deleteFrom('term_texts').where('term_id', '=', id).where('language', '=', language).execute();
};

/** Children move up to the term's parent, which changes them; events lose the term. */
export async function deleteTerm(db: Writer, term: Term, now: number): Promise<void> {
  await db
    .updateTable('terms')
    .set({ parent_id: term.parent_id, modified_at: now })
    .where('taxonomy', '=', term.taxonomy)
    .where('parent_id', '=', term.id)
    .execute();
  await unrelateEvents(db, 'event_terms', term.id);
  await db.deleteFrom('term_texts').where('term_id', '=', term.id).execute();
  await db.deleteFrom('terms').where('id', '=', term.id).execute();
}
