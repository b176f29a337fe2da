// Readers who ask for the same at the same time get it made once.
import { isWithin, type Moment } from '../../cache/validity.ts';

export interface Flights<T> {
  /**
   * Makes the reply, or waits for the one that is being made from the same calendar: `version` is what the reader found
   * when it came, so nobody gets a reply begun before a write that it knows of; outside of the moment's seconds it may be
   * another without a write. What `isShared` refuses was for one reader only: the others make their own.
   */
  share(key: string, moment: Moment, make: () => Promise<T>): Promise<T>;
}

interface Flight<T> {
  moment: Moment;
  made: Promise<T>;
}

export function createFlights<T>(options: { now: () => number; isShared: (made: T) => boolean }): Flights<T> {
  const flights = new Map<string, Flight<T>>();
  return {
    async share(key, moment, make) {
      const flight = flights.get(key);
      if (flight?.moment.version === moment.version && isWithin(flight.moment, options.now())) {
        const made = await flight.made.catch(() => undefined);
        return made !== undefined && options.isShared(made) ? made : make();
      }
      const made = make();
      flights.set(key, { moment, made });
      try {
        return await made;
      } finally {
        if (flights.get(key)?.made === made) flights.delete(key);
      }
    },
  };
}
