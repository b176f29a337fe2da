/** Processor time of the tests and hooks of one file. */
export interface FileTime {
  project: string;
  file: string;
  seconds: number;
}

/** Run before each commit. */
const fastProjects = ['unit', 'api'];
const maxSeconds = 2;
/**
 * On a slow machine every file takes longer, but its share of the total stays the same. The share allows for the first file
 * of a worker, which also warms it up.
 */
const maxShare = 1 / 12;
/** A run of fewer files is partial, so shares of its total would mean nothing. */
const minFiles = 100;

/** The files that are too slow for the fast tests: make them cheaper, or list them in `slow` of vitest.config.ts. */
export function overBudget(all: readonly FileTime[]): FileTime[] {
  const fast = all.filter(({ project }) => fastProjects.includes(project));
  if (fast.length < minFiles) return [];
  const total = fast.reduce((sum, { seconds }) => sum + seconds, 0);
  if (total === 0) throw new Error('No processor time was measured: see scripts/budget/processor-time.ts.');
  const limit = Math.max(maxSeconds, total * maxShare);
  return fast.filter(({ seconds }) => seconds > limit);
}
