import { sql } from 'kysely';
import { foldText } from '../../core/text/fold.ts';
import { unindexedText } from '../../store/hints.ts';
import type { Taxonomy, TermsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { unrelateEvents } from '../records/rows/event-relations.ts';
import { rowInserter } from '../records/rows/rows.ts';
import type { Scope } from '../records/scope.ts';
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

type ById = Pick<Scope, 'language' | 'now'> & { taxonomy: Taxonomy; id: number };

const termById = statement((db, { taxonomy, id, language, now }: ById) =>
  termsIn(db, language, now).where('t.id', '=', id).where('t.taxonomy', '=', taxonomy),
);

export const findTerm = async (
  db: Reader,
  taxonomy: Taxonomy,
  id: number,
  { language, now }: Pick<Scope, 'language' | 'now'>,
): Promise<Term | undefined> => (await termById(db, { taxonomy, id, language, now }))[0];

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

export type TermColumns = Omit<TermsTable, 'id' | 'event_count'>;

const insertWithIds = rowInserter('terms');

const insertRow = statement((db, { row }: { row: TermColumns & { event_count: number } }) =>
  db.insertInto('terms').values(row).returning('id'),
);

/** Answers their ids: new ones where none is given. */
export async function insertTermRows(
  db: Writer,
  terms: readonly (TermColumns & { id?: number | undefined })[],
): Promise<number[]> {
  const ids: number[] = [];
  const given: (TermColumns & { id: number; event_count: number })[] = [];
  for (const { id, ...columns } of terms) {
    const row = { ...columns, event_count: 0 };
    if (id !== undefined) given.push({ id, ...row });
    ids.push(id ?? ((await insertRow(db, { row }))[0] as { id: number }).id);
  }
  await insertWithIds(db, given);
  return ids;
}

export const updateTermRow = async (db: Writer, id: number, changes: Partial<TermColumns>): Promise<void> => {
  await db.updateTable('terms').set(changes).where('id', '=', id).execute();
};

/** Of one language; the term's own one always has a slug. */
export interface TermTexts {
  language: string;
  name: string;
  description: string;
  slug: string | null;
}

interface TextsOf {
  id: number;
  taxonomy: Taxonomy;
  /** The term's own language. */
  language: string;
}

const textColumns = (of: TextsOf, { language, name, description, slug }: TermTexts) => ({
  term_id: of.id,
  taxonomy: of.taxonomy,
  language,
  is_original: language === of.language ? (1 as const) : (0 as const),
  name,
  description,
  slug,
  name_folded: foldText(name),
});

const insertTextRows = rowInserter('term_texts');

export const insertTermTexts = (
  db: Writer,
  terms: readonly { of: TextsOf; texts: readonly TermTexts[] }[],
): Promise<void> =>
  insertTextRows(
    db,
    terms.flatMap(({ of, texts }) => texts.map((one) => textColumns(of, one))),
  );

/** Only what is given changes; empty texts and a slug of `null` are a translation's way back to the original. */
export type TermTextChange = Partial<Omit<TermTexts, 'language'>>;

/** Writes a term's texts in one language; a translation without any is gone. */
export async function saveTermTexts(db: Writer, of: TextsOf, language: string, change: TermTextChange): Promise<void> {
  const before = await db
    .selectFrom('term_texts')
    .select(['name', 'description', 'slug'])
    .where('term_id', '=', of.id)
    .where('language', '=', language)
    .executeTakeFirst();
  const after = { name: '', description: '', slug: null, ...before, ...change, language };
  if (language !== of.language && after.name === '' && after.description === '' && after.slug === null) {
    await deleteTermTexts(db, of.id, language);
    return;
  }
  const values = textColumns(of, after);
  await db
    .insertInto('term_texts')
    .values(values)
    .onConflict((conflict) => conflict.columns(['term_id', 'language']).doUpdateSet(values))
    .execute();
}

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
