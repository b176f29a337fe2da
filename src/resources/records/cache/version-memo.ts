import type { CacheValidity } from '../../../cache/validity.ts';

/**
 * A memo for anonymous reads, made anew when the database's version or its validity window changes. Not for reads inside a
 * transaction, which may be rolled back.
 */
export function memoPerVersion<T>(make: (validity: CacheValidity) => T): (now: number, validity: CacheValidity) => T {
  let current: { validity: CacheValidity; memo: T } | undefined;
  return (now, validity) => {
    // A request that began before a publication came due still gets the memo of its own window.
    const isSame = current?.validity.version === validity.version && current.validity.until === validity.until;
    if (current === undefined || !isSame || now >= validity.until) current = { validity, memo: make(validity) };
    return current.memo;
  };
}
