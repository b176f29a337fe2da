// Every test that the threat model names exists.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('Every threat in SECURITY.md names tests, and every test that it names exists', () => {
  const text = readFileSync(`${root}SECURITY.md`, 'utf8');
  const [, table = ''] = text.split('## Threats');
  const rows = (table.split('\n## ')[0] as string).split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows.slice(1)) expect(row, row).toMatch(/\| `[^|]*\.test\.ts` \|$/);
  const named = [...text.matchAll(/`([^`]*\.test\.ts)`/g)].map(([, path]) => path as string);
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});
