// Skewed choices: few terms, venues and words are common, most are rare.
import type { Random } from '../../src/demo/random.ts';

/** Chooses an index below `size`; the one at rank n is chosen in proportion to 1 / (n + 1) ** exponent. */
export function createZipf(size: number, exponent: number): (random: Random) => number {
  const sums = new Float64Array(size);
  let total = 0;
  for (let rank = 0; rank < size; rank++) {
    total += 1 / (rank + 1) ** exponent;
    sums[rank] = total;
  }
  return (random) => {
    const target = random.next() * total;
    let from = 0;
    for (let to = size - 1; from < to; ) {
      const middle = (from + to) >> 1;
      if ((sums[middle] as number) > target) to = middle;
      else from = middle + 1;
    }
    return from;
  };
}

/** Chooses by the share of each value, which add up to at most 1; `otherwise` takes the rest. */
export function byShare<T extends string>(
  random: Random,
  shares: Partial<Record<T, number>>,
  otherwise: NoInfer<T>,
): T {
  let left = random.next();
  for (const [value, share] of Object.entries(shares) as [T, number][]) {
    if (left < share) return value;
    left -= share;
  }
  return otherwise;
}

/** Between -1 and 1, mostly near 0. */
export const aroundZero = (random: Random): number => (random.next() + random.next() + random.next()) / 1.5 - 1;
