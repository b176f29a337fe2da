import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  id: number;
  name: string;
  sql: string;
}

/** A migration that a database has recorded. */
export interface Applied {
  id: number;
  checksum: string;
}

export class MigrationError extends Error {}

/** Reads files such as `001_baseline.sql`. Released ones never change; new ones are appended. */
export function readMigrations(engine: 'sqlite' | 'postgres'): readonly Migration[] {
  const folder = new URL(`${engine}/migrations/`, import.meta.url);
  const files = readdirSync(folder).sort();
  return files.map((file) => {
    const [id, name] = file.replace('.sql', '').split('_') as [string, string];
    return { id: Number(id), name, sql: readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n') };
  });
}

const checksumOf = ({ sql }: Migration): string => hash('sha256', sql).slice(0, 16);

/** The migrations still to be applied, in order. Refuses a database that is newer or whose migrations differ. */
export function missingMigrations(
  applied: readonly Applied[],
  migrations: readonly Migration[],
): (Migration & { checksum: string })[] {
  const all = migrations.map((migration) => ({ ...migration, checksum: checksumOf(migration) }));
  const checksums = new Map(applied.map(({ id, checksum }) => [id, checksum]));
  for (const { id, name, checksum } of all)
    if ((checksums.get(id) ?? checksum) !== checksum)
      throw new MigrationError(
        `Migration ${id} (${name}) differs from the one that was applied: export the calendar with the version that created it, and import that into a new one.`,
      );
  const newest = Math.max(0, ...checksums.keys());
  const supported = Math.max(...all.map(({ id }) => id));
  if (newest > supported)
    throw new MigrationError(
      `The database was migrated by a newer Kalends (format ${newest}; this version supports up to ${supported}): start a newer Kalends, or restore the backup from before the upgrade.`,
    );
  return all.filter(({ id }) => !checksums.has(id));
}
