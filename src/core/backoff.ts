/** Exponential backoff: the pause doubles with each consecutive failure, from `firstMs` up to `maxMs`. */
export const backoffMs = (failures: number, firstMs: number, maxMs = Number.POSITIVE_INFINITY): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1));
