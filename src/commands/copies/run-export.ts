import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CalendarPlace, openCalendar, withCalendar } from '../../calendar-folder.ts';
import { exportCalendar } from '../../export/export.ts';
import type { ExportedLists } from '../../export/format.ts';
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
  /** Folder for the files of images, without which those are left out. */
  media: string | undefined;
  config: CalendarPlace & StorageConfig;
  shell: Shell;
}

type Counts = Record<keyof ExportedLists, number>;
type Write = (text: string) => Promise<void>;

/** Answers what was written; undefined if the reader of standard output closed it. Throws OperationFailed. */
export async function runExport({ output, media, config, shell }: ExportCommand): Promise<Counts | undefined> {
  const progress = createProgressBar(shell.tell);
  const takeFiles =
    media === undefined ? undefined : await fileTaker(resolve(shell.workingFolder, media), config, progress.tell);
  return untilStopped((signal) =>
    withCalendar(openCalendar(config), async (store) => {
      const exportTo = (write: Write) =>
        exportCalendar({ store, now: shell.now(), write, progress, signal, media: takeFiles });
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

/** Copies the files of an image. A missing file is reported, and a restore leaves that image out. */
async function fileTaker(folder: string, config: StorageConfig, tell: (line: string) => void) {
  const copier = createMediaCopier(await openMediaStorage(config), createLocalStorage(folder, randomUUID));
  return async (row: MediaTable) => {
    const missing = await copier.copy({ ...filesOf(row), mimeType: row.mime_type, filesize: row.filesize });
    if (missing.length > 0) tell(`Image ${row.id} has files that are missing or damaged: ${missing.join(', ')}.`);
  };
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Atomic: the file is replaced when it is complete. Only its owner may read it. */
async function writeFile(name: string, exportTo: (write: Write) => Promise<Counts>): Promise<Counts> {
  const path = await realpath(name).catch(() => name);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => true,
  );
  // A device or a pipe is written to, not replaced.
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
  exportTo: (write: Write) => Promise<Counts>,
  finish = async (_file: FileHandle): Promise<void> => {},
): Promise<Counts> {
  try {
    const counts = await exportTo((text) => file.appendFile(text));
    await finish(file);
    return counts;
  } finally {
    await file.close();
  }
}
