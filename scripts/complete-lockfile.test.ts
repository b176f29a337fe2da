import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { complete, type LockFile, missingPlatforms, prebuilt } from './complete-lockfile.ts';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as LockFile;

// `npm run lock` repairs what `npm install` leaves out.
test('The lock file names the packages of every platform', () => {
  expect(Object.values(lock.packages).filter((locked) => locked.optionalDependencies).length).toBeGreaterThan(1);
  expect(missingPlatforms(lock)).toEqual([]);
});

test.each(prebuilt)('%s is not compiled', (name) => {
  expect(lock.packages[`node_modules/${name}`]).toMatchObject({ gypfile: false });
});

test('Missing platforms are added', () => {
  const packages = { '': {}, 'node_modules/tool': { optionalDependencies: { '@tool/cli-linux-x64-musl': '1.2.3' } } };
  expect(complete({ packages }).packages).toMatchObject({
    'node_modules/@tool/cli-linux-x64-musl': {
      version: '1.2.3',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      optional: true,
    },
  });
});
