import type { CacheValidity } from '../../../cache/validity.ts';

/**
 * A place for what everybody is told of the calendar, emptied when it was written to or something in it came due. Not for
 * reads within a transaction, which may be taken back.
 */
export function whileUnchanged<T>(make: (validity: CacheValidity) => T): (now: number, validity: CacheValidity) => T {
  let known: { validity: CacheValidity; place: T } | undefined;
  return (now, validity) => {
    // A request that began before something came due still says what was right then.
    const isSame = known?.validity.version === validity.version && known.validity.until === validity.until;
    if (known === undefined || !isSame || now >= validity.until) known = { validity, place: make(validity) };
    return known.place;
  };
}
