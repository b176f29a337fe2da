import { collatorOf } from '../../../core/text/collate.ts';

/** Terms collated by name in one language, then by id. */
export interface NameOrder {
  ids: readonly number[];
  names: ReadonlyMap<number, string>;
}

type Names = ReadonlyMap<number, string>;

const comparing = (names: Names, language: string) => {
  const { compare } = collatorOf(language);
  const nameOf = (id: number): string => names.get(id) ?? '';
  return (a: number, b: number): number => compare(nameOf(a), nameOf(b)) || a - b;
};

export const inOrder = (names: Names, language: string): NameOrder => ({
  ids: [...names.keys()].sort(comparing(names, language)),
  names,
});

/** The order with the current names of the changed terms. Changed terms that `now` lacks were deleted. */
export function withChanged(order: NameOrder, changed: readonly number[], now: Names, language: string): NameOrder {
  if (changed.length === 0) return order;
  const names = new Map(order.names);
  for (const id of changed) names.delete(id);
  const ids = order.ids.filter((id) => names.has(id));
  for (const [id, name] of now) names.set(id, name);
  const compare = comparing(names, language);
  for (const id of now.keys()) {
    const place = firstFrom(ids, (other) => compare(other, id) > 0);
    ids.splice(place, 0, id);
  }
  return { ids, names };
}

/** Sorts keys by name; drops terms that the order does not contain. */
export function byName<Key extends { id: number }>(keys: readonly Key[], order: NameOrder, language: string): Key[] {
  const { ids, names } = order;
  if (keys.length * 20 < ids.length) {
    // Sorting a few keys is cheaper than scanning the whole order.
    const compare = comparing(names, language);
    return keys.filter(({ id }) => names.has(id)).sort((a, b) => compare(a.id, b.id));
  }
  const byId = new Map(keys.map((key) => [key.id, key]));
  const named: Key[] = [];
  for (const id of ids) {
    const key = byId.get(id);
    if (key) named.push(key);
  }
  return named;
}

/** Binary search: index of the first element that is beyond. All elements after it must be too. */
export function firstFrom<T>(sorted: readonly T[], isBeyond: (element: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBeyond(sorted[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
