/** Processor time of the tests and hooks of one file. */
export interface FileTime {
  project: string;
  file: string;
  seconds: number;
}

/** The projects that a person waits for before each commit. */
const fastProjects = ['unit', 'api'];
const mostSeconds = 2;
/**
 * On a slow machine every file takes longer; a share of the whole says the same everywhere. The first file of a worker also
 * warms it up.
 */
const mostShare = 1 / 12;
/** Fewer files are no whole run, of which shares could be taken. */
const fewestFiles = 100;

/** The files that are too slow for the fast set: to be made cheaper, or named in `slow` of vitest.config.ts. */
export function overBudget(all: readonly FileTime[]): FileTime[] {
  const fast = all.filter(({ project }) => fastProjects.includes(project));
  if (fast.length < fewestFiles) return [];
  const whole = fast.reduce((sum, { seconds }) => sum + seconds, 0);
  if (whole === 0) throw new Error('No processor time was measured: see scripts/budget/processor-time.ts.');
  const limit = Math.max(mostSeconds, whole * mostShare);
  return fast.filter(({ seconds }) => seconds > limit);
}
