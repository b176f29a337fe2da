import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['src', 'test', 'scripts', 'bench', 'bin', 'packages', 'docs'];
const files = ['package.json', 'tsconfig.json', 'vitest.config.ts'];

/** A temporary folder with all that tests need, to be changed at will. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'kalends-copy-'));
  for (const name of [...folders, ...files]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
