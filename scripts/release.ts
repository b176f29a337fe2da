// npm run release -- 0.2.0          sets the version, dates the section of the changelog and adds the fixtures of tests
// npm run release -- --build 0.2.0  makes release/: packages, checked in an empty folder, checksums, SBOM and notes
import { hash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { dateChangelog, notesOf, replaceVersion } from './packages/changelog.ts';
import { version as current, pack, project, releaseFolder, run } from './packages/stage.ts';

const isBuild = process.argv[2] === '--build';
const version = process.argv.at(-1) ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('usage: npm run release -- [--build] MAJOR.MINOR.PATCH');
  process.exit(2);
}
const changelogPath = join(project, 'CHANGELOG.md');
const changelog = readFileSync(changelogPath, 'utf8');
if (isBuild) buildRelease();
else prepareRelease();

function prepareRelease(): void {
  if (run('git', ['status', '--porcelain']) !== '') throw new Error('There are changes that are not committed.');
  writeFileSync(changelogPath, dateChangelog(changelog, version, new Date().toISOString().slice(0, 10)));
  run('npm', [
    'version',
    version,
    '--no-git-tag-version',
    '--allow-same-version',
    '--workspaces',
    '--include-workspace-root',
    // It would remove the project's own Node, which a script of its package has installed.
    '--no-workspaces-update',
  ]);
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--silent']);
  run('npm', ['run', '-s', 'lock']);
  for (const page of globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: project })) {
    const path = join(project, page);
    writeFileSync(path, replaceVersion(readFileSync(path, 'utf8'), current, version));
  }
  addFixtures();
  console.log(`Look at the changes, then: git add -A && git commit -m "Release ${version}" && git tag v${version}`);
}

/** Writes the calendar of the previous fixtures in the format of this version; later versions must open it. */
function addFixtures(): void {
  const releases = join(project, 'test/releases');
  const last = readdirSync(releases)
    .filter((name) => /^\d/.test(name))
    .sort(byVersion)
    .at(-1) as string;
  const folder = mkdtempSync(join(tmpdir(), 'kalends-fixture-'));
  writeFileSync(join(folder, 'last.ndjson'), gunzipSync(readFileSync(join(releases, last, 'calendar.ndjson.gz'))));
  const kalends = (...args: string[]) => run(process.execPath, [join(project, 'bin/kalends.js'), ...args], folder);
  kalends('import', 'last.ndjson');
  kalends('export', '--output', 'calendar.ndjson');
  mkdirSync(join(releases, version), { recursive: true });
  for (const file of ['data/calendar.sqlite', 'calendar.ndjson']) {
    const name = `${file.split('/').at(-1)}.gz`;
    writeFileSync(join(releases, version, name), gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  }
  rmSync(folder, { recursive: true });
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function buildRelease(): void {
  if (version !== current) throw new Error(`The version in package.json is ${current}, not ${version}.`);
  rmSync(releaseFolder, { recursive: true, force: true });
  checkTarball(pack());
  pack(['--workspace', '@kalends/client']);
  for (const script of ['build:archive', 'build:deb', 'sbom']) run('npm', ['run', '-s', script]);
  const files = readdirSync(releaseFolder).sort();
  const sums = files.map((name) => `${hash('sha256', readFileSync(join(releaseFolder, name)))}  ${name}\n`);
  writeFileSync(join(releaseFolder, 'kalends-SHA256SUMS'), sums.join(''));
  writeFileSync(join(releaseFolder, 'NOTES.md'), notesOf(changelog, version));
  console.log(files.map((name) => `release/${name}`).join('\n'));
}

/** Installs it as users do. */
function checkTarball(tarball: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-release-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', tarball], folder);
  const installed = run('npx', ['kalends', '--version'], folder).trim();
  if (installed !== version) throw new Error(`The version of the package is ${installed}.`);
  run('npx', ['kalends', 'setup'], folder);
  rmSync(folder, { recursive: true });
}
