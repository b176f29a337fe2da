// A software bill of materials in CycloneDX, from what npm says of the lock file.

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

/** Copied into the package although it does not depend on them: the build or an archive takes them along. */
const brought = ['swagger-ui-dist', 'leaflet', 'moment-timezone', 'node'];

/** What the package brings to a machine: its dependencies in production, and what is copied into it. */
export function bomOf(name: string, production: Bom, everything: Bom): Bom {
  const copied = brought.map((each) => {
    const found = everything.components.find((component) => component.name === each);
    if (found === undefined) throw new Error(`The lock file has no ${each}.`);
    return { ...found, scope: 'required' };
  });
  const refs = copied.map((component) => component['bom-ref']);
  const root = production.metadata.component;
  return {
    ...production,
    // npm says the name of the folder.
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
