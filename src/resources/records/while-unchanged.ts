/**
 * A place for what was read of the calendar, emptied when it was written to or the clock moved on. Not for reads within
 * a transaction, which may be taken back.
 */
export function whileUnchanged<T>(make: () => T): (now: number, version: number) => T {
  let known: { version: number; now: number; place: T } | undefined;
  return (now, version) => {
    if (known?.version !== version || known.now !== now) known = { version, now, place: make() };
    return known.place;
  };
}
