import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './over-budget.ts';

/** Writes the processor time of each file to the file that `KALENDS_TEST_TIMES` names. */
export const timesReporter: Reporter = {
  onTestRunEnd(modules) {
    const path = process.env['KALENDS_TEST_TIMES'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(modules.map(timeOf)));
  },
};

function timeOf(module: TestModule): FileTime {
  const { processorSeconds: seconds = 0 } = module.meta();
  return { project: module.project.name, file: module.relativeModuleId, seconds };
}
