const factor = Number(process.env['KALENDS_RUNS'] ?? 1);

/** The number of random cases: the usual one times KALENDS_RUNS. */
export const runs = (usual: number): number => Math.ceil(usual * factor);

/** Whether all cases of a table are run, as by `npm run check:all`. */
export const runsAllCases = factor >= 1;

/**
 * All cases, or only every nth from `offset` on. Tables with several dimensions pass a varying offset, so that each value of
 * each dimension is tested.
 */
export function someOf<T>(cases: readonly T[], offset = 0): T[] {
  const step = runsAllCases ? 1 : Math.round(1 / factor);
  return cases.filter((_, index) => (index + offset) % step === 0);
}
