import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { type FileTime, overBudget } from './over-budget.ts';

/** Fails a whole run in which a file of the fast set takes too long. */
export const budgetReporter: Reporter = {
  onTestRunEnd(modules) {
    const slow = overBudget(modules.map(timeOf));
    for (const { file, seconds } of slow)
      console.error(`${file} takes ${seconds.toFixed(1)} s: too long for the fast tests (scripts/budget).`);
    if (slow.length > 0) process.exitCode = 1;
    const path = process.env['KALENDS_TEST_TIMES'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(modules.map(timeOf)));
  },
};

function timeOf(module: TestModule): FileTime {
  const { duration, collectDuration } = module.diagnostic();
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    seconds: (duration + collectDuration) / 1000,
  };
}
