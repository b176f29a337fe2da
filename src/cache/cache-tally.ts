/** How often a cache had what it was asked for, and what it holds, for who watches over it. */
export interface CacheTally {
  hits: number;
  misses: number;
  /** Told by the cache itself as soon as there is one. */
  held: () => Held;
}

export interface Held {
  entries: number;
  bytes: number;
}
