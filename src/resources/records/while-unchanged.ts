import type { Store } from '../../store/store.ts';

/**
 * A place for what was read of the calendar, emptied when it was written to or the clock moved on. Not for reads within
 * a transaction, which may be taken back.
 */
export function whileUnchanged<T>(store: Store, make: () => T): (now: number) => T & { version: number } {
  let known: (T & { version: number; now: number }) | undefined;
  return (now) => {
    const version = store.version();
    if (known?.version !== version || known.now !== now) known = { ...make(), version, now };
    return known;
  };
}
