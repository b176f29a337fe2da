import { ApiError, forbidden, type Problems } from '../../core/api-error.ts';
import { mayWriteTerms } from '../../core/roles.ts';
import { isBlank, toPlainText } from '../../core/text/plain-text.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Taxonomy } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordChanges } from '../records/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { keptHtml } from '../records/kept-html.ts';
import type { Scope } from '../records/scope.ts';
import { withoutEmptySlug } from '../records/slug-change.ts';
import { firstFree } from '../records/slugs.ts';
import { translationToRemove } from '../records/translations.ts';
import type { WriteHooks } from '../records/write-hooks.ts';
import {
  childTermIds,
  deleteTerm,
  deleteTermTexts,
  existingTermIds,
  findTerm,
  findTermBySlug,
  insertTerm,
  lineage,
  termsNamed,
  touchTerms,
  updateTerm,
} from './repository.ts';
import type { Term, TermKind, TermPatch } from './types.ts';

export type TermWriteScope = Scope & WriteHooks<Term>;

export interface TermValues {
  name?: string | null;
  description?: string | null;
  slug?: string | null;
  parent?: number | null;
  external_id?: string | null;
}

/** Throws 404 for an unknown id, also for one of the other vocabulary (D5). */
export async function getTerm(db: Reader, kind: TermKind, id: number, scope: Scope): Promise<Term> {
  const term = await findTerm(db, kind.taxonomy, id, scope.language, scope.now);
  if (!term) throw new ApiError(kind.notFound, { unknown: 'id' });
  return term;
}

export function createTerm(
  store: Store,
  kind: TermKind,
  values: TermValues,
  problems: Problems,
  scope: TermWriteScope,
): Promise<Term> {
  return store.write(async (db) => {
    const patch = toPatch(values, problems);
    await checkParent(db, kind, patch, problems);
    problems.throwIfAny();
    if (!values.slug) await refuseTwin(db, kind.taxonomy, patch, scope.language);
    return settled(db, kind, await insertNewTerm(db, kind.taxonomy, patch, scope), scope);
  });
}

/** The term as it was written, in the language of the caller. */
async function settled(db: Writer, kind: TermKind, id: number, scope: TermWriteScope): Promise<Term> {
  const term = await getTerm(db, kind, id, scope);
  await scope.settle?.(db, term);
  return term;
}

/** Inserts a term whose values have been judged; the slug is made from the name where there is none. */
async function insertNewTerm(db: Writer, taxonomy: Taxonomy, patch: TermPatch, scope: Scope): Promise<number> {
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
    const above = (await lineage(db, parent))[0];
    if (above) return firstFree(slugify(`${base}-${above.slug}`), isTaken);
  }
  return firstFree(base, isTaken);
}

/** Tags differ by more than letter case; categories of one parent by their exact name. */
async function refuseTwin(db: Reader, taxonomy: Taxonomy, patch: TermPatch, language: string): Promise<void> {
  const { name, parent = 0 } = patch as TermPatch & { name: string };
  const twins = await termsNamed(db, taxonomy, name, language);
  const isTwin = (twin: { parent_id: number; name: string }) =>
    taxonomy === 'tag'
      ? twin.name.toLowerCase() === name.toLowerCase()
      : twin.parent_id === parent && twin.name === name;
  const twin = twins.find(isTwin);
  if (twin) throw new ApiError('term_exists', { data: { term_id: twin.id } });
}

export function changeTerm(
  store: Store,
  kind: TermKind,
  id: number,
  values: TermValues,
  problems: Problems,
  scope: TermWriteScope,
): Promise<Term> {
  return store.write(async (db) => {
    const patch = toPatch(values, problems);
    await checkParent(db, kind, patch, problems);
    const above = patch.parent ? await lineage(db, patch.parent) : [];
    if (above.some((term) => term.id === id)) problems.add('parent', 'parent_cycle');
    const found = await findTerm(db, kind.taxonomy, id, scope.language, scope.now);
    // Only a translation can do without a name of its own (D59).
    if (patch.name === null && (!found || found.language === scope.language)) problems.add('name', 'text_empty');
    problems.throwIfAny();
    const term = await getTerm(db, kind, id, scope);
    await assertExternalIdFree(db, { kind: kind.taxonomy, id, externalId: patch.external_id }, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    const sent = withoutEmptySlug(patch, term.language !== scope.language);
    if (Object.keys(sent).length > 0) await save(db, term, sent, scope);
    assertUnchanged?.();
    return settled(db, kind, id, scope);
  });
}

async function save(db: Writer, term: Term, patch: TermPatch, scope: Scope): Promise<void> {
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

/** Takes the texts of one language off a term; answers it in the selected language. */
export function removeTermTranslation(
  store: Store,
  kind: TermKind,
  id: number,
  segment: string,
  scope: TermWriteScope,
): Promise<Term> {
  return store.write(async (db) => {
    const term = await getTerm(db, kind, id, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    await deleteTermTexts(db, id, translationToRemove(segment, term.language, term.translations.split(',')));
    await touchTerms(db, [id], scope.now);
    await recordChanges(db, kind.taxonomy, [id], scope.now);
    assertUnchanged?.();
    return settled(db, kind, id, scope);
  });
}

/** Answers the term as it was (D34). */
export function removeTerm(store: Store, kind: TermKind, id: number, scope: TermWriteScope): Promise<Term> {
  return store.write(async (db) => {
    await getTerm(db, kind, id, scope);
    (await scope.watch?.(db, id))?.();
    const term = await settled(db, kind, id, scope);
    const children = await childTermIds(db, kind.taxonomy, id);
    await deleteTerm(db, term);
    // These have another parent now.
    await touchTerms(db, children, scope.now);
    await recordChanges(db, kind.taxonomy, [...children, id], scope.now);
    return term;
  });
}

function toPatch(values: TermValues, problems: Problems): TermPatch {
  const patch: TermPatch = {};
  if (values.name === null) patch.name = null;
  else if (values.name !== undefined) {
    patch.name = toPlainText(values.name);
    if (isBlank(patch.name)) problems.add('name', 'text_empty');
  }
  if (values.description !== undefined)
    patch.description =
      values.description === null ? '' : keptHtml(values.description, 'description', problems, inOneLine);
  if (values.slug !== undefined) patch.slug = values.slug;
  if (values.parent !== undefined) patch.parent = values.parent ?? 0;
  if (values.external_id !== undefined) patch.external_id = values.external_id;
  return patch;
}

/** Descriptions of terms are a line of HTML: safe, but not put in paragraphs. */
const inOneLine = (html: string): string =>
  html.replace(/^<p>(.*)<\/p>$/s, (whole: string, inner: string) => (inner.includes('<p') ? whole : inner));

async function checkParent(db: Reader, kind: TermKind, patch: TermPatch, problems: Problems): Promise<void> {
  if (!patch.parent || !kind.hierarchical) return;
  if (!(await existingTermIds(db, kind.taxonomy, [patch.parent])).has(patch.parent))
    problems.add('parent', 'unknown_category');
}

/** Makes terms that an event names, if the writer may make terms. */
export async function makeTerms(
  db: Writer,
  taxonomy: Taxonomy,
  names: readonly string[],
  scope: Scope,
): Promise<number[]> {
  if (names.length === 0) return [];
  if (!mayWriteTerms(scope.viewer, taxonomy)) throw forbidden(scope.viewer, 'rest_forbidden_terms');
  const ids: number[] = [];
  for (const name of names) ids.push(await insertNewTerm(db, taxonomy, { name }, scope));
  return ids;
}
