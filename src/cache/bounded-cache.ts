import { LRUCache } from 'lru-cache';

/** Forgets the least recently used entry beyond `most`. The library's own `max` allocates all entries at once. */
export const createBoundedCache = <T extends object | true>(most: number) =>
  new LRUCache<string, T>({ maxSize: most, sizeCalculation: () => 1 });
