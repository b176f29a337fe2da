/** A version of the calendar, and the seconds within which no reply changes without a write. */
export interface CacheValidity {
  version: number;
  /** The first of them: a clock that was set back is outside again. */
  since: number;
  /** The first after them. */
  until: number;
}

export const isWithin = ({ since, until }: Pick<CacheValidity, 'since' | 'until'>, now: number): boolean =>
  since <= now && now < until;
