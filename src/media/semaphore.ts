import { ApiError } from '../core/api-error.ts';

/** Limits how much work runs concurrently. The rest waits in a FIFO queue. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Without a limit, an overloaded server would process requests of clients that have long given up. */
export const requestWaitMs = 10_000;

/** Work that has waited for `maxWaitMs` gets 503 `service_unavailable`. */
export function createSemaphore(places: number, maxWaitMs?: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = places;
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new ApiError('service_unavailable', { headers: { 'retry-after': '10' } }));
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(leave, maxWaitMs);
      waiting.push(enter);
    });
  return async (work) => {
    if (free > 0) free -= 1;
    else await waitForTurn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export type KeyedSemaphore = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A semaphore that also limits each key, such as a host, so that no key takes all places. */
export function createKeyedSemaphore(places: number, maxWaitMs?: number, placesPerKey = 1): KeyedSemaphore {
  const shared = createSemaphore(places, maxWaitMs);
  const byKey = new Map<string, { semaphore: Semaphore; users: number }>();
  return async (key, work) => {
    const entry = byKey.get(key) ?? { semaphore: createSemaphore(placesPerKey, maxWaitMs), users: 0 };
    byKey.set(key, entry);
    entry.users += 1;
    try {
      return await entry.semaphore(() => shared(work));
    } finally {
      entry.users -= 1;
      if (entry.users === 0) byKey.delete(key);
    }
  };
}
