/** A version of the calendar, and the time within which no reply changes without a write, in UTC seconds. */
export interface CacheValidity {
  version: number;
  /** Inclusive. A clock that was set back may lie before it. */
  since: number;
  /** Exclusive. */
  until: number;
}

export const isWithin = ({ since, until }: Pick<CacheValidity, 'since' | 'until'>, now: number): boolean =>
  since <= now && now < until;
