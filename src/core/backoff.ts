/** Exponential backoff: the pause doubles with each consecutive failure, from `firstMs` up to `longestMs`. */
export const backoffMs = (failures: number, firstMs: number, longestMs = Number.POSITIVE_INFINITY): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));
