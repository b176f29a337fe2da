import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { timesReporter } from './scripts/budget/times-reporter.ts';

/** Behaviour that callers can see must be the same on both engines. */
const onBothEngines = [
  'test/api/**/*.test.ts',
  'test/demo.test.ts',
  'test/store/{check,dialect,triggers}.test.ts',
  'test/geocoding/**/*.test.ts',
  'test/webhooks/**/*.test.ts',
  'test/mcp/{endpoint,tools}.test.ts',
  'test/media/**/*.test.ts',
  'test/web/{former-slugs,pages}.test.ts',
  'test/import/**/*.test.ts',
  'test/export/**/*.test.ts',
];

/**
 * Files that take more than one or two seconds on their own: processes, browsers, packing, crashes, waiting sockets,
 * concurrent writers, and models that compare many steps.
 */
const slow = [
  'packages/client/test/{browser,client,generators,package}.test.ts',
  'scripts/{contributing/instructions,openapi/linters,packages/system-libraries,trials/trials}.test.ts',
  'src/core/dates/transitions.test.ts',
  'src/core/text/long-text.test.ts',
  'src/core/text/html/growth.test.ts',
  'src/logging.test.ts',
  'src/media/process-image.test.ts',
  'test/api/**/{application-passwords,changes-paging,common-words,concurrent-writes,event-cache,event-cache-concurrent-writes}.test.ts',
  'test/api/**/{duplicate-detection,external-ids,idempotency-crash,large-deletions,next-read,orders-model,orders-related-model,own-events}.test.ts',
  'test/api/**/{places-model,request-limit-workers,response-size,short-words,slow-readers,term-lists-model}.test.ts',
  'test/api/**/{total-cache,totals,unreadable}.test.ts',
  'test/demo.test.ts',
  'test/docs/commands.test.ts',
  'test/cli/{metrics,serve,terminal,worker-metrics,workers}.test.ts',
  'test/geocoding/{claims,coordinates,failures,service}.test.ts',
  'test/mcp/{endpoint,stdio}.test.ts',
  'test/{package,releases}/**/*.test.ts',
  'test/import/{fetch,rest/bad-input}.test.ts',
  'test/import/csv/exports.test.ts',
  'test/import/ical/{long-line,rules/rules,times}.test.ts',
  'test/import/site/site-{bad-input,images,kalends,limits,removals,sync,urls,wordpress,zone}.test.ts',
  'test/media/{bad-images,endless-upload,media-records,record-images,storage,upload}.test.ts',
  'test/api-docs/browser.test.ts',
  'test/{web,webhooks}/**/*.test.ts',
  'test/sqlite/{database-trouble,flush,read-worker,unindexed-texts}.test.ts',
  'test/store/{check,generated-calendar,query-plans}.test.ts',
  'test/**/{backup,backup-cli,cli,export-media,files-cli,moving,round-trip,site,site-cli,site-interrupted,site-killed,site-memory}.test.ts',
];
/** Tests of memory, sockets, documents and file formats, which do not depend on the store. */
const onSqliteOnly = [
  'test/api/{doc/doc,requests/security-headers}.test.ts',
  'test/api/requests/response-size.test.ts',
  'test/api/feeds/slow-readers.test.ts',
  'test/import/fetch.test.ts',
  'test/import/csv/exports.test.ts',
  'test/geocoding/nominatim.test.ts',
  'test/import/ical/{bad-input,long-line,rules/rules,times}.test.ts',
  'test/media/endless-upload.test.ts',
  'test/import/site/site-{bad-input,memory}.test.ts',
];
const postgresOnly = 'test/postgres/**/*.test.ts';
const besideSources = ['{src,scripts}/**/*.test.ts', 'packages/*/{src,test}/**/*.test.ts'];

/** For tests that compete with other processes for the processors. */
const longTimeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Creating and deleting files here takes a tenth of the time, and a database on PostgreSQL a fifth. */
const inMemory = '/dev/shm';
const freeBytes = mayRunPrograms(inMemory) ? statfsSync(inMemory).bavail * statfsSync(inMemory).bsize : 0;

/** Short files that take a minute. Vitest starts short files last, and the last of these would run alone. */
const long = /(?:trials|docs\/commands|package\/install|contributing\/instructions|site-memory)\.test\.ts$/;

/** A worker that goes on to another project is started again, and loads all modules again: one project after the other. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId, project }: TestSpecification) =>
      long.test(moduleId) ? 0 : project.name === 'postgres' ? 2 : 1;
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => turn(a) - turn(b));
  }
}

const env = {
  ...(freeBytes > 2 ** 31 ? { TMPDIR: inMemory } : {}),
  // A third of the random cases finds simple errors; `npm run check:all` runs all of them.
  KALENDS_RUNS: process.env['KALENDS_RUNS'] ?? '0.33',
};

// The slow tests and PostgreSQL need more space.
if (process.env['TMPDIR'] === undefined && freeBytes > 6 * 2 ** 30) process.env['TMPDIR'] = inMemory;

/** Tests install programs and run them. Whatever prevents that, the usual temporary folder serves as well. */
function mayRunPrograms(folder: string): boolean {
  const program = `${folder}/kalends-${process.pid}`;
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}

const onSqlite = (
  name: string,
  include: readonly string[],
  more: { exclude?: string[]; env?: typeof env } & Partial<typeof longTimeouts> = {},
) => ({
  extends: true as const,
  test: {
    ...more,
    name,
    include: [...include],
    exclude: [postgresOnly, ...(more.exclude ?? [])],
    provide: { engine: 'sqlite' as const },
  },
});

/** All tests on SQLite. The project exists only if it is requested, or its files would run twice. */
const sqliteIfRequested = process.argv.some((argument) => /^(?:--project=)?sqlite$/.test(argument))
  ? [onSqlite('sqlite', [...besideSources, 'test/**/*.test.ts'], longTimeouts)]
  : [];

export default defineConfig({
  test: {
    reporters: ['default', timesReporter],
    setupFiles: ['scripts/budget/processor-time.ts', 'test/support/setup.ts'],
    globalSetup: 'test/support/shared/shared-folder.ts',
    testTimeout: 20_000,
    // Tests share no state, so modules need not be loaded again for each file.
    isolate: false,
    // In node_modules/.vitest-cache, by content.
    fsModuleCache: true,
    // Tests create much short-lived garbage, which a larger young generation collects less often. Most code runs too rarely
    // to be optimized: compiled at its first call, it takes some 7% less processor time.
    execArgv: ['--max-semi-space-size=64', '--always-sparkplug'],
    maxWorkers: '100%',
    sequence: { sequencer: LongFilesFirst },
    hookTimeout: 30_000,
    // A second, the default, is too little on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      onSqlite('unit', besideSources, { exclude: slow, env }),
      onSqlite('api', ['test/**/*.test.ts'], { exclude: slow, env }),
      onSqlite('slow', slow, longTimeouts),
      ...sqliteIfRequested,
      {
        extends: true,
        test: {
          name: 'postgres',
          ...longTimeouts,
          include: [...onBothEngines, postgresOnly],
          exclude: onSqliteOnly,
          globalSetup: ['test/support/shared/shared-folder.ts', 'test/support/servers/start-postgres.ts'],
          provide: { engine: 'postgres' as const },
        },
      },
    ],
  },
});
