import { type Migration, readMigrations } from '../migrate.ts';

export const readFormat = (): readonly Migration[] => readMigrations(new URL('migrations/', import.meta.url));
