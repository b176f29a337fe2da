import { type Format, readMigrations } from '../migrate.ts';

export const readFormat = (): Format => ({
  migrations: readMigrations(new URL('migrations/', import.meta.url)),
  predecessor: { id: 11, checksum: '113f9ed809ea7436' },
});
