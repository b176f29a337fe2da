/** Lets so many pieces of work run at once; the others wait for their turn, in the order they came. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export interface Patience {
  seconds: number;
  /** What is thrown for whoever has waited so long. */
  tooLong: () => Error;
}

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
