export interface Locked {
  version?: string;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}

export interface LockFile {
  packages: Record<string, Locked>;
  [key: string]: unknown;
}

/** Packages that bring their binaries along and must not be compiled, which a bare machine cannot do. */
export const prebuilt = ['better-sqlite3'];

/** Optional packages that the lock file leaves out, with the package that wants them. */
export function missingPlatforms({ packages }: LockFile): { name: string; version: string }[] {
  const paths = Object.keys(packages);
  return Object.values(packages)
    .flatMap((locked) => Object.entries(locked.optionalDependencies ?? {}))
    .filter(([name]) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))
    .map(([name, version]) => ({ name, version }));
}

/**
 * The lock file as every npm accepts it everywhere. npm leaves out the platforms that its registry does not have
 * and then refuses its own file, and it forgets what says that a package needs no compiler.
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

/** `@scope/cli-linux-x64-musl` runs where its name says. */
function platformEntry(name: string, version: string): Locked {
  const [os, cpu, libc] = /-(android|darwin|linux|win32|freebsd)-(\w+)(?:-(musl))?$/.exec(name)?.slice(1) ?? [];
  const where = { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}) };
  return { version, dev: true, optional: true, ...where };
}
