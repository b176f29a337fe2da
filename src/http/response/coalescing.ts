// Request coalescing: concurrent readers of the same response share one computation.
import { type CacheValidity, isWithin } from '../../cache/validity.ts';

export type Coalescing<T> = ReturnType<typeof createCoalescing<T>>;

export function createCoalescing<T>(options: { now: () => number; isShared: (made: T) => boolean }) {
  const running = new Map<string, { validity: CacheValidity; made: Promise<T> }>();
  return {
    /**
     * Computes a result, or waits for one that is being computed from the same version of the calendar. The version is
     * the one on arrival, so a reader never gets a result that was begun before a write that it may know of. If
     * `isShared` rejects a result, each reader computes its own.
     */
    async share(key: string, validity: CacheValidity, make: () => Promise<T>): Promise<T> {
      const current = running.get(key);
      if (current?.validity.version === validity.version && isWithin(current.validity, options.now())) {
        const made = await current.made.catch(() => undefined);
        return made !== undefined && options.isShared(made) ? made : make();
      }
      const made = make();
      running.set(key, { validity, made });
      try {
        return await made;
      } finally {
        if (running.get(key)?.made === made) running.delete(key);
      }
    },
  };
}
