import type { Links } from '../../http/links.ts';
import { presentExternalId } from '../records/external-ids.ts';
import { presentLanguages } from '../records/shown-texts.ts';
import { type Term, termKinds } from './types.ts';

export type CategoryPaths = ReadonlyMap<number, { parent_id: number; slug: string }>;

/** The one shape a term has everywhere (D52). */
export function presentTerm(term: Term, links: Links, paths: CategoryPaths) {
  const kind = termKinds[term.taxonomy];
  const self = `/${kind.plural}/${term.id}`;
  const up = kind.hierarchical && term.parent_id > 0 ? { up: links.record(`/${kind.plural}/${term.parent_id}`) } : {};
  return {
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
}

/** `/events/category/music/jazz/` */
function categoryPath(term: Term, paths: CategoryPaths): string {
  const slugs = [term.slug];
  const seen = new Set([term.id]);
  for (let above = term.parent_id; above > 0 && !seen.has(above); ) {
    seen.add(above);
    const parent = paths.get(above);
    if (!parent) break;
    slugs.unshift(parent.slug);
    above = parent.parent_id;
  }
  return `/events/category/${slugs.join('/')}/`;
}
