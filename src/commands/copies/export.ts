import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { type CalendarPlace, openCalendar, withCalendar } from '../../calendar-folder.ts';
import { placeSettings } from '../../config/media-settings.ts';
import { errorCodeOf, whyUnwritable } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { ExportCounts } from '../../export/export.ts';
import { createLocalStorage } from '../../media/storage/local-storage.ts';
import type { Patience } from '../../media/storage/s3-requests.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { fileName, OperationFailed, type Shell } from '../../shell.ts';
import type { MediaTable } from '../../store/schema.ts';
import { addSettings, readSettings } from '../settings-options.ts';
import { untilStopped } from '../stop-signal.ts';
import { findTarget } from './target-file.ts';

const details = `
The export contains all records in every status, the users without their application passwords, and the hashes of
event passwords: keep it as safe as the calendar. "kalends import" restores it into an empty calendar.

Examples:
  $ kalends export --output backup.ndjson
  $ kalends export --output backup.ndjson --media backup-images
  $ kalends export | gzip > backup.ndjson.gz`;

export function declareExport(program: Command, shell: Shell): void {
  addSettings(program.command('export'), placeSettings)
    .description('write the whole calendar as JSON lines to standard output or a file')
    .option('--output <file>', 'file to write, replaced once the export is complete', fileName)
    .option('--media <folder>', 'also export images, with their files in this folder', fileName)
    .addHelpText('after', details)
    .action(async (options, command) => {
      const counts = await runExport(options, readSettings(command, placeSettings, shell), shell);
      if (!counts) return;
      const texts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
      shell.printError(`Exported ${texts.join(', ')}.`);
    });
}

type Write = (text: string) => Promise<void>;

/** Returns the number of records per kind; undefined if the reader closed standard output. Throws OperationFailed. */
export const runExport = (
  { output, media: folder }: { output?: string | undefined; media?: string | undefined },
  config: CalendarPlace & StorageConfig,
  shell: Shell,
): Promise<ExportCounts | undefined> =>
  untilStopped(async (signal) => {
    const { createProgressBar } = await import('../progress-bar.ts');
    const { exportCalendar } = await import('../../export/export.ts');
    const progress = createProgressBar(shell.printError);
    const media =
      folder === undefined
        ? undefined
        : await createFileCopier(resolve(shell.workingFolder, folder), config, { signal, log: progress.log });
    const target = output === undefined ? undefined : await findTarget(output, config.data, shell);
    return withCalendar(openCalendar(config), async (store) => {
      const exportTo = (write: Write) => exportCalendar({ store, now: shell.now(), write, progress, signal, media });
      try {
        return await (target === undefined ? exportTo(shell.write) : writeFile(target, exportTo));
      } catch (error) {
        const code = errorCodeOf(error);
        if (code === 'EPIPE' && output === undefined && !signal.aborted) return undefined;
        if (code.startsWith('E'))
          throw new OperationFailed(`${output ?? 'Standard output'} cannot be written: ${whyUnwritable(error)}.`);
        if (error instanceof TransferProblem) throw new OperationFailed(`${output}: ${error.message}`);
        throw error;
      }
    });
  }, 'the export is not complete.');

/** Copies the files of images. Missing files are reported; a restore omits their image. */
async function createFileCopier(folder: string, config: StorageConfig, patience: Patience) {
  const { createMediaCopier } = await import('../../media/storage/copy-files.ts');
  const { storedImage } = await import('../../resources/media/service.ts');
  const copier = createMediaCopier(await openMediaStorage(config, patience), createLocalStorage(folder, randomUUID));
  return async (row: MediaTable) => {
    const missing = await copier.copy(storedImage(row));
    if (missing.length > 0)
      patience.log(`Image ${row.id} has files that are missing or damaged: ${missing.join(', ')}.`);
  };
}

/** Replaces the file atomically once it is complete. Only its owner may read it. */
async function writeFile(
  { path, isDevice }: Awaited<ReturnType<typeof findTarget>>,
  exportTo: (write: Write) => Promise<ExportCounts>,
): Promise<ExportCounts> {
  // Writes to a device or pipe directly instead of replacing it.
  if (isDevice) return writeInto(await open(path, 'w'), exportTo);
  const { besideFile } = await import('../../export/unfinished.ts');
  return besideFile(path, async (folder) => {
    const part = join(folder, 'export');
    const counts = await writeInto(await open(part, 'wx', 0o600), exportTo);
    await rename(part, path);
    return counts;
  });
}

async function writeInto(file: FileHandle, exportTo: (write: Write) => Promise<ExportCounts>): Promise<ExportCounts> {
  try {
    const counts = await exportTo((text) => file.appendFile(text));
    // Devices and pipes cannot be synced.
    if ((await file.stat()).isFile()) await file.sync();
    return counts;
  } finally {
    await file.close();
  }
}
