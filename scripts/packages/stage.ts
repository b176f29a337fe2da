// A self-contained installation: the package, its dependencies and Node.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../..', import.meta.url));
export const { version, description } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  version: string;
  description: string;
};
/** Folder of the packages. */
export const releaseFolder = join(project, 'release');

/** Runs the command, and returns its output. Throws if it fails. */
export function run(command: string, args: readonly string[], cwd = project): string {
  const { status, stdout, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
  return String(stdout);
}

/** Packs the project into `release/`; returns the path of the file. */
export function pack(workspace: readonly string[] = []): string {
  mkdirSync(releaseFolder, { recursive: true });
  const output = run('npm', ['pack', '--silent', '--pack-destination', releaseFolder, ...workspace]);
  return join(releaseFolder, output.trim().split('\n').at(-1) as string);
}

/** Puts `kalends`, `node` and `node_modules` into a folder. */
export function stage(target: string, tarball: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-stage-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--silent', tarball], folder);
  prune(join(folder, 'node_modules'));
  mkdirSync(target, { recursive: true });
  run('cp', ['-a', join(folder, 'node_modules'), target]);
  rmSync(folder, { recursive: true });
  copyFileSync(process.execPath, join(target, 'node'));
  copyFileSync(join(project, 'packaging/kalends'), join(target, 'kalends'));
  for (const file of ['node', 'kalends']) run('chmod', ['755', join(target, file)]);
  const licenseOfNode = `node_modules/node/node_modules/node-${process.platform}-${process.arch}/LICENSE`;
  copyFileSync(join(project, licenseOfNode), join(target, 'node.LICENSE'));
  for (const file of ['LICENSE', 'README.md']) copyFileSync(join(project, file), join(target, file));
}

/** Removes binaries for other platforms, C sources and development files, a third of the size. */
function prune(modules: string): void {
  const sqlite = join(modules, 'better-sqlite3');
  const ours = `${process.platform}-${process.arch}.node`;
  const others = globSync(`${sqlite}/prebuilds/*`).filter((path) => !path.endsWith(`/${ours}`));
  const developmentFiles = globSync([`${modules}/**/*.{map,d.ts,d.mts,d.cts}`, `${modules}/**/.*`]);
  for (const path of [...others, `${sqlite}/deps`, `${sqlite}/src`, ...developmentFiles])
    rmSync(path, { recursive: true, force: true });
}

/** Packs a folder as `release/NAME`, reproducibly. */
export function compress(parent: string, folder: string, name: string): string {
  const path = join(releaseFolder, name);
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', [...fixed, '-czf', `${path}.part`, '-C', parent, folder]);
  renameSync(`${path}.part`, path);
  return path;
}
