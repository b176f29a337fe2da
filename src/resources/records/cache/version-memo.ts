// A memo of results that hold for one version of the calendar.
import type { CacheValidity } from '../../../cache/validity.ts';

/**
 * For anonymous reads; replaced when the version or its validity window changes. Not for reads within a transaction, which
 * may be rolled back.
 */
export function memoPerVersion<T>(make: (validity: CacheValidity) => T): (now: number, validity: CacheValidity) => T {
  let current: { validity: CacheValidity; memo: T } | undefined;
  return (now, validity) => {
    // A request that began before a scheduled publication must not share results with later ones.
    const isSame = current?.validity.version === validity.version && current.validity.until === validity.until;
    if (current === undefined || !isSame || now >= validity.until) current = { validity, memo: make(validity) };
    return current.memo;
  };
}
