// Categories and tags as record resources: lookup, validation and writes.

import { ApiError, forbidden } from '../../core/api-error.ts';
import type { Taxonomy } from '../../core/kinds.ts';
import { type Caller, mayWriteTerms } from '../../core/roles.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { isInLineage } from '../records/rows/record-table.ts';
import type { RecordScope, Scope } from '../records/scope.ts';
import { getRecord, type RecordResource } from '../records/write/resource.ts';
import { existingTermIds, findTerm, termsNamed, unrelateTerm } from './repository.ts';
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
export type TermResource = RecordResource<Term, SentTerm, Term, { values: TermValues }, TermValues>;

export interface SentTerm extends TermValues {
  /** A parent was sent for a tag. */
  isParentMisplaced?: true;
}

export function termResource({ store, taxonomy }: Vocabulary): TermResource {
  const found = foundTerms(taxonomy);
  const get = (db: Reader, id: number, scope: RecordScope) => getRecord(db, found, { id }, scope);
  return {
    ...found,
    store,
    findRow: (db, id, scope) => findTerm(db, taxonomy, id, scope),
    mayEdit: () => true,
    title: { value: 'name', parameter: 'name' },
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
    // Has its own error code and is checked after the parameters, as in the reference API.
    assertAllowed({ isParentMisplaced }) {
      if (isParentMisplaced) throw new ApiError('rest_taxonomy_not_hierarchical');
    },
    async findEqual(db, { values }, { slug }, { language }) {
      if (!slug) await refuseDuplicate(db, taxonomy, values, language);
      return undefined;
    },
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

/** Tag names must be unique ignoring case; names of categories must be unique within their parent, with case. */
async function refuseDuplicate(db: Reader, taxonomy: Taxonomy, values: TermValues, language: string): Promise<void> {
  const name = values.name as string;
  const parent = values.parent ?? 0;
  const sameName = await termsNamed(db, taxonomy, name, language);
  const isDuplicate = (term: { parent_id: number; name: string }) =>
    taxonomy === 'tag'
      ? term.name.toLowerCase() === name.toLowerCase()
      : term.parent_id === parent && term.name === name;
  const duplicate = sameName.find(isDuplicate);
  if (duplicate) throw new ApiError('term_exists', { data: { term_id: duplicate.id } });
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
  const ids: number[] = [];
  for (const name of names) ids.push(await insertNewTerm(db, taxonomy, { name }, scope));
  return ids;
}
