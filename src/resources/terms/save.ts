// Stores terms that a request or an import has validated.
import { ApiError } from '../../core/api-error.ts';
import type { Taxonomy } from '../../core/kinds.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordCreated } from '../records/audit/audit-log.ts';
import { auditing } from '../records/audit/record-state.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import type { Scope, WriteOrigin } from '../records/scope.ts';
import { firstFree } from '../records/slugs.ts';
import {
  findTermBySlug,
  insertTermRows,
  insertTermTexts,
  originalSlug,
  saveTermTexts,
  type TermColumns,
  type TermTextChange,
  type TermTexts,
  termRows,
} from './repository.ts';
import type { TermValues } from './schemas.ts';
import { emptyTermColumns, type TermTableColumns, termChanges } from './table.ts';
import type { Term } from './types.ts';

export interface NewTerm {
  /** Omitted columns of the field table are empty. */
  row: Omit<TermColumns, keyof TermTableColumns> & Partial<TermTableColumns> & { id?: number | undefined };
  texts: readonly TermTexts[];
}

/** Returns the ids, assigning those that are missing. */
export async function insertTerms(db: Writer, terms: readonly NewTerm[], by: WriteOrigin): Promise<number[]> {
  const ids = await insertTermRows(
    db,
    terms.map(({ row }) => ({ ...emptyTermColumns, ...row })),
  );
  const created = terms.map(({ row, texts }, at) => ({ of: { ...row, id: ids[at] as number }, texts }));
  await insertTermTexts(db, created);
  for (const [taxonomy, some] of Map.groupBy(created, ({ of }) => of.taxonomy)) {
    const created = some.map(({ of }) => of.id);
    await recordChanges(db, taxonomy, created, by.now);
    await recordCreated(db, by, taxonomy, created);
  }
  return ids;
}

interface TermChange extends Partial<TermTableColumns> {
  parent_id?: number;
  /** Language of the changed texts. */
  language: string;
  texts?: TermTextChange;
}

export async function updateTerm(
  db: Writer,
  term: Pick<Term, 'id' | 'taxonomy' | 'language'>,
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
    const above = await originalSlug(db, parent);
    if (above) return firstFree(slugify(`${base}-${above}`), isTaken);
  }
  return firstFree(base, isTaken);
}

export async function saveTerm(db: Writer, term: Term, values: TermValues, scope: Scope): Promise<void> {
  const { parent, slug } = values;
  const { columns, texts } = termChanges(values);
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
