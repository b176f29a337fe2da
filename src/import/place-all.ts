/**
 * Places each item as soon as nothing is in its way: two that swap places have to wait for each other. `place` returns
 * whether the item has its place. Returns the items that found none.
 */
export async function placeAll<T>(
  items: Iterable<T> | AsyncIterable<T>,
  place: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  let waiting: T[] = [];
  for await (const item of items) if (!(await place(item))) waiting.push(item);
  for (let before = waiting.length + 1; waiting.length < before; ) {
    before = waiting.length;
    const still: T[] = [];
    for (const item of waiting) if (!(await place(item))) still.push(item);
    waiting = still;
  }
  return waiting;
}
