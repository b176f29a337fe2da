/** Hits, misses and size of a cache, for the metrics. */
export interface CacheTally {
  hits: number;
  misses: number;
  /** Set by the cache when it is created. */
  held: () => Held;
}

export interface Held {
  entries: number;
  bytes: number;
}
