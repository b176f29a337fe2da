import { collatorOf } from '../../../core/text/collate.ts';

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
export function firstFrom<T>(sorted: readonly T[], isBeyond: (element: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBeyond(sorted[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
