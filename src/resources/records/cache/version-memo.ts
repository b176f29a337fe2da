import type { Moment } from '../../../cache/validity.ts';

/**
 * A place for what everybody is told of the calendar, emptied when it was written to or something in it came due. Not for
 * reads within a transaction, which may be taken back.
 */
export function whileUnchanged<T>(make: (moment: Moment) => T): (now: number, moment: Moment) => T {
  let known: { moment: Moment; place: T } | undefined;
  return (now, moment) => {
    // A request that began before something came due still says what was right then.
    const isSame = known?.moment.version === moment.version && known.moment.until === moment.until;
    if (known === undefined || !isSame || now >= moment.until) known = { moment, place: make(moment) };
    return known.place;
  };
}
