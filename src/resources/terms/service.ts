import { ApiError, forbidden, type Problems } from '../../core/api-error.ts';
import { mayWriteTerms } from '../../core/roles.ts';
import type { Taxonomy } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { isInLineage } from '../records/rows/lineage.ts';
import type { Scope, Sent } from '../records/scope.ts';
import { withoutEmptySlug } from '../records/slugs.ts';
import { translationToRemove } from '../records/texts/texts.ts';
import type { WriteHooks } from '../records/write/hooks.ts';
import { toPatch } from './patch.ts';
import { deleteTerm, deleteTermTexts, existingTermIds, findTerm, termsNamed, updateTermRow } from './repository.ts';
import { childTermIds } from './repository-tree.ts';
import { insertNewTerm, saveTerm } from './save.ts';
import type { Term, TermKind, TermPatch, TermValues } from './types.ts';

/** All categories, or all tags. */
export interface Vocabulary {
  store: Store;
  kind: TermKind;
}

export type TermWriteScope = Scope &
  WriteHooks<Term> & {
    /** A parent was sent for a tag. */
    misplacedParent?: boolean;
  };

/** Throws 404 for an unknown id, also for one of the other vocabulary (D5). */
export async function getTerm(db: Reader, kind: TermKind, id: number, scope: Scope): Promise<Term> {
  const term = await findTerm(db, kind.taxonomy, id, scope);
  if (!term) throw new ApiError(kind.notFound, { unknown: 'id' });
  return term;
}

export function createTerm(
  { store, kind }: Vocabulary,
  { values, problems }: Sent<TermValues>,
  scope: TermWriteScope,
): Promise<Term> {
  return store.write(async (db) => {
    const patch = toPatch(values, problems);
    await checkParent(db, kind, patch, problems);
    problems.throwIfAny();
    refuseMisplacedParent(scope);
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
  { store, kind }: Vocabulary,
  id: number,
  { values, problems }: Sent<TermValues>,
  scope: TermWriteScope,
): Promise<Term> {
  return store.write(async (db) => {
    const patch = toPatch(values, problems);
    await checkParent(db, kind, patch, problems);
    if (patch.parent && (await isInLineage(db, 'terms', patch.parent, id))) problems.add('parent', 'parent_cycle');
    const found = await findTerm(db, kind.taxonomy, id, scope);
    // Only a translation can do without a name of its own (D59).
    if (patch.name === null && (!found || found.language === scope.language)) problems.add('name', 'text_empty');
    problems.throwIfAny();
    const term = await getTerm(db, kind, id, scope);
    refuseMisplacedParent(scope);
    await assertExternalIdFree(db, { kind: kind.taxonomy, id, externalId: patch.external_id }, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    const changes = withoutEmptySlug(patch, term.language !== scope.language);
    if (Object.keys(changes).length > 0) await saveTerm(db, term, changes, scope);
    assertUnchanged?.();
    return settled(db, kind, id, scope);
  });
}

/** Takes the texts of one language off a term; answers it in the selected language. */
export function removeTermTranslation(
  { store, kind }: Vocabulary,
  id: number,
  segment: string,
  scope: TermWriteScope,
): Promise<Term> {
  return store.write(async (db) => {
    const term = await getTerm(db, kind, id, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    await deleteTermTexts(db, id, translationToRemove(segment, term.language, term.translations.split(',')));
    await updateTermRow(db, id, { modified_at: scope.now });
    await recordChanges(db, kind.taxonomy, [id], scope.now);
    assertUnchanged?.();
    return settled(db, kind, id, scope);
  });
}

/** Answers the term as it was (D34). */
export function removeTerm({ store, kind }: Vocabulary, id: number, scope: TermWriteScope): Promise<Term> {
  return store.write(async (db) => {
    await getTerm(db, kind, id, scope);
    (await scope.watch?.(db, id))?.();
    const term = await settled(db, kind, id, scope);
    const children = await childTermIds(db, kind.taxonomy, id);
    await deleteTerm(db, term, scope.now);
    await recordChanges(db, kind.taxonomy, [...children, id], scope.now);
    return term;
  });
}

async function checkParent(db: Reader, kind: TermKind, patch: TermPatch, problems: Problems): Promise<void> {
  if (!patch.parent || !kind.hierarchical) return;
  if (!(await existingTermIds(db, kind.taxonomy, [patch.parent])).has(patch.parent))
    problems.add('parent', 'unknown_category');
}

/** Has a code of its own, so it is told when no parameter is wrong and the tag is there (mirror). */
function refuseMisplacedParent({ misplacedParent }: TermWriteScope): void {
  if (misplacedParent) throw new ApiError('rest_taxonomy_not_hierarchical');
}

/** Makes terms that an event names, if the writer may make terms. */
export async function makeTerms(
  db: Writer,
  taxonomy: Taxonomy,
  names: readonly string[],
  scope: Scope,
): Promise<number[]> {
  if (names.length === 0) return [];
  if (!mayWriteTerms(scope.caller, taxonomy)) throw forbidden(scope.caller, 'rest_forbidden_terms');
  const ids: number[] = [];
  for (const name of names) ids.push(await insertNewTerm(db, taxonomy, { name }, scope));
  return ids;
}
