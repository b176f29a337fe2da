import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lintWithRedocly, lintWithSpectral } from './linters.ts';

test('Both linters report errors and warnings', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'broken.json');
  // No contact, licence, servers or operation id; and a dangling reference.
  const responses = {
    200: { description: 'Fine', content: { 'application/json': { schema: { $ref: '#/nowhere' } } } },
  };
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: { '/a': { get: { responses } } } }),
  );
  const [spectral, redocly] = await Promise.all([lintWithSpectral(file, folder), lintWithRedocly(file, folder)]);
  const saidBySpectral = spectral.problems.join('\n');
  for (const rule of ['info-contact', 'operation-operationId', 'invalid-ref']) expect(saidBySpectral).toContain(rule);
  const saidByRedocly = redocly.problems.join('\n');
  for (const rule of ['info-license', 'operation-operationId', 'no-unresolved-refs'])
    expect(saidByRedocly).toContain(rule);
});
