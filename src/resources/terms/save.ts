// Stores terms that a request or an import has validated.
import { ApiError } from '../../core/api-error.ts';
import type { Taxonomy } from '../../core/kinds.ts';
import { foldText } from '../../core/text/fold.ts';
import { slugify } from '../../core/text/slug.ts';
import type { TermsTable, TermTextsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordCreated } from '../records/audit/audit-log.ts';
import { auditing } from '../records/audit/record-state.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { rememberSlug } from '../records/former-slugs.ts';
import { rowsOf } from '../records/rows/record-table.ts';
import { changesOf, rowInserter } from '../records/rows/rows.ts';
import type { Scope, WriteOrigin } from '../records/scope.ts';
import { firstFree } from '../records/slugs.ts';
import { deleteTexts } from '../records/texts/texts.ts';
import { findTermBySlug } from './repository.ts';
import type { TermValues } from './schemas.ts';
import { emptyTermColumns, type TermTableColumns, termChanges } from './table.ts';
import type { Term } from './types.ts';

type Columns = Omit<TermsTable, 'id' | 'event_count'>;

/** Texts in one language. The original always has a slug. */
type TermTexts = Pick<TermTextsTable, 'language' | 'name' | 'description' | 'slug'>;

export interface NewTerm {
  /** Omitted columns of the field table are empty. */
  row: Omit<Columns, keyof TermTableColumns> & Partial<TermTableColumns> & { id?: number | undefined };
  texts: readonly TermTexts[];
}

const termRows = rowsOf('terms');
const insertRow = statement((db, { row }: { row: Columns & { event_count: number } }) =>
  db.insertInto('terms').values(row).returning('id'),
);
const insertTexts = rowInserter('term_texts');

/** Returns the ids, assigning those that are missing. */
export async function insertTerms(db: Writer, terms: readonly NewTerm[], by: WriteOrigin): Promise<number[]> {
  const ids: number[] = [];
  const given: (Columns & { id: number; event_count: number })[] = [];
  for (const { id, ...columns } of terms.map((term) => term.row)) {
    const row = { event_count: 0, ...emptyTermColumns, ...columns };
    if (id !== undefined) given.push({ id, ...row });
    ids.push(id ?? ((await insertRow(db, { row }))[0] as { id: number }).id);
  }
  await termRows.insert(db, given);
  const created = terms.map(({ row, texts }, at) => ({ of: { ...row, id: ids[at] as number }, texts }));
  await insertTexts(
    db,
    created.flatMap(({ of, texts }) => texts.map((one) => textColumns(of, one))),
  );
  for (const [taxonomy, some] of Map.groupBy(created, ({ of }) => of.taxonomy)) {
    const created = some.map(({ of }) => of.id);
    await recordChanges(db, taxonomy, created, by.now);
    await recordCreated(db, by, taxonomy, created);
  }
  return ids;
}

type TextsOf = Pick<Term, 'id' | 'taxonomy' | 'language'>;

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

/** Only given fields change. An empty text or a null slug makes a translation fall back to the original. */
type TermTextChange = Partial<Omit<TermTexts, 'language'>>;

/** Writes a term's texts in one language. A translation without any text is deleted. */
async function saveTermTexts(db: Writer, of: TextsOf, language: string, change: TermTextChange): Promise<void> {
  const before = await db
    .selectFrom('term_texts')
    .select(['name', 'description', 'slug'])
    .where((eb) => eb.and({ term_id: of.id, language }))
    .executeTakeFirst();
  const after = { name: '', description: '', slug: null, ...before, ...change, language };
  if (before?.slug && before.slug !== after.slug) await rememberSlug(db, of.taxonomy, of.id, before.slug);
  if (language !== of.language && after.name === '' && after.description === '' && after.slug === null)
    return deleteTexts(db, of.taxonomy, of.id, language);
  const values = textColumns(of, after);
  await db
    .insertInto('term_texts')
    .values(values)
    .onConflict((conflict) => conflict.columns(['term_id', 'language']).doUpdateSet(values))
    .execute();
}

interface TermChange extends Partial<TermTableColumns> {
  parent_id?: number;
  /** Language of the changed texts. */
  language: string;
  texts?: TermTextChange;
}

export async function updateTerm(
  db: Writer,
  term: TextsOf,
  { language, texts, ...columns }: TermChange,
  by: WriteOrigin,
): Promise<void> {
  await auditing(db, by, { kind: term.taxonomy, id: term.id }, async () => {
    await termRows.update(db, term.id, { ...columns, modified_at: by.now });
    if (texts) await saveTermTexts(db, term, language, texts);
  });
  await recordChanges(db, term.taxonomy, [term.id], by.now);
}

/** Returns the new id. The slug is derived from the name if none was sent. */
export async function insertNewTerm(db: Writer, taxonomy: Taxonomy, values: TermValues, scope: Scope): Promise<number> {
  const { language, now } = scope;
  const { columns, texts } = termChanges(values);
  const { name = '', description = '' } = texts;
  const parent = values.parent ?? 0;
  const slug = await uniqueTermSlug(db, taxonomy, slugify(values.slug ?? '') || name, parent);
  const row = { taxonomy, parent_id: parent, language, modified_at: now, ...columns };
  const [id] = await insertTerms(db, [{ row, texts: [{ language, name, description, slug }] }], scope);
  return id as number;
}

/** A taken slug gets the parent's slug as a suffix, and only then a number (D32). */
async function uniqueTermSlug(db: Reader, taxonomy: Taxonomy, requested: string, parent: number): Promise<string> {
  const base = slugify(requested) || taxonomy;
  const isTaken = async (slug: string) => (await findTermBySlug(db, taxonomy, slug)) !== undefined;
  if (parent > 0 && (await isTaken(base))) {
    const texts = db.selectFrom('term_texts').select('slug').where('term_id', '=', parent);
    const original = await texts.where('is_original', '=', 1).executeTakeFirst();
    if (original?.slug) return firstFree(slugify(`${base}-${original.slug}`), isTaken);
  }
  return firstFree(base, isTaken);
}

export async function saveTerm(db: Writer, term: Term, values: TermValues, scope: Scope): Promise<void> {
  const { parent, slug } = values;
  const { columns, texts: sent } = termChanges(values);
  // What is sent as it is shown may fall back to the original, and keeps doing so (D59).
  const texts = changesOf<TermTextChange>(term, sent);
  const change = {
    ...columns,
    ...(parent === undefined ? {} : { parent_id: parent ?? 0 }),
    language: scope.language,
    texts: { ...texts, ...(await slugChange(db, term, slug, scope)) },
  };
  await updateTerm(db, term, change, scope);
}

/**
 * A term always has a slug; a translation only if one is sent. A slug of another term is refused (D34); the term's own, in any
 * language, is ignored.
 */
async function slugChange(
  db: Reader,
  term: Term,
  sent: string | null | undefined,
  scope: Scope,
): Promise<{ slug?: string | null }> {
  if (sent === undefined) return {};
  if (sent === null) return term.language === scope.language ? {} : { slug: null };
  const slug = slugify(sent);
  if (slug === '') return {};
  const holder = await findTermBySlug(db, term.taxonomy, slug);
  if (holder !== undefined && holder !== term.id) throw new ApiError('duplicate_term_slug');
  return holder === undefined ? { slug } : {};
}
