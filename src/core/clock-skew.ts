/** Seconds by which the clocks of several machines may differ. */
export const maxClockSkew = 60;

/** The time was recorded before the clock was set back, so waiting for it to pass would take too long. */
export const isAhead = (recorded: number, now: number): boolean => recorded > now + maxClockSkew;

/** The later of both times, unless the recorded one is ahead of any clock that is right. */
export const laterOf = (recorded: number, now: number): number =>
  isAhead(recorded, now) ? now : Math.max(recorded, now);
