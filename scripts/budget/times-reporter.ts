import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './over-budget.ts';

/** Writes how long each file took to the file that `KALENDS_TEST_TIMES` names. */
export const timesReporter: Reporter = {
  onTestRunEnd(modules) {
    const path = process.env['KALENDS_TEST_TIMES'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(modules.map(timeOf)));
  },
};

function timeOf(module: TestModule): FileTime {
  const { duration } = module.diagnostic();
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    // Without imports: the first file of a worker loads the modules of all that come after it.
    seconds: duration / 1000,
  };
}
