// npm run sbom: release/kalends-x.y.z.cdx.json, the software bill of materials in CycloneDX, from npm's reading of the lock file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFolder, run, version } from './packages/stage.ts';

interface Component {
  'bom-ref': string;
  name: string;
  type?: string;
  scope?: string;
  version?: string;
}

export interface Bom {
  metadata: { component: Component };
  components: readonly Component[];
  dependencies: readonly { ref: string; dependsOn?: readonly string[] }[];
}

/** Copied into the package by the build or into an archive, although they are no production dependencies. */
const copiedPackages = ['swagger-ui-dist', 'leaflet', 'moment-timezone', 'node'];

/** The package with its production dependencies and what is copied into it. */
export function bomOf(name: string, production: Bom, everything: Bom): Bom {
  const copied = copiedPackages.map((each) => {
    const found = everything.components.find((component) => component.name === each);
    if (found === undefined) throw new Error(`The lock file has no ${each}.`);
    return { ...found, scope: 'required' };
  });
  const refs = copied.map((component) => component['bom-ref']);
  const root = production.metadata.component;
  return {
    ...production,
    // npm uses the name of the folder.
    metadata: { ...production.metadata, component: { ...root, name, type: 'application' } },
    components: [...production.components, ...copied],
    dependencies: [
      ...production.dependencies.map((each) =>
        each.ref === root['bom-ref'] ? { ...each, dependsOn: [...(each.dependsOn ?? []), ...refs] } : each,
      ),
      ...refs.map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
}

function readBom(...omitted: string[]): Bom {
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces', 'false', ...omitted];
  return JSON.parse(run('npm', ['sbom', ...options])) as Bom;
}

if (import.meta.main) {
  const path = join(releaseFolder, `kalends-${version}.cdx.json`);
  mkdirSync(releaseFolder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(bomOf('kalends', readBom('--omit', 'dev'), readBom()), null, 2)}\n`);
  console.log(path);
}
