import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CalendarPlace, openCalendar, withCalendar } from '../../calendar-folder.ts';
import { type ExportCounts, exportCalendar } from '../../export/export.ts';
import { createMediaCopier } from '../../media/storage/copy-files.ts';
import { createLocalStorage } from '../../media/storage/local-storage.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { filesOf } from '../../resources/media/service.ts';
import { OperationFailed, type Shell } from '../../shell.ts';
import type { MediaTable } from '../../store/schema.ts';
import { createProgressBar } from '../progress-bar.ts';
import { untilStopped } from '../stop-signal.ts';

export interface ExportCommand {
  output: string | undefined;
  /** Folder for image files; if missing, images are not exported. */
  media: string | undefined;
  config: CalendarPlace & StorageConfig;
  shell: Shell;
}

type Write = (text: string) => Promise<void>;

/** Returns the number of records per kind; undefined if the reader closed standard output. Throws OperationFailed. */
export async function runExport({ output, media, config, shell }: ExportCommand): Promise<ExportCounts | undefined> {
  const progress = createProgressBar(shell.tell);
  const copyFiles =
    media === undefined
      ? undefined
      : await createFileCopier(resolve(shell.workingFolder, media), config, progress.tell);
  return untilStopped((signal) =>
    withCalendar(openCalendar(config), async (store) => {
      const exportTo = (write: Write) =>
        exportCalendar({ store, now: shell.now(), write, progress, signal, media: copyFiles });
      try {
        return await (output === undefined
          ? exportTo(shell.write)
          : writeFile(resolve(shell.workingFolder, output), exportTo));
      } catch (error) {
        if (signal.aborted) throw new OperationFailed('Stopped before the end; the export is not complete.');
        const code = codeOf(error);
        if (code === 'EPIPE' && output === undefined) return undefined;
        if (code.startsWith('E'))
          throw new OperationFailed(`${output ?? 'Standard output'} cannot be written (${code}).`);
        throw error;
      }
    }),
  );
}

/** Copies the files of images. Missing files are reported; a restore omits their image. */
async function createFileCopier(folder: string, config: StorageConfig, tell: (line: string) => void) {
  const copier = createMediaCopier(await openMediaStorage(config), createLocalStorage(folder, randomUUID));
  return async (row: MediaTable) => {
    const missing = await copier.copy({ ...filesOf(row), mimeType: row.mime_type, filesize: row.filesize });
    if (missing.length > 0) tell(`Image ${row.id} has files that are missing or damaged: ${missing.join(', ')}.`);
  };
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Replaces the file atomically once it is complete. Only its owner may read it. */
async function writeFile(name: string, exportTo: (write: Write) => Promise<ExportCounts>): Promise<ExportCounts> {
  const path = await realpath(name).catch(() => name);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => true,
  );
  // Writes to a device or pipe directly instead of replacing it.
  if (!isFile) return writeInto(await open(path, 'w'), exportTo);
  const part = `${path}.${process.pid}.part`;
  try {
    const counts = await writeInto(await open(part, 'wx', 0o600), exportTo, (file) => file.sync());
    await rename(part, path);
    return counts;
  } finally {
    await rm(part, { force: true });
  }
}

async function writeInto(
  file: FileHandle,
  exportTo: (write: Write) => Promise<ExportCounts>,
  finish = async (_file: FileHandle): Promise<void> => {},
): Promise<ExportCounts> {
  try {
    const counts = await exportTo((text) => file.appendFile(text));
    await finish(file);
    return counts;
  } finally {
    await file.close();
  }
}
