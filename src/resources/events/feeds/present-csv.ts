import type { CsvColumn } from '../../../core/csv-columns.ts';
import { joinNames, joinPaths } from '../../../core/csv-text.ts';
import type { Links } from '../../../http/links.ts';
import { shownStatus } from '../../records/status.ts';
import type { EventRecord, Relations } from '../types.ts';
import { imageFileOf } from './shown.ts';

interface CsvPresentation {
  links: Links;
  now: number;
  /** All categories, for the paths of names. */
  categories: ReadonlyMap<number, { name: string; parentId: number }>;
  masked: ReadonlySet<number>;
}

/** An event as a row of a table (docs/feeds.md). Of several venues it has the first. */
export function presentCsv(
  row: EventRecord,
  relations: Relations,
  { links, now, categories, masked }: CsvPresentation,
): Record<CsvColumn, string> {
  const linked = relations.linked.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  const venue = linked.find(({ kind }) => kind === 'venue');
  // An empty cell says nothing: a masked event has switches, which are not told.
  const yesNo = (flag: number): string => (masked.has(row.id) ? '' : flag === 1 ? 'true' : 'false');
  const ofTaxonomy = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy);
  return {
    id: String(row.id),
    external_id: row.external_id ?? '',
    status: shownStatus(row, now),
    title: row.title,
    slug: row.slug,
    description: row.description,
    excerpt: row.excerpt,
    start_date: row.start_wall,
    end_date: row.end_wall,
    timezone: row.timezone,
    all_day: yesNo(row.all_day),
    venue: venue?.name ?? '',
    venue_address: venue?.address ?? '',
    venue_city: venue?.city ?? '',
    venue_state: venue ? venue.stateprovince || venue.state || venue.province : '',
    venue_zip: venue?.zip ?? '',
    venue_country: venue?.country ?? '',
    organizers: joinNames(linked.filter(({ kind }) => kind === 'organizer').map(({ name }) => name)),
    categories: joinPaths(ofTaxonomy('category').map(({ id, name }) => pathOf(id, name, categories))),
    tags: joinNames(ofTaxonomy('tag').map(({ name }) => name)),
    cost: row.cost,
    website: row.website,
    image: imageFileOf(row, relations.images, links)?.url ?? '',
    featured: yesNo(row.featured),
    sticky: yesNo(row.sticky),
    show_map: yesNo(row.show_map),
    show_map_link: yesNo(row.show_map_link),
    hide_from_listings: yesNo(row.hide_from_listings),
    language: row.shown_language,
  };
}

function pathOf(id: number, name: string, categories: CsvPresentation['categories']): string[] {
  const path = [name];
  const seen = new Set([id]);
  for (let above = categories.get(id)?.parentId ?? 0; above > 0 && !seen.has(above); ) {
    seen.add(above);
    const parent = categories.get(above);
    if (!parent) break;
    path.unshift(parent.name);
    above = parent.parentId;
  }
  return path;
}
