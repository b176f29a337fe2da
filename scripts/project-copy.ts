import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['src', 'test', 'scripts', 'bench', 'bin', 'packages', 'docs'];
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
  '.npmrc',
];
const texts = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];

/** Copies all files that tests and packages need into a temporary folder. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'kalends-copy-'));
  for (const name of [...folders, ...files, ...texts]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
