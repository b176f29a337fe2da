/** Numbers that look random and are the same for the same seed. */
export type Random = ReturnType<typeof createRandom>;

/** Mulberry32. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    /** From 0 to below 1. */
    next,
    /** Both ends included. */
    between,
    pick: <T>(items: readonly T[]): T => items[between(0, items.length - 1)] as (typeof items)[number],
  };
}
