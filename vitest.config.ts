import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'packages/*/{src,test}/**/*.test.ts'],
    testTimeout: 20_000,
    // Tests share no state but what they make themselves; modules need not be loaded anew for each file.
    isolate: false,
    maxWorkers: '100%',
    hookTimeout: 30_000,
  },
});
