// npm run build: the program as JavaScript in dist/, laid out as src/, which Node runs below node_modules too.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromPackage } from '../src/pages/assets.ts';

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

const dist = inProject('dist');
rmSync(dist, { recursive: true, force: true });
const compiler = `${folderOf('typescript')}/bin/tsc`;
const { status } = spawnSync(process.execPath, [compiler, '-p', inProject('tsconfig.build.json')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

// Migrations, texts, styles, demonstration: all that is not compiled lies where the code looks for it.
const isAsset = (path: string) => statSync(path).isDirectory() || !path.endsWith('.ts');
cpSync(inProject('src'), dist, { recursive: true, filter: isAsset });
for (const file of [...fromPackage, 'LICENSE', 'NOTICE'])
  cpSync(`${folderOf('swagger-ui-dist')}/${file}`, `${dist}/pages/swagger-ui/${file}`);
