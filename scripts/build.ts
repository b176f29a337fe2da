// npm run build: compiles src/ to JavaScript in dist/, because Node does not run TypeScript below node_modules.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromPackage } from '../src/api-docs/assets.ts';
import { leafletFiles } from '../src/web/files/maps.ts';

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

const dist = inProject('dist');
rmSync(dist, { recursive: true, force: true });
const compiler = `${folderOf('typescript')}/bin/tsc`;
const { status } = spawnSync(process.execPath, [compiler, '-p', inProject('tsconfig.build.json')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

// Migrations, texts, styles and demonstration data, which are not compiled.
const isAsset = (path: string) => statSync(path).isDirectory() || !path.endsWith('.ts');
cpSync(inProject('src'), dist, { recursive: true, filter: isAsset });
copyZoneData();
for (const file of [...fromPackage, 'LICENSE', 'NOTICE'])
  cpSync(`${folderOf('swagger-ui-dist')}/${file}`, `${dist}/api-docs/swagger-ui/${file}`);
for (const file of leafletFiles) cpSync(`${folderOf('leaflet')}/dist/${file}`, `${dist}/web/leaflet/${file}`);
cpSync(`${folderOf('leaflet')}/LICENSE`, `${dist}/web/leaflet/LICENSE`);

/** The program reads one file of moment-timezone; the whole package and its dependency take 8 MB. */
function copyZoneData(): void {
  const data = 'moment-timezone/data/packed/latest.json';
  const reader = `${dist}/core/dates/abbreviations.js`;
  const code = readFileSync(reader, 'utf8');
  if (!code.includes(`'${data}'`)) throw new Error(`${reader} does not import ${data} any more.`);
  writeFileSync(reader, code.replace(data, './zone-data.json'));
  cpSync(createRequire(import.meta.url).resolve(data), `${dist}/core/dates/zone-data.json`);
  cpSync(`${folderOf('moment-timezone')}/LICENSE`, `${dist}/core/dates/zone-data.LICENSE`);
}
