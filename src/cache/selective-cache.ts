// An LRU cache that, once full, admits only keys that were rejected lately. Otherwise hot entries would be evicted by those
// that are requested once, and the evicted entries would take more memory than the cached ones.
import { LRUCache } from 'lru-cache';

/** Hits, misses and size of a cache, for the metrics. */
export interface CacheTally {
  hits: number;
  misses: number;
  /** Set by the cache when it is created. */
  size: () => CacheSize;
}

export interface CacheSize {
  entries: number;
  bytes: number;
}

/** Longer rejected keys are not noted, as clients choose their length. */
const maxRejectedLength = 500;

export function createSelectiveCache<T extends object>(bytes: number, bytesOf: (value: T, key: string) => number) {
  const maxBytes = Math.max(1, bytes);
  const entries = new LRUCache<string, T>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  // At most as many as there are entries: a key that returns later than that would be evicted before its next use.
  const rejected = new Set<string>();
  const noteRejected = (key: string): void => {
    if (key.length > maxRejectedLength) return;
    rejected.add(key);
    for (const oldest of rejected) {
      if (rejected.size <= entries.size) return;
      rejected.delete(oldest);
    }
  };
  const hasRoom = (key: string, value: T): boolean =>
    entries.has(key) || entries.calculatedSize + bytesOf(value, key) <= maxBytes;
  return {
    get: (key: string): T | undefined => entries.get(key),
    /** Like `get`, without counting as a use. */
    peek: (key: string): T | undefined => entries.peek(key),
    /** Stores the value if there is room, if the key has a value, or if the key was rejected lately. */
    set(key: string, value: T): void {
      if (hasRoom(key, value) || rejected.delete(key)) entries.set(key, value);
      else noteRejected(key);
    },
    delete: (key: string): void => void entries.delete(key),
    size: (): CacheSize => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
