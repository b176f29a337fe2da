// The manifest of a backup: the last file of its archive.
import { attempt } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { WrongFiles } from '../../media/storage/wrong-files.ts';

export const backupFormat = 'kalends-backup';
export const backupVersion = 1;

/** Names within the archive. */
export const manifestName = 'manifest.json';
export const databaseName = 'calendar.sqlite';
export const mediaFolder = 'media/';

export interface ArchivedFile {
  name: string;
  size: number;
  sha256: string;
}

/** With the files of images that were missing or damaged when it was taken, which it omits. */
export interface Manifest extends WrongFiles {
  format: typeof backupFormat;
  version: typeof backupVersion;
  /** The program that wrote it. */
  kalends: string;
  taken_at: string;
  calendar_id: string | null;
  /** Rows of each table. */
  rows: Readonly<Record<string, number>>;
  /** All but the manifest itself. */
  files: readonly ArchivedFile[];
}

/** Throws TransferProblem. */
export function parseManifest(text: string): Manifest {
  const found = attempt(() => JSON.parse(text) as Partial<Manifest> | null);
  if (found === undefined) throw new TransferProblem('Its manifest is damaged.');
  if (found?.format !== backupFormat || !Array.isArray(found.files)) throw new TransferProblem('It is not a backup.');
  if (found.version !== backupVersion)
    throw new TransferProblem(`A newer Kalends has written it (version ${found.version} of backups).`);
  return found as Manifest;
}
