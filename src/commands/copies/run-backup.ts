import { resolve } from 'node:path';
import { type CalendarPlace, openCalendar, withCalendar } from '../../calendar-folder.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { backupCalendar } from '../../export/backup/backup.ts';
import type { Manifest } from '../../export/backup/manifest.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { OperationFailed, type Shell } from '../../shell.ts';
import { version } from '../../version.ts';
import { createProgressBar } from '../progress-bar.ts';
import { untilStopped } from '../stop-signal.ts';

interface BackupCommand {
  file: string;
  config: CalendarPlace & StorageConfig;
  json: boolean;
  shell: Shell;
}

/** Throws OperationFailed. A failed backup leaves no file. */
export async function runBackup({ file, config, json, shell }: BackupCommand): Promise<void> {
  const path = resolve(shell.workingFolder, file);
  const storage = await openMediaStorage(config);
  const progress = createProgressBar(shell.tell);
  const manifest = await untilStopped((signal) =>
    withCalendar(openCalendar(config), async (store) => {
      try {
        return await backupCalendar({ ...{ store, storage, path, version, progress, signal }, now: shell.now });
      } catch (error) {
        if (signal.aborted) throw new OperationFailed('Stopped before the end; no backup was written.');
        throw asOperationFailed(error, file);
      }
    }),
  );
  for (const key of manifest.missing_files) shell.tell(`missing file  ${key}`);
  if (json) shell.print(JSON.stringify({ ok: true, ...manifest }));
  else shell.tell(`Backed up ${summary(manifest)}.`);
}

/** Converts errors of the file or the disk to OperationFailed. Returns other errors unchanged. */
export function asOperationFailed(error: unknown, file: string): unknown {
  if (error instanceof TransferProblem) return new OperationFailed(`${file}: ${error.message}`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^SQLITE_(?:FULL|IOERR)/.test(code))
    return new OperationFailed(`${file} cannot be written: the disk is full or reports an error (${code}).`);
  if (/^E[A-Z]+$/.test(code)) return new OperationFailed(`${file} cannot be used (${code}).`);
  return error;
}

export function summary({ rows, files, taken_at }: Manifest): string {
  const { events = 0, linked_records: linked = 0, media = 0, users = 0 } = rows;
  const counts = `${events} events, ${linked} venues and organizers, ${media} images and ${users} users`;
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1_000_000;
  return `${counts} as of ${taken_at}, ${megabytes.toFixed(1)} MB in ${files.length} files`;
}
