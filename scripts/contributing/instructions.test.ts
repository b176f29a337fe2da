// Applies the diffs of CONTRIBUTING.md to a copy of the program, which must then compile and pass the tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '../project-copy.ts';
import { applyDiffs, diffsOf } from './apply-diffs.ts';

const document = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');

/** The sections with diffs, and the tests that their changes concern. */
const sections: Record<string, string[]> = {
  'Adding a filter to the list of events': ['api/lists/every-filter', 'api/lists/filters-model', 'api/doc/doc.test.ts'],
  'Adding an order': ['api/lists/every-order', 'api/lists/orders', 'api/lists/cursors'],
  'Adding a field': [
    ...['api/access/masked-members', 'api/fields/fields-events.test.ts', 'api/fields/key-order'],
    ...['export/export.test.ts', 'import/csv/table'],
  ],
  'Adding a feed format': [
    'api/feeds/access',
    'api/fields/event-status',
    'api/access/leaks',
    'api/compatibility/wordpress.test.ts',
  ],
};

test('After the instructions have been followed, the program compiles and passes the tests', {
  timeout: 600_000,
}, () => {
  const copy = copyProject();
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const run = (program: string, ...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'node_modules', program), ...options], {
      cwd: copy,
      encoding: 'utf8',
      // The compiler is a Go program: it collects garbage less often.
      env: { PATH: process.env['PATH'], GOGC: '400' },
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
  };
  for (const heading of Object.keys(sections))
    expect(applyDiffs(copy, diffsOf(document, heading)), heading).not.toEqual([]);
  execFileSync(process.execPath, [join(copy, 'packages/client/scripts/generate.ts')]);
  // Other tests have the other processors; several checkers or workers would each do much of the work again.
  run('typescript/bin/tsc', '--noEmit', '--singleThreaded');
  const tests = Object.values(sections).flatMap((names) => names.map((name) => `test/${name}`));
  const options = ['--project', 'api', '--maxWorkers', '1', '--testTimeout', '120000', '--reporter', 'dot'];
  run('vitest/vitest.mjs', 'run', ...options, ...tests);
});
