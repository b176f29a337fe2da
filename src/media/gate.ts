import { ApiError } from '../core/api-error.ts';

/** Lets so many pieces of work run at once; the others wait for their turn, in the order they came. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export interface Patience {
  seconds: number;
  /** What is thrown for whoever has waited so long. */
  tooLong: () => Error;
}

/** Else the work of many who have long gone is done before that of anybody who comes now. */
export const tenSeconds: Patience = {
  seconds: 10,
  tooLong: () => new ApiError('service_unavailable', { headers: { 'retry-after': '10' } }),
};

export function createGate(places: number, patience?: Patience): Gate {
  const waiting: (() => void)[] = [];
  let free = places;
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const leave = (tooLong: Patience['tooLong']) => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(tooLong());
      };
      const timer = patience && setTimeout(leave, patience.seconds * 1000, patience.tooLong);
      waiting.push(enter);
    });
  return async (work) => {
    if (free > 0) free -= 1;
    else await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export type FairGate = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A gate where each key, such as an address, has so many places at a time, so that none takes all of them. */
export function createFairGate(places: number, patience?: Patience, placesPerKey = 1): FairGate {
  const shared = createGate(places, patience);
  const ofKeys = new Map<string, { gate: Gate; users: number }>();
  return async (key, work) => {
    const own = ofKeys.get(key) ?? { gate: createGate(placesPerKey, patience), users: 0 };
    ofKeys.set(key, own);
    own.users += 1;
    try {
      return await own.gate(() => shared(work));
    } finally {
      own.users -= 1;
      if (own.users === 0) ofKeys.delete(key);
    }
  };
}
