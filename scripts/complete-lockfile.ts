// npm run lock, after npm install: completes the lock file, so that `npm ci` accepts it on every machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Locked {
  version?: string;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}

export interface LockFile {
  packages: Record<string, Locked>;
  [key: string]: unknown;
}

/** Packages with prebuilt binaries, which must not be compiled. */
export const prebuilt = ['better-sqlite3'];

/** Optional dependencies that the lock file omits. */
export function missingPlatforms({ packages }: LockFile): { name: string; version: string }[] {
  const paths = Object.keys(packages);
  return Object.values(packages)
    .flatMap((locked) => Object.entries(locked.optionalDependencies ?? {}))
    .filter(([name]) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))
    .map(([name, version]) => ({ name, version }));
}

/**
 * Makes `npm ci` accept the lock file on every machine: npm omits platforms that its registry lacks and then refuses its own
 * file, and it drops the flag that a package needs no compiler.
 */
export function complete(lock: LockFile): LockFile {
  const packages = { ...lock.packages };
  for (const { name, version } of missingPlatforms(lock))
    packages[`node_modules/${name}`] = platformEntry(name, version);
  for (const name of prebuilt)
    packages[`node_modules/${name}`] = { ...packages[`node_modules/${name}`], gypfile: false };
  const { '': root, ...others } = packages;
  const sorted = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries([['', root as Locked], ...sorted]) };
}

/** The platform follows from the name, such as `@scope/cli-linux-x64-musl`. */
function platformEntry(name: string, version: string): Locked {
  const [os, cpu, libc] = /-(android|darwin|linux|win32|freebsd)-(\w+)(?:-(musl))?$/.exec(name)?.slice(1) ?? [];
  const where = { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}) };
  return { version, dev: true, optional: true, ...where };
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../package-lock.json');
  writeFileSync(path, `${JSON.stringify(complete(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
}
