// npm run sbom: release/kalends-x.y.z.cdx.json, the software bill of materials in CycloneDX.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bom, bomOf } from './packages/sbom.ts';
import { releaseFolder, run, version } from './packages/stage.ts';

const read = (...omitted: string[]): Bom => {
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces', 'false', ...omitted];
  return JSON.parse(run('npm', ['sbom', ...options])) as Bom;
};
const path = join(releaseFolder, `kalends-${version}.cdx.json`);
mkdirSync(releaseFolder, { recursive: true });
writeFileSync(path, `${JSON.stringify(bomOf('kalends', read('--omit', 'dev'), read()), null, 2)}\n`);
console.log(path);
