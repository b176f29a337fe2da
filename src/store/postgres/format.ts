import { type Format, readMigrations } from '../migrate.ts';

export const readFormat = (): Format => ({
  migrations: readMigrations(new URL('migrations/', import.meta.url)),
  predecessor: { id: 9, checksum: '126d74b182c1119e' },
});
