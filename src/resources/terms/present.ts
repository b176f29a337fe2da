import { plurals } from '../../core/kinds.ts';
import { inNamespace } from '../../http/legacy.ts';
import type { Links } from '../../http/links.ts';
import { presenterOf } from '../records/field-table.ts';
import { termTables } from './table.ts';
import type { Term } from './types.ts';

export type CategoryPaths = ReadonlyMap<number, Pick<Term, 'parent_id' | 'name' | 'slug'>>;

const presenters = { category: presenterOf(termTables.category), tag: presenterOf(termTables.tag) };

/** Terms have the same shape in every response (D52). */
export function presentTerm(row: Term, links: Links, paths: CategoryPaths) {
  const { taxonomy, id, parent_id: parent } = row;
  const plural = plurals[taxonomy];
  const urlOf = (term: number) => links.record(`/${plural}/${term}`);
  const urls = { self: urlOf(id), collection: links.record(`/${plural}`) };
  const presented = presenters[taxonomy]({
    row,
    url: links.page(taxonomy === 'category' ? categoryPath(row, paths) : `/tag/${row.slug}/`),
    urls: parent > 0 ? { ...urls, up: urlOf(parent) } : urls,
  });
  return inNamespace(presented as Record<string, unknown> & { id: number }, links);
}

/** `/events/category/music/jazz/` */
export function categoryPath(term: Pick<Term, 'id' | 'parent_id' | 'slug'>, paths: CategoryPaths): string {
  const above = ancestorIds(term, paths).flatMap((id) => paths.get(id)?.slug ?? []);
  return `/events/category/${[...above.reverse(), term.slug].join('/')}/`;
}

/** Ids of the ancestors, the nearest first. A cycle is followed once. */
export function ancestorIds(
  { id, parent_id }: Pick<Term, 'id' | 'parent_id'>,
  paths: ReadonlyMap<number, Pick<Term, 'parent_id'>>,
): number[] {
  if (parent_id === 0) return [];
  const seen = new Set([id]);
  for (let above = parent_id; above > 0 && !seen.has(above); above = paths.get(above)?.parent_id ?? 0) seen.add(above);
  seen.delete(id);
  return [...seen];
}
