// What a write of a term that has been judged changes in the database.
import { ApiError } from '../../core/api-error.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Taxonomy } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordChanges } from '../records/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import type { Scope } from '../records/scope.ts';
import { firstFree } from '../records/slugs.ts';
import { findTermBySlug, insertTerm, ownSlug, updateTerm } from './repository.ts';
import type { Term, TermPatch } from './types.ts';

/** Inserts a term whose values have been judged; the slug is made from the name where there is none. */
export async function insertNewTerm(db: Writer, taxonomy: Taxonomy, patch: TermPatch, scope: Scope): Promise<number> {
  await assertExternalIdFree(db, { kind: taxonomy, id: 0, externalId: patch.external_id }, scope);
  const parent = patch.parent ?? 0;
  const wanted = slugify(patch.slug ?? '') || (patch.name as string);
  const slug = await freeTermSlug(db, taxonomy, wanted, parent);
  const id = await insertTerm(db, {
    taxonomy,
    parent_id: parent,
    language: scope.language,
    name: patch.name as string,
    description: patch.description ?? '',
    slug,
    external_id: patch.external_id ?? null,
    now: scope.now,
  });
  await recordChanges(db, taxonomy, [id], scope.now);
  return id;
}

/** Under a parent the parent's slug is tried before a number (D32). */
async function freeTermSlug(db: Reader, taxonomy: Taxonomy, wanted: string, parent: number): Promise<string> {
  const base = slugify(wanted) || taxonomy;
  const isTaken = async (slug: string) => (await findTermBySlug(db, taxonomy, slug)) !== undefined;
  if (parent > 0 && (await isTaken(base))) {
    const above = await ownSlug(db, parent);
    if (above) return firstFree(slugify(`${base}-${above}`), isTaken);
  }
  return firstFree(base, isTaken);
}

export async function saveTerm(db: Writer, term: Term, patch: TermPatch, scope: Scope): Promise<void> {
  await updateTerm(db, term, {
    parent_id: patch.parent ?? term.parent_id,
    now: scope.now,
    language: scope.language,
    texts: { ...textsOf(patch), ...(await slugChange(db, term, patch.slug, scope)) },
    external_id: patch.external_id === undefined ? term.external_id : patch.external_id,
  });
  await recordChanges(db, term.taxonomy, [term.id], scope.now);
}

const textsOf = ({ name, description }: TermPatch) => ({
  ...(name === undefined ? {} : { name: name ?? '' }),
  ...(description === undefined ? {} : { description }),
});

/**
 * A term always has a slug, a translation only where one is sent. One that another term has is refused (D34); one that
 * the term itself has, in whichever language, is as if it were not sent.
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
