import { createHash } from 'node:crypto';

export interface Migration {
  id: number;
  name: string;
  statements: readonly string[];
}

/** What a migration run needs of an engine, all within the caller's exclusive transaction. */
export interface MigrationConnection {
  run(sql: string): void;
  applied(): { id: number; checksum: string }[];
  record(id: number, name: string, checksum: string): void;
}

export class MigrationError extends Error {}

export const checksumOf = (migration: Migration): string =>
  createHash('sha256').update(migration.statements.join('\n')).digest('hex').slice(0, 16);

/** Applies what is missing and returns the names applied. Refuses a database that is newer or was made otherwise. */
export function applyMigrations(connection: MigrationConnection, migrations: readonly Migration[]): string[] {
  const applied = new Map(connection.applied().map((row) => [row.id, row.checksum]));
  const newest = Math.max(0, ...applied.keys());
  const known = migrations.at(-1)?.id ?? 0;
  if (newest > known) {
    throw new MigrationError(
      `The database has format ${newest}, this program knows formats up to ${known}: start a newer Kalends.`,
    );
  }
  const names: string[] = [];
  for (const migration of migrations) {
    const checksum = checksumOf(migration);
    const found = applied.get(migration.id);
    if (found === undefined) {
      for (const statement of migration.statements) connection.run(statement);
      connection.record(migration.id, migration.name, checksum);
      names.push(migration.name);
    } else if (found !== checksum) {
      throw new MigrationError(
        `Migration ${migration.id} (${migration.name}) was applied in another form than this program's.`,
      );
    }
  }
  return names;
}
