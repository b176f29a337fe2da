import type { Command } from '@commander-js/extra-typings';
import { type CalendarPlace, openCalendar, withCalendar } from '../../calendar-folder.ts';
import { placeSettings } from '../../config/media-settings.ts';
import { errorCodeOf, isSystemError, whyUnwritable } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Manifest } from '../../export/backup/manifest.ts';
import { linesOfWrongFiles } from '../../media/storage/wrong-files.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { fileName, OperationFailed, type Shell } from '../../shell.ts';
import { version } from '../../version.ts';
import { addSettings, readSettings } from '../settings-options.ts';
import { untilStopped } from '../stop-signal.ts';
import { findTarget } from './target-file.ts';

const details = `
The backup is a tar archive, compressed if its name ends with .gz or .tgz. It is a consistent snapshot of the whole calendar
with its accounts, image files and their SHA-256 checksums. The service may keep running, on either engine. An existing file
is replaced once the backup is complete. Keep it as safe as the calendar.

Examples:
  $ kalends backup /backup/calendar.tar.gz
  $ kalends backup --data /srv/calendar calendar.tar`;

export function declareBackup(program: Command, shell: Shell): void {
  addSettings(program.command('backup'), placeSettings)
    .description('write the whole calendar with its images into one archive')
    .argument('<file>', 'archive to write, such as calendar.tar.gz', fileName)
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async (file, { json }, command) => {
      const manifest = await backup(file, readSettings(command, placeSettings, shell), shell);
      for (const line of linesOfWrongFiles(manifest)) shell.printError(line);
      if (json) shell.print(JSON.stringify({ ok: true, ...manifest }));
      else shell.printError(`Backed up ${summary(manifest)}.`);
    });
}

/** Throws OperationFailed. A failed backup leaves no file. */
async function backup(file: string, config: CalendarPlace & StorageConfig, shell: Shell): Promise<Manifest> {
  const { createProgressBar } = await import('../progress-bar.ts');
  const { backupCalendar } = await import('../../export/backup/backup.ts');
  const { path, isDevice } = await findTarget(file, config.data, shell);
  // It would be replaced by the archive, for all programs of the machine.
  if (isDevice) throw new OperationFailed(`${file} cannot be written: it is not a file.`);
  const progress = createProgressBar(shell.printError);
  const backUp = async (signal: AbortSignal) => {
    const storage = await openMediaStorage(config, { signal, log: progress.log });
    return withCalendar(openCalendar(config), (store) =>
      backupCalendar({ store, storage, path, version, progress, signal, now: shell.now }).catch((error) => {
        throw asOperationFailed(error, file);
      }),
    );
  };
  return untilStopped(backUp, 'no backup was written.');
}

/** Converts errors of the archive or the disk to OperationFailed. Returns other errors unchanged. */
export function asOperationFailed(error: unknown, file: string): unknown {
  if (error instanceof TransferProblem) return new OperationFailed(`${file}: ${error.message}`);
  const code = errorCodeOf(error);
  if (/^SQLITE_(?:FULL|IOERR)/.test(code))
    return new OperationFailed(`${file} cannot be written: the disk is full or reports an error (${code}).`);
  if (isSystemError(error)) return new OperationFailed(`${file} cannot be written: ${whyUnwritable(error)}.`);
  return error;
}

export function summary({ rows, files, taken_at }: Manifest): string {
  const { events = 0, linked_records: related = 0, media = 0, users = 0 } = rows;
  const counts = `${events} events, ${related} venues and organizers, ${media} images and ${users} users`;
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1_000_000;
  return `${counts} as of ${taken_at}, ${megabytes.toFixed(1)} MB in ${files.length} files`;
}
