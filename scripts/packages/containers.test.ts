// Checks the container and CI files without a container engine: they are valid YAML, and what they refer to exists.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { project } from './stage.ts';

interface Service {
  build?: string;
  image?: string;
  command?: string;
  volumes?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
}
interface Step {
  uses?: string;
  run?: string;
}

const textOf = (path: string): string => readFileSync(join(project, path), 'utf8');
/** Rejects repeated keys. */
const read = <T>(path: string): T => parse(textOf(path), { strict: true, uniqueKeys: true }) as T;

const knownKeys = [
  ...['build', 'image', 'command', 'restart', 'ports', 'environment', 'volumes', 'read_only', 'tmpfs', 'cap_drop'],
  ...['security_opt', 'depends_on', 'healthcheck'],
];

test.each(['compose.yaml', 'packaging/compose/compose.yaml'])('%s refers to existing images and settings', (path) => {
  const { services, volumes, ...others } = read<{ services: Record<string, Service>; volumes: object }>(path);
  // Otherwise volumes are named after the folder, here that of the checkout.
  expect(others).toEqual(path === 'compose.yaml' ? { name: 'kalends' } : {});
  const settings = textOf('docs/configuration.md');
  for (const [name, service] of Object.entries(services)) {
    expect(Object.keys(service).filter((key) => !knownKeys.includes(key))).toEqual([]);
    expect([service.build, service.image].filter(Boolean)).toHaveLength(1);
    if (service.build) expect(existsSync(join(project, path, '..', service.build, 'Dockerfile'))).toBe(true);
    for (const mount of service.volumes ?? []) {
      const [from = ''] = mount.split(':');
      expect(from.startsWith('.') ? existsSync(join(project, path, '..', from)) : from in volumes).toBe(true);
    }
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {}))
      expect(condition === 'service_healthy' ? services[needed]?.healthcheck : services[needed]).toBeDefined();
    const variables = Object.keys(service.environment ?? {});
    if (name === 'kalends') expect(variables.filter((variable) => !settings.includes(`\`${variable}\``))).toEqual([]);
  }
});

test.each(globSync('.github/workflows/*.yml', { cwd: project }))('%s runs existing commands', (path) => {
  const { on, jobs, permissions } = read<{ on: object; jobs: Record<string, { steps: Step[] }>; permissions: object }>(
    path,
  );
  expect(on).toBeTypeOf('object');
  expect(permissions).toBeDefined();
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.filter((step) => (step.uses === undefined) === (step.run === undefined))).toEqual([]);
  // Third-party actions are pinned to a version.
  expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@v\d/.test(uses))).toEqual([]);
  const commands = steps.map(({ run = '' }) => run).join('\n');
  const named = [...commands.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, script = '']) => script);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

test('The Dockerfile copies and starts files that exist, as an ordinary user', () => {
  const dockerfile = textOf('Dockerfile');
  for (const path of ['scripts/build.ts', 'bin/kalends.js', 'packages/client/package.json']) {
    expect(dockerfile).toContain(path);
    expect(existsSync(join(project, path))).toBe(true);
  }
  const instructions = [...dockerfile.matchAll(/^[A-Z]+/gm)].map(([name]) => name);
  expect(instructions.indexOf('USER')).toBeGreaterThan(instructions.lastIndexOf('COPY'));
  expect(dockerfile).toMatch(/^USER node$/m);
});

test.each(globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: project }))('%s is valid', (path) => {
  expect(read<object>(path)).toBeTypeOf('object');
});
