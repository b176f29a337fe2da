import { ApiError } from '../core/api-error.ts';

/** Limits how much work runs concurrently. The rest waits in a FIFO queue. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

export interface WaitLimit {
  seconds: number;
  /** Error for work that has waited this long. */
  tooLong: () => Error;
}

/** Without a limit, an overloaded server would process requests of clients that have long given up. */
export const tenSeconds: WaitLimit = {
  seconds: 10,
  tooLong: () => new ApiError('service_unavailable', { headers: { 'retry-after': '10' } }),
};

export function createSemaphore(places: number, waitLimit?: WaitLimit): Semaphore {
  const waiting: (() => void)[] = [];
  let free = places;
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const leave = (tooLong: WaitLimit['tooLong']) => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(tooLong());
      };
      const timer = waitLimit && setTimeout(leave, waitLimit.seconds * 1000, waitLimit.tooLong);
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
export function createKeyedSemaphore(places: number, waitLimit?: WaitLimit, placesPerKey = 1): KeyedSemaphore {
  const shared = createSemaphore(places, waitLimit);
  const byKey = new Map<string, { semaphore: Semaphore; users: number }>();
  return async (key, work) => {
    const entry = byKey.get(key) ?? { semaphore: createSemaphore(placesPerKey, waitLimit), users: 0 };
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
