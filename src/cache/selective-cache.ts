// A cache that, once it is full, takes in only what is asked for again. Taking in everything, it would push out what is asked
// for again and again for what is asked for once, and leave behind more garbage than it holds.
import { LRUCache } from 'lru-cache';
import type { Held } from './cache-tally.ts';

export interface SelectiveCache<T> {
  get(key: string): T | undefined;
  /** The same, without its counting as asked for. */
  peek(key: string): T | undefined;
  /** Keeps the value if there is room, in place of an earlier one of its key, or if the key was turned away lately. */
  set(key: string, value: T): void;
  delete(key: string): void;
  held(): Held;
}

export interface SelectiveCacheOptions<T> {
  maxBytes: number;
  bytesOf: (value: T, key: string) => number;
}

/** Characters of a key that is remembered: callers choose how long theirs are. */
const longestRemembered = 500;

export function createSelectiveCache<T extends object>(options: SelectiveCacheOptions<T>): SelectiveCache<T> {
  const { bytesOf } = options;
  const maxBytes = Math.max(1, options.maxBytes);
  const kept = new LRUCache<string, T>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  // As many as are kept: what comes again only after more than that is not worth the place of another.
  const turnedAway = new Set<string>();
  const remember = (key: string): void => {
    if (key.length > longestRemembered) return;
    turnedAway.add(key);
    for (const oldest of turnedAway) {
      if (turnedAway.size <= kept.size) return;
      turnedAway.delete(oldest);
    }
  };
  const hasRoom = (key: string, value: T): boolean =>
    kept.has(key) || kept.calculatedSize + bytesOf(value, key) <= maxBytes;
  return {
    get: (key) => kept.get(key),
    peek: (key) => kept.peek(key),
    set(key, value) {
      if (hasRoom(key, value) || turnedAway.delete(key)) kept.set(key, value);
      else remember(key);
    },
    delete: (key) => void kept.delete(key),
    held: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
  };
}
