import { expect, test } from 'vitest';
import { type Bom, bomOf } from './sbom.ts';

const bom = (...names: string[]): Bom => ({
  metadata: { component: { 'bom-ref': 'kalends@1', name: 'checkout', type: 'library' } },
  components: names.map((name) => ({ 'bom-ref': `${name}@1`, name, scope: 'optional' })),
  dependencies: [{ ref: 'kalends@1', dependsOn: ['fastify@1'] }],
});

test('The bill of materials lists production dependencies and what is copied into the packages', () => {
  const { metadata, components, dependencies } = bomOf(
    'kalends',
    bom('fastify'),
    bom('fastify', 'vitest', 'node', 'moment-timezone', 'leaflet', 'swagger-ui-dist'),
  );
  expect(metadata.component).toMatchObject({ name: 'kalends', type: 'application' });
  expect(components.map(({ name }) => name)).toEqual([
    'fastify',
    'swagger-ui-dist',
    'leaflet',
    'moment-timezone',
    'node',
  ]);
  expect(dependencies[0]).toEqual({
    ref: 'kalends@1',
    dependsOn: ['fastify@1', 'swagger-ui-dist@1', 'leaflet@1', 'moment-timezone@1', 'node@1'],
  });
  expect(dependencies.map(({ ref }) => ref)).toEqual([
    'kalends@1',
    'swagger-ui-dist@1',
    'leaflet@1',
    'moment-timezone@1',
    'node@1',
  ]);
});

test('A copied package that the lock file lacks is an error', () => {
  expect(() => bomOf('kalends', bom(), bom('node'))).toThrow('has no swagger-ui-dist');
});
