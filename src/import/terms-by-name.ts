// Categories and tags that files refer to by name: a stored one is used, never duplicated.

import { plurals, type Taxonomy } from '../core/kinds.ts';
import { slugify } from '../core/text/slug.ts';
import type { StoredTerm } from '../resources/upsert/types.ts';
import type { MergeContext } from './merge-context.ts';
import { createNamesakes } from './related-by-name.ts';

export type TermsByName = Awaited<ReturnType<typeof createTermsByName>>;

export async function createTermsByName({ upsert, reporter }: MergeContext) {
  const book = await upsert.terms();
  const seen = new Set<number>();
  const { note, isNamesake } = createNamesakes();

  async function create(taxonomy: Taxonomy, name: string, parentId: number): Promise<StoredTerm> {
    const record = { taxonomy, key: null, id: undefined, language: undefined, parentId, name, description: '' };
    const term = await book.create({ ...record, slug: slugify(name) });
    reporter.count(plurals[taxonomy], 'created');
    return term;
  }

  return {
    /** Those of the stored terms that the names may have meant instead of these, else these. */
    meant(ids: readonly number[], stored: readonly number[]): number[] {
      const namesakes = (id: number) => stored.filter((other) => isNamesake(id, other));
      return [...new Set(ids.flatMap((id) => (namesakes(id).length > 0 ? namesakes(id) : [id])))];
    },
    /** The first taxonomy that has a term of this name, with its id. */
    find: (name: string, taxonomies: readonly Taxonomy[]) =>
      taxonomies.map((taxonomy) => ({ taxonomy, id: book.named(taxonomy, name)[0]?.id ?? 0 })).find(({ id }) => id > 0),
    /** The term with this name, created if there is none. `path` has the names of its ancestors and its own. */
    async named(taxonomy: Taxonomy, path: readonly string[]): Promise<number> {
      let found: readonly StoredTerm[] = [];
      for (const [at, name] of path.entries()) {
        const above = at === 0 ? [0] : found.map(({ id }) => id);
        const namesakes = book.named(taxonomy, name);
        const below = namesakes.filter((one) => above.includes(one.parent_id));
        // A name without a path may be anywhere in the tree.
        found = path.length > 1 ? below : [...new Set([...below, ...namesakes])];
        const [stored] = found;
        if (stored === undefined) found = [await create(taxonomy, name, above[0] as number)];
        else if (!seen.has(stored.id)) reporter.count(plurals[taxonomy], 'unchanged');
        seen.add((found[0] as StoredTerm).id);
      }
      const ids = found.map(({ id }) => id);
      const [id] = ids as [number];
      note(id, ids);
      return id;
    },
  };
}
