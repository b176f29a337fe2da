import { ApiError } from '../../core/api-error.ts';
import { collatorOf } from '../../core/text/collate.ts';
import { foldText } from '../../core/text/fold.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Taxonomy } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import type { Position } from '../records/cursor.ts';
import { isWithinModified, type ModifiedRange } from '../records/modified.ts';
import { decodeSlug } from '../records/slugs.ts';
import { termsIn } from './repository.ts';
import { aboveUsed } from './repository-tree.ts';
import type { orderings } from './schemas.ts';
import type { Term } from './types.ts';

export interface TermFilter {
  taxonomy: Taxonomy;
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  parent?: number | undefined;
  slug?: string | undefined;
  /** Terms of this event, whether empty or not. */
  eventId?: number | undefined;
  hideEmpty: boolean;
  modified: ModifiedRange;
  orderBy: (typeof orderings)[number];
  descending: boolean;
}

/** All matching terms in order. Calendars have hundreds of terms, not millions: a page is cut from the whole list. */
export async function listTerms(db: Reader, filter: TermFilter, language: string, now: number): Promise<Term[]> {
  let query = termsIn(db, language, now).where('t.taxonomy', '=', filter.taxonomy);
  if (filter.include) query = query.where('t.id', 'in', filter.include);
  else if (filter.exclude) query = query.where('t.id', 'not in', filter.exclude);
  if (filter.parent !== undefined) query = query.where('t.parent_id', '=', filter.parent);
  if (filter.eventId !== undefined) {
    const eventId = filter.eventId;
    query = query.where('t.id', 'in', (eb) =>
      eb.selectFrom('event_terms').select('term_id').where('event_id', '=', eventId),
    );
  }
  const rows: Term[] = (await query.execute()).filter(matches(filter));
  const isShown = await hiding(db, filter, rows, now);
  return rows.filter(isShown).sort(termOrder(filter, language));
}

function matches(filter: TermFilter): (term: Term) => boolean {
  const wanted = filter.search === undefined ? undefined : foldText(filter.search);
  const slug = filter.slug === undefined ? undefined : slugify(filter.slug);
  return (term) => {
    if (slug !== undefined && term.slug !== slug) return false;
    if (!isWithinModified(filter.modified, term.modified_at)) return false;
    if (wanted === undefined) return true;
    // Slugs are stored as they stand in addresses.
    return [term.name, term.slug, decodeSlug(term.slug)].some((text) => foldText(text).includes(wanted));
  };
}

/** Empty terms are hidden where that is asked for, but not those above a category that is used (mirror). */
async function hiding(
  db: Reader,
  { taxonomy, hideEmpty, eventId }: TermFilter,
  rows: readonly Term[],
  now: number,
): Promise<(term: Term) => boolean> {
  if (!hideEmpty || eventId !== undefined) return () => true;
  const isAnyAbove = taxonomy === 'category' && rows.some((term) => term.count < 1);
  const above = isAnyAbove ? await aboveUsed(db, now) : new Set<number>();
  return (term) => term.count > 0 || above.has(term.id);
}

/** A term reduced to what any order compares: what a cursor keeps of the last one shown. */
export type SortKeys = Pick<Term, 'id' | 'name' | 'slug' | 'description' | 'count'>;

/** How the list is ordered; no two terms are equal. */
function termOrder(
  { orderBy, descending, include }: Omit<TermFilter, 'taxonomy' | 'hideEmpty' | 'modified'>,
  language: string,
) {
  const collator = collatorOf(language);
  const byName = (a: SortKeys, b: SortKeys) => collator.compare(a.name, b.name);
  const position = new Map(include?.map((id, index) => [id, index]));
  const comparisons: Record<TermFilter['orderBy'], (a: SortKeys, b: SortKeys) => number> = {
    id: (a, b) => a.id - b.id,
    include: (a, b) => (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0),
    name: byName,
    slug: (a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0),
    include_slugs: byName,
    term_group: byName,
    description: (a, b) => collator.compare(a.description, b.description),
    count: (a, b) => a.count - b.count,
  };
  const compare = comparisons[orderBy];
  const direction = descending ? -1 : 1;
  return (a: SortKeys, b: SortKeys): number => direction * compare(a, b) || byName(a, b) || a.id - b.id;
}

export const positionOf = ({ id, name, slug, description, count }: Term): Position => [
  id,
  name,
  slug,
  description,
  count,
];

/** The terms that follow the one a cursor stands for, whether that is still there or not. */
export function termsAfter(terms: readonly Term[], position: Position, filter: TermFilter, language: string): Term[] {
  const [id, name, slug, description, count] = position;
  if (position.length !== 5) throw new ApiError('rest_invalid_cursor');
  const last = {
    id: Number(id),
    name: String(name),
    slug: String(slug),
    description: String(description),
    count: Number(count),
  };
  const compare = termOrder(filter, language);
  return terms.filter((term) => compare(term, last) > 0);
}
