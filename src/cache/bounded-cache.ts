import { LRUCache } from 'lru-cache';

/** Evicts the least recently used entry beyond `maxEntries`. The library's own `max` allocates all entries at once. */
export const createBoundedCache = <T extends object | string | true>(maxEntries: number) =>
  new LRUCache<string, T>({ maxSize: maxEntries, sizeCalculation: () => 1 });
