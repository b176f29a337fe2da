import { defineConfig } from 'vitest/config';

/** What a caller can see has to be the same on both engines. */
const onBothEngines = [
  'test/api/**/*.test.ts',
  'test/demo.test.ts',
  'test/geocoding/**/*.test.ts',
  'test/mcp/{endpoint,tools}.test.ts',
  'test/media/**/*.test.ts',
  'test/transfer/**/*.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Tests share no state but what they make themselves; modules need not be loaded anew for each file.
    isolate: false,
    maxWorkers: '100%',
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{src,test,scripts}/**/*.test.ts', 'packages/*/{src,test}/**/*.test.ts'],
          exclude: ['test/postgres/**'],
          provide: { engine: 'sqlite' as const },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          // Round trips to a server that shares the processors.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: [...onBothEngines, 'test/postgres/**/*.test.ts'],
          globalSetup: 'test/support/start-postgres.ts',
          provide: { engine: 'postgres' as const },
        },
      },
    ],
  },
});
