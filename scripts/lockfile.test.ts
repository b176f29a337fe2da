import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  optionalDependencies?: Record<string, string>;
}

// npm leaves platforms out that the registry at hand does not have, and then refuses its own lock file elsewhere.
test('the lock file names the packages of every platform', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const wanted = Object.values(lock.packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
  const missing = wanted.filter(
    (name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)),
  );
  expect(wanted.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});
