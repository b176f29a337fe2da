// The package as an administrator gets it: packed, installed in an empty folder, started.
import { execFile } from 'node:child_process';
import { globSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { startService } from '../support/running-service.ts';
import { installedPackages } from '../support/shared/installed-packages.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** CI names Node 22 here. */
const node = process.env['PACKAGE_TEST_NODE'] ?? process.execPath;

let folder: string;
let installed: string;
let program: readonly string[];
beforeAll(async () => {
  folder = await installedPackages();
  installed = join(folder, 'node_modules/kalends');
  program = [node, join(folder, 'node_modules/.bin/kalends')];
}, 300_000);

test('The package has every module and every file that its code reads, and no tests', () => {
  const sources = globSync('**/*.*', { cwd: join(project, 'src') }).filter((path) => !path.endsWith('.test.ts'));
  const expected = sources.map((path) => path.replace(/\.ts$/, '.js'));
  const packed = globSync('**/*.*', { cwd: join(installed, 'dist') });
  expect(expected.filter((path) => !packed.includes(path))).toEqual([]);
  expect(globSync('**/*.{ts,test.js}', { cwd: installed })).toEqual([]);
});

test('An installation occupies at most 120 MiB of a disk with blocks of 4 KiB, and runs no scripts', () => {
  // Without what programs that have run since have kept there.
  const paths = globSync('**/*', { cwd: join(folder, 'node_modules'), exclude: (path) => path.endsWith('.cache') });
  const blocks = paths.map((path) => Math.ceil(lstatSync(join(folder, 'node_modules', path)).size / 4096));
  expect(blocks.reduce((sum, count) => sum + count * 4096, 0)).toBeLessThan(120 * 2 ** 20);
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  expect(Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)).toEqual([]);
});

test('The installed program prints its version', async () => {
  expect(await runCli(['--version'], { folder: temporaryFolder(), program })).toMatchObject({ out: `${version}\n` });
});

test('The installed program serves the demonstration with several workers, its pages and its documentation', async () => {
  const service = await startService(['--demo', '--workers', '2'], { folder: temporaryFolder(), program });
  const textOf = async (path: string) => {
    const reply = await fetch(`${service.origin}${path}`);
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
    return reply.text();
  };
  expect(JSON.parse(await textOf('/healthz'))).toEqual({ status: 'ok', version });
  expect(JSON.parse(await textOf('/calendar/events/v1/doc'))).toMatchObject({ info: { version } });
  expect(JSON.parse(await textOf('/calendar/events/v1/events'))).toMatchObject({ total: expect.any(Number) });
  for (const page of ['/events/', '/docs']) {
    const linked = [...(await textOf(page)).matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)];
    expect(linked.length).toBeGreaterThan(0);
    for (const [, path = ''] of linked) await textOf(new URL(path, `${service.origin}${page}`).pathname);
  }
  expect(await service.stop()).toBe(0);
}, 60_000);

test('The installed program has the thread for long reads', async () => {
  const data = temporaryFolder();
  expect(await runCli(['migrate'], { folder: data, program })).toMatchObject({ code: 0 });
  const module = join(installed, 'dist/store/sqlite/read-worker.js');
  const script = `const { reader, release } = (await import(${JSON.stringify(module)})).openReadWorker({ path: 'data/calendar.sqlite' });
    console.log(await reader.selectFrom('events').select('id').execute()); await release();`;
  writeFileSync(join(data, 'read.mjs'), script);
  expect(await run(node, ['read.mjs'], { cwd: data })).toMatchObject({ stdout: '[]\n' });
});
