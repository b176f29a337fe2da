import { inNamespace } from '../../http/legacy.ts';
import type { Links } from '../../http/links.ts';
import { presentExternalId } from '../records/external-ids.ts';
import { presentLanguages } from '../records/texts/shown-texts.ts';
import { type Term, termKinds } from './types.ts';

export type CategoryPaths = ReadonlyMap<number, { parent_id: number; slug: string }>;

/** The one shape a term has everywhere (D52). */
export function presentTerm(term: Term, links: Links, paths: CategoryPaths) {
  const kind = termKinds[term.taxonomy];
  const self = `/${kind.plural}/${term.id}`;
  const up = kind.hierarchical && term.parent_id > 0 ? { up: links.record(`/${kind.plural}/${term.parent_id}`) } : {};
  const shown = {
    id: term.id,
    name: term.name,
    slug: term.slug,
    description: term.description,
    taxonomy: kind.shownTaxonomy,
    ...(kind.hierarchical ? { parent: term.parent_id } : {}),
    count: Math.max(0, term.count),
    url: links.page(kind.hierarchical ? categoryPath(term, paths) : `/tag/${term.slug}/`),
    ...presentExternalId(term),
    ...presentLanguages(term),
    urls: { self: links.record(self), collection: links.record(`/${kind.plural}`), ...up },
  };
  return inNamespace(shown, links);
}

/** `/events/category/music/jazz/` */
export function categoryPath(term: Pick<Term, 'id' | 'parent_id' | 'slug'>, paths: CategoryPaths): string {
  const above = idsAbove(term, paths).flatMap((id) => paths.get(id)?.slug ?? []);
  return `/events/category/${[...above.reverse(), term.slug].join('/')}/`;
}

/** The category above, the one above that, and so on; of a circle each once. */
export function idsAbove({ id, parent_id }: Pick<Term, 'id' | 'parent_id'>, paths: CategoryPaths): number[] {
  if (parent_id === 0) return [];
  const seen = new Set([id]);
  for (let above = parent_id; above > 0 && !seen.has(above); above = paths.get(above)?.parent_id ?? 0) seen.add(above);
  seen.delete(id);
  return [...seen];
}
