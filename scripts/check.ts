// npm run check: the checks required before each commit: types, lint, layers and the fast tests, on SQLite.
// npm run check:all: also the slow tests, PostgreSQL and the OpenAPI documents.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { overBudget } from './budget/over-budget.ts';
import { createGroupEnder } from './check/process-groups.ts';

const runsAll = process.argv.includes('--all');
const started = performance.now();
const endOnStop = createGroupEnder();

interface Failure {
  script: string;
  output: string;
}

/** Runs npm scripts in parallel. */
async function runInParallel(scripts: readonly string[]): Promise<Failure[]> {
  const failed = await Promise.all(
    scripts.map(async (script) => {
      const begun = performance.now();
      const child = endOnStop(
        spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
      );
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      console.log(`== ${script}: ${code === 0 ? 'fine' : 'FAILED'}, ${secondsSince(begun)} s`);
      return code === 0 ? [] : [{ script, output: `${out}${err}` }];
    }),
  );
  return failed.flat();
}

/** Runs an npm script with its output on the terminal. */
async function runWithOutput(script: string, env = process.env): Promise<string[]> {
  const child = endOnStop(spawn('npm', ['run', '-s', script], { stdio: 'inherit', env, detached: true }));
  const [code] = await once(child, 'exit');
  return code === 0 ? [] : [script];
}

/** Runs the fast tests and checks the processor time of each file, which slow tests at the same time would distort. */
async function fastTests(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-times-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const times = join(folder, 'times.json');
  const failed = await runWithOutput('test', { ...process.env, KALENDS_TEST_TIMES: times });
  const slow = overBudget(JSON.parse(readFileSync(times, 'utf8')));
  for (const { file, seconds } of slow)
    console.log(
      `${file} takes ${seconds.toFixed(1)} s of processor time, too long for the fast tests (scripts/budget). If you did ` +
        'not change it, repeat the check on an idle machine; otherwise make it cheaper, or name it in `slow` of ' +
        'vitest.config.ts.',
    );
  return slow.length === 0 ? failed : [...failed, 'the budget of the fast tests'];
}

const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(0);

// Many of the slow tests wait: for another process, a browser or PostgreSQL. On two cores a fourth worker gains nothing.
const workers = String(Math.ceil(1.5 * availableParallelism()));

const [failedChecks, failedTests] = await Promise.all([
  runInParallel(['types', 'lint', 'layers', ...(runsAll ? ['openapi'] : [])]),
  runsAll
    ? runWithOutput('test:all', { KALENDS_RUNS: '0.5', VITEST_MAX_WORKERS: workers, ...process.env })
    : fastTests(),
]);
// Last, as hundreds of lines about tests would hide it.
for (const { script, output } of failedChecks) console.log(`\n== ${script} failed:\n${output}`);
const failed = [...failedChecks.map(({ script }) => script), ...failedTests];
console.log(
  failed.length === 0
    ? `check: all fine in ${secondsSince(started)} s`
    : `check: ${failed.join(', ')} failed, ${secondsSince(started)} s`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
