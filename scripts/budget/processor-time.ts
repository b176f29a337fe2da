// Runs before each test file: measures the processor time of its tests and hooks, which a busy machine changes little.
// Imports are left out: the first file of a worker loads the modules of all that come after it.
import { afterAll, beforeAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    processorSeconds?: number;
  }
}

let before: NodeJS.CpuUsage;
beforeAll(() => {
  before = process.cpuUsage();
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from a pattern, and here are none.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before);
  file.meta.processorSeconds = (user + system) / 1e6;
});
