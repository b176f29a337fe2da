import { inject } from 'vitest';

const factor = Number(process.env['KALENDS_RUNS'] ?? 1);
const isOnPostgres = inject('engine') === 'postgres';

/** The number of random cases: the usual one times KALENDS_RUNS. */
export const runs = (usual: number): number => Math.ceil(usual * factor);

/** A seed of random cases: others on PostgreSQL, so that short walks on both engines are as good as a long one. */
export const seedOf = (usual: number): number => (isOnPostgres ? usual + 1000 : usual);

/** Whether to run cases that cannot depend on the engine: `npm run check:all` runs them on SQLite. */
export const runsAllCases = factor >= (isOnPostgres ? 1 : 0.5);

/** Random cases among which faults are rare: on SQLite `npm run check:all` runs all of them. */
export const runsForRareFaults = (usual: number): number => (runsAllCases ? Math.max(usual, runs(usual)) : runs(usual));

/**
 * All cases; or half of them, and on PostgreSQL the other half; or only every nth from `offset` on. Tables with several
 * dimensions pass a varying offset, so that each value of each dimension is tested.
 */
export function someOf<T>(cases: readonly T[], offset = 0): T[] {
  const step = factor >= 1 ? 1 : Math.round(1 / factor);
  const first = isOnPostgres ? 1 : 0;
  if (step === 2) return cases.filter((_, index) => (binaryOnes(index) + offset) % 2 === first);
  return cases.filter((_, index) => (index + offset) % step === 0);
}

/** Unlike the index itself, whether it is even does not follow a dimension of two or four values. */
const binaryOnes = (index: number): number => index.toString(2).replaceAll('0', '').length;
