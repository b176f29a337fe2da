// Readers who ask for the same at the same time get it made once.
export interface Flights<T> {
  /**
   * Makes the reply, or waits for the one that is being made from the same calendar: `version` is what the reader found
   * when it came, so nobody gets a reply begun before a write that it knows of; `until` is the second from which on
   * it may be another without a write. What `isShared` refuses was for one reader only: the others make their own.
   */
  share(key: string, moment: { version: number; until: number }, make: () => Promise<T>): Promise<T>;
}

interface Flight<T> {
  version: number;
  until: number;
  made: Promise<T>;
}

export function createFlights<T>(options: { now: () => number; isShared: (made: T) => boolean }): Flights<T> {
  const flights = new Map<string, Flight<T>>();
  return {
    async share(key, { version, until }, make) {
      const flight = flights.get(key);
      if (flight?.version === version && options.now() < flight.until) {
        const made = await flight.made.catch(() => undefined);
        return made !== undefined && options.isShared(made) ? made : make();
      }
      const made = make();
      flights.set(key, { version, until, made });
      try {
        return await made;
      } finally {
        if (flights.get(key)?.made === made) flights.delete(key);
      }
    },
  };
}
