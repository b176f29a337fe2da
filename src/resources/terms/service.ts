// Categories and tags as record resources: lookup, validation and writes.

import { ApiError, forbidden } from '../../core/api-error.ts';
import type { Taxonomy } from '../../core/kinds.ts';
import { type Caller, mayWriteTerms } from '../../core/roles.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { isInLineage } from '../records/rows/record-table.ts';
import type { RecordScope, Scope } from '../records/scope.ts';
import { getRecord, type RecordResource } from '../records/write/resource.ts';
import { existingTermIds, findTerm, findTermBySlug, termsNamed, unrelateTerm } from './repository.ts';
import { insertNewTerm, saveTerm } from './save.ts';
import type { TermValues } from './schemas.ts';
import { cleanTerm } from './table.ts';
import type { Term } from './types.ts';

export interface Vocabulary {
  store: Store;
  taxonomy: Taxonomy;
}

export const foundTerms = (taxonomy: Taxonomy) =>
  ({
    kind: taxonomy,
    find: (db: Reader, id: number, scope: Scope) => findTerm(db, taxonomy, id, scope),
  }) as const;

/** The routes only admit callers who may write terms of the vocabulary, so every term is editable. */
export type TermResource = RecordResource<Term, TermValues, Term, { values: TermValues }, TermValues>;

export function termResource({ store, taxonomy }: Vocabulary): TermResource {
  const found = foundTerms(taxonomy);
  const get = (db: Reader, id: number, scope: RecordScope) => getRecord(db, found, { id }, scope);
  return {
    ...found,
    store,
    findRow: (db, id, scope) => findTerm(db, taxonomy, id, scope),
    mayEdit: () => true,
    title: 'name',
    async check(db, { values, problems }, _scope, before) {
      const checked = { ...values };
      cleanTerm[taxonomy](checked, problems);
      const { parent } = checked;
      if (parent && !(await existingTermIds(db, taxonomy, [parent])).has(parent))
        problems.add('parent', 'unknown_category_id');
      if (parent && before && (await isInLineage(db, 'terms', parent, before.id)))
        problems.add('parent', 'parent_cycle');
      return { values: checked };
    },
    apply: (_before, { values }) => values,
    checkDuplicate: (db, { values }, scope) => refuseDuplicate(db, taxonomy, values, scope),
    insert: async (db, values, scope) => get(db, await insertNewTerm(db, taxonomy, values, scope), scope),
    async update(db, before, values, scope) {
      await saveTerm(db, before, values, scope);
      return get(db, before.id, scope);
    },
    async detach(db, term, { now }) {
      const children = await unrelateTerm(db, term, now);
      return children.map((id) => ({ id, changes: { parent: [term.id, term.parent_id] } }));
    },
  };
}

/**
 * A term with the name of another needs a slug that is free: sending the same term again does not create a second one. Names
 * are compared ignoring case, and without a slug those of categories with case. Categories of other parents do not count.
 */
async function refuseDuplicate(db: Reader, taxonomy: Taxonomy, values: TermValues, scope: Scope): Promise<undefined> {
  const name = values.name as string;
  const parent = values.parent ?? 0;
  const slug = slugify(values.slug ?? '');
  const namesakes = (await termsNamed(db, taxonomy, name, scope.language)).filter(
    (term) => term.parent_id === parent && term.name.toLowerCase() === name.toLowerCase(),
  );
  if (namesakes.length === 0) return;
  const duplicate =
    slug === ''
      ? namesakes.find((term) => taxonomy === 'tag' || term.name === name)
      : await findTerm(db, taxonomy, (await findTermBySlug(db, taxonomy, slug)) ?? 0, scope);
  if (duplicate?.parent_id === parent) throw new ApiError('term_exists', { data: { term_id: duplicate.id } });
}

/** Creates new terms of an event write, if the caller may create terms. */
export async function createTerms(
  db: Writer,
  taxonomy: Taxonomy,
  names: readonly string[],
  scope: Scope,
): Promise<number[]> {
  if (names.length === 0) return [];
  const allowed = (caller: Caller) => mayWriteTerms(caller, taxonomy);
  if (!allowed(scope.caller)) throw forbidden(scope.caller, allowed, 'rest_forbidden_terms');
  return Array.fromAsync(names, (name) => insertNewTerm(db, taxonomy, { name }, scope));
}
