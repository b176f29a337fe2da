const factor = Number(process.env['KALENDS_RUNS'] ?? 1);

/** The length of a random walk: the usual one, times KALENDS_RUNS. */
export const runs = (usual: number): number => Math.ceil(usual * factor);

/** Whether tables of cases are walked whole, as `npm run check:all` does. */
export const isWholeWalk = factor >= 1;

/**
 * Every case in a whole walk, else every nth of them from `offset` on. Tables with several dimensions give a varying
 * offset, so that each value of each dimension is tested.
 */
export function someOf<T>(cases: readonly T[], offset = 0): T[] {
  const step = isWholeWalk ? 1 : Math.round(1 / factor);
  return cases.filter((_, index) => (index + offset) % step === 0);
}
