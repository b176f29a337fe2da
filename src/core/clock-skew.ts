/** Maximum difference between the clocks of several machines, in seconds. */
export const maxClockSkew = 60;

/** The time was recorded before the clock was set back, so waiting for it to pass would take too long. */
export const isAhead = (recorded: number, now: number): boolean => recorded > now + maxClockSkew;

/** The later of both times, unless the recorded one is too far ahead. */
export const laterOf = (recorded: number, now: number): number =>
  isAhead(recorded, now) ? now : Math.max(recorded, now);
