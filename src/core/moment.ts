/** A version of the calendar, and the seconds within which nothing changes for readers without a write. */
export interface Moment {
  version: number;
  /** The first of them: a clock that was set back is outside again. */
  since: number;
  /** The first after them. */
  until: number;
}

export const isWithin = ({ since, until }: Pick<Moment, 'since' | 'until'>, now: number): boolean =>
  since <= now && now < until;

/** Clocks of several machines agree to that. */
export const clocksAgreeTo = 60;

/** Noted by a clock that was set back since: nothing can be waited for that is to come after it. */
export const isAhead = (noted: number, now: number): boolean => noted > now + clocksAgreeTo;

/** What another machine has noted to have come has come. */
export const laterOf = (noted: number, now: number): number => (isAhead(noted, now) ? now : Math.max(noted, now));
