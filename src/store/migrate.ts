import { createHash } from 'node:crypto';

export interface Migration {
  id: number;
  name: string;
  statements: readonly string[];
}

/** A migration as a database remembers it. */
export interface Applied {
  id: number;
  checksum: string;
}

export class MigrationError extends Error {}

const checksumOf = (migration: Migration): string =>
  createHash('sha256').update(migration.statements.join('\n')).digest('hex').slice(0, 16);

/** What is still to be applied, in order. Refuses a database that is newer or was made otherwise. */
export function missingMigrations(
  known: readonly Applied[],
  migrations: readonly Migration[],
): (Migration & { checksum: string })[] {
  const applied = new Map(known.map((row) => [row.id, row.checksum]));
  const newest = Math.max(0, ...applied.keys());
  const last = migrations.at(-1)?.id ?? 0;
  if (newest > last) {
    throw new MigrationError(
      `The database has format ${newest}, this program knows formats up to ${last}: start a newer Kalends.`,
    );
  }
  return migrations.flatMap((migration) => {
    const checksum = checksumOf(migration);
    const found = applied.get(migration.id);
    if (found === undefined) return [{ ...migration, checksum }];
    if (found === checksum) return [];
    throw new MigrationError(
      `Migration ${migration.id} (${migration.name}) was applied in another form than this program's: export the calendar with the program that made it, and import that into a new one.`,
    );
  });
}
