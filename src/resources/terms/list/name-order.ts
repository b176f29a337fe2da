import { collatorOf } from '../../../core/text/collate.ts';

/** Terms by name, as readers of a language expect them; of one name by id. */
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

/** The order with the names that `changed` terms have now; those of them without one are gone. */
export function withChanged(known: NameOrder, changed: readonly number[], now: Names, language: string): NameOrder {
  if (changed.length === 0) return known;
  const names = new Map(known.names);
  for (const id of changed) names.delete(id);
  const ids = known.ids.filter((id) => names.has(id));
  for (const [id, name] of now) names.set(id, name);
  const compare = comparing(names, language);
  for (const id of now.keys()) {
    const place = firstFrom(ids, (other) => compare(other, id) > 0);
    ids.splice(place, 0, id);
  }
  return { ids, names };
}

/** These by name, without those that the order does not have. */
export function byName<Key extends { id: number }>(keys: readonly Key[], order: NameOrder, language: string): Key[] {
  const { ids, names } = order;
  if (keys.length * 20 < ids.length) {
    // Few are put in order sooner than all are looked through for them.
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

/** The place of the first that is beyond, in a list where all after it are as well. */
export function firstFrom<T>(sorted: readonly T[], isBeyond: (one: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBeyond(sorted[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
