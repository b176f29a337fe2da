// npm run mutations [-- PATTERN]: applies each mutation to a copy of the program, one at a time; the fast tests must fail.
// Reports mutations that no test finds, and those that can no longer be applied.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMutations, type Mutation } from './mutations/mutations.ts';
import { copyProject } from './project-copy.ts';

const copy = copyProject();
try {
  process.exitCode = run(new RegExp(process.argv[2] ?? ''));
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function run(pattern: RegExp): number {
  const migrations = globSync('src/store/sqlite/migrations/*.sql', { cwd: copy }).sort();
  const texts = migrations.map((file) => readFileSync(join(copy, file), 'utf8'));
  const mutations = allMutations(texts).filter(({ name }) => pattern.test(name));
  for (const isSlow of [false, true]) {
    const tests = mutations.filter((mutation) => (mutation.isSlow ?? false) === isSlow).flatMap((one) => one.tests);
    if (tests.length > 0 && !passes([...new Set(tests)], isSlow)) {
      console.log('mutations: these tests fail without a mutation');
      return 1;
    }
  }
  const results = mutations.map((mutation) => ({ name: mutation.name, result: tryMutation(mutation) }));
  const missed = results.filter(({ result }) => result !== 'found');
  console.log(`mutations: ${results.length - missed.length} of ${results.length} found by the fast tests`);
  return missed.length === 0 ? 0 : 1;
}

function tryMutation({ name, place, change, tests, isSlow }: Mutation): 'found' | 'MISSED' | 'CANNOT BE APPLIED' {
  const started = performance.now();
  const path = fileOf(place);
  const text = readFileSync(path, 'utf8');
  const result = (() => {
    try {
      writeFileSync(path, change(text));
    } catch (error) {
      console.log(String(error));
      return 'CANNOT BE APPLIED';
    }
    // The tests that are most likely to fail come first.
    for (const some of tests) if (!passes([some], isSlow)) return 'found';
    return 'MISSED';
  })();
  writeFileSync(path, text);
  console.log(`${result.padEnd(8)} ${name}  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return result;
}

function passes(tests: readonly string[], isSlow = false): boolean {
  const options = ['--project', isSlow ? 'slow' : 'api', '--bail', '1', '--reporter', 'dot', '--passWithNoTests'];
  const { status } = spawnSync(
    process.execPath,
    [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...tests.map((some) => `test/${some}`)],
    { cwd: copy, stdio: 'ignore' },
  );
  return status === 0;
}

/** Returns the path of the only source file that contains this text. */
function fileOf(place: string): string {
  const files = globSync('src/**/*.{ts,sql}', { cwd: copy }).map((file) => join(copy, file));
  const found = files.filter((file) => readFileSync(file, 'utf8').includes(place));
  if (found.length !== 1)
    throw new Error(`${found.length} files have "${place}": name another text in scripts/mutations.`);
  return found[0] as string;
}
