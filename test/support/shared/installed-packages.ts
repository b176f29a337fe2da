import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { copyProject } from '../../../scripts/project-copy.ts';
import { oncePerRun } from './once-per-run.ts';

const run = promisify(execFile);

/** A folder with the packed packages, `kalends` and its client, and an installation of both. */
export const installedPackages = (): Promise<string> =>
  oncePerRun('packages', async (folder) => {
    // Packing builds `dist` anew, in which other programs may be reading at the same time.
    const copy = copyProject();
    await run('npm', ['pack', '--workspaces', '--include-workspace-root', '--pack-destination', folder], { cwd: copy });
    rmSync(copy, { recursive: true });
    const tarballs = readdirSync(folder).map((name) => `./${name}`);
    writeFileSync(`${folder}/package.json`, '{"type":"module"}');
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  });
