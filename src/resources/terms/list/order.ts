// The orders of a list of terms.
import { ApiError } from '../../../core/api-error.ts';
import { collatorOf } from '../../../core/text/collate.ts';
import type { Position } from '../../records/list/order.ts';
import type { TermFilter, TermKey } from '../types.ts';

type Ordering = Pick<TermFilter, 'orderBy' | 'descending' | 'include'> &
  Pick<NameOrder, 'names'> & { language: string };

export interface OrderedTerms extends Ordering {
  terms: readonly TermKey[];
}

type Compare = (a: TermKey, b: TermKey) => number;

/** Expects terms sorted by name. */
export function byOrder(terms: TermKey[], ordering: Ordering): TermKey[] {
  const { compare, byName, direction } = comparison(ordering);
  if (compare === byName && direction === 1) return terms;
  // The sort is stable, so equal terms stay sorted by name.
  return terms.sort((a, b) => direction * compare(a, b));
}

function comparison({ orderBy, descending, include, names, language }: Ordering) {
  const collator = collatorOf(language);
  const nameOf = ({ id, name = names.get(id) ?? '' }: TermKey): string => name;
  const byName: Compare = (a, b) => collator.compare(nameOf(a), nameOf(b));
  const position = new Map(include?.map((id, index) => [id, index]));
  /** The others are orders by name, and so is `include` without a list. */
  const comparisons: Partial<Record<Ordering['orderBy'], Compare>> = {
    id: (a, b) => a.id - b.id,
    ...(include && { include: (a: TermKey, b: TermKey) => (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0) }),
    slug: ({ slug: a = '' }, { slug: b = '' }) => (a < b ? -1 : a > b ? 1 : 0),
    description: ({ description: a = '' }, { description: b = '' }) => collator.compare(a, b),
    count: (a, b) => a.count - b.count,
  };
  return { compare: comparisons[orderBy] ?? byName, byName, direction: descending ? -1 : 1 };
}

/** A total order: no two terms compare as equal. */
function termOrder(ordering: Ordering): Compare {
  const { compare, byName, direction } = comparison(ordering);
  return (a, b) => direction * compare(a, b) || byName(a, b) || a.id - b.id;
}

/** The cursor position of a term: every value that some order compares. */
export const positionIn =
  ({ names }: OrderedTerms) =>
  ({ id, name = names.get(id) ?? '', slug = '', description = '', count }: TermKey): Position => [
    id,
    name,
    slug,
    description,
    count,
  ];

/** Terms after the cursor position, even if its term has been deleted. */
export function termsAfter({ terms, ...ordering }: OrderedTerms, position: Position): readonly TermKey[] {
  const [id, name, slug, description, count] = position;
  if (position.length !== 5) throw new ApiError('rest_invalid_cursor');
  const last = {
    id: Number(id),
    name: String(name),
    slug: String(slug),
    description: String(description),
    count: Number(count),
  };
  const compare = termOrder(ordering);
  return terms.slice(firstFrom(terms, (term) => compare(term, last) > 0));
}

/** Terms collated by name in one language, then by id. */
export interface NameOrder {
  ids: readonly number[];
  names: ReadonlyMap<number, string>;
}

export function inOrder(names: ReadonlyMap<number, string>, language: string): NameOrder {
  const { compare } = collatorOf(language);
  const nameOf = (id: number): string => names.get(id) ?? '';
  return { ids: [...names.keys()].sort((a, b) => compare(nameOf(a), nameOf(b)) || a - b), names };
}

/** Sorts keys by name; drops terms that the order does not contain. */
export function byName<Key extends { id: number }>(keys: readonly Key[], { ids }: NameOrder): Key[] {
  const byId = new Map(keys.map((key) => [key.id, key]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Binary search: index of the first element that is beyond. All elements after it must be too. */
function firstFrom<T>(sorted: readonly T[], isBeyond: (element: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBeyond(sorted[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
