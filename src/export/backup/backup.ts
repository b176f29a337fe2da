// Writes a consistent snapshot of the whole calendar into one archive, without blocking writers.
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../core/progress.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { type MediaStorage, readWhole } from '../../media/storage/storage.ts';
import type { DamagedFile, WrongFiles } from '../../media/storage/wrong-files.ts';
import { filesOfAllImages } from '../../resources/media/service.ts';
import { findMeta } from '../../store/meta.ts';
import { copySqliteFile, sealSqliteFile } from '../../store/sqlite/copy-file.ts';
import { openSqlite } from '../../store/sqlite/store.ts';
import type { Store } from '../../store/store.ts';
import { copyCalendar } from '../copy.ts';
import { rowsOfTables } from '../repository-copy.ts';
import { besideFile } from '../unfinished.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import {
  type ArchivedFile,
  backupFormat,
  backupVersion,
  databaseName,
  type Manifest,
  manifestName,
  mediaFolder,
} from './manifest.ts';

export interface BackupTask {
  store: Store;
  storage: MediaStorage;
  /** Version of the program. */
  version: string;
  /** Path of the archive; an existing file is replaced. */
  path: string;
  /** UTC seconds. */
  now: () => number;
  progress: Progress;
  signal: AbortSignal;
}

/** Attempts: if an image is deleted while files are copied, the backup starts again. */
const maxAttempts = 10;

/** Throws TransferProblem or the disk's error; no new file is left then. */
export async function backupCalendar(task: BackupTask): Promise<Manifest> {
  const { path, signal, now } = task;
  return besideFile(path, async (folder) => {
    let manifest: Manifest | undefined;
    const part = join(folder, 'archive');
    await writeArchive({ path, part, signal, mtime: new Date(now() * 1000) }, async (archive) => {
      manifest = await fill(archive, join(folder, databaseName), task);
    });
    return manifest as Manifest;
  }).finally(task.progress.stop);
}

/** Image files never change, so they may be copied after the database snapshot that names them. */
async function fill(archive: ArchiveWriter, copy: string, task: BackupTask): Promise<Manifest> {
  const copied = new Map<string, ArchivedFile>();
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await rm(copy, { force: true });
    const takenAt = new Date(task.now() * 1000).toISOString();
    const { images, ...facts } = await copySnapshot(copy, task);
    const wrong = await copyFiles(images, archive, copied, task);
    if (await areDeleted(wrong, task.store)) continue;
    const { size } = await stat(copy);
    const database = await archive.add(databaseName, size, createReadStream(copy));
    const manifest: Manifest = {
      format: backupFormat,
      version: backupVersion,
      kalends: task.version,
      taken_at: takenAt,
      ...facts,
      files: [...copied.values(), database],
      ...wrong,
    };
    const text = Buffer.from(JSON.stringify(manifest, undefined, 2));
    await archive.add(manifestName, text.length, [text]);
    return manifest;
  }
  throw new TransferProblem('Images are deleted faster than they can be copied.');
}

/** Copies a snapshot of the calendar, on either engine, into a SQLite database. */
async function copySnapshot(copy: string, { store, progress, signal }: BackupTask) {
  const isFile = store.state().engine === 'sqlite';
  if (isFile) await copySqliteFile(store.reader, copy, signal);
  const calendar = openSqlite({ path: copy, synchronous: 'off' });
  const facts = await (async () => {
    if (!isFile) await copyCalendar({ from: store, to: calendar, force: false, progress, signal });
    const { reader } = calendar;
    return {
      calendar_id: (await findMeta(reader, 'calendar_id')) ?? null,
      rows: await rowsOfTables(reader),
      images: await filesOfAllImages(reader),
    };
  })().finally(calendar.close);
  const problem = sealSqliteFile(copy);
  if (problem !== undefined) throw new TransferProblem(`The database is damaged: ${problem}.`);
  return facts;
}

/** Returns those that are missing or cut short. */
async function copyFiles(
  files: ReadonlyMap<string, number>,
  archive: ArchiveWriter,
  copied: Map<string, ArchivedFile>,
  { storage, progress, signal }: BackupTask,
): Promise<WrongFiles> {
  const missing: string[] = [];
  const damaged: DamagedFile[] = [];
  progress.start('Copying images', files.size);
  for (const [index, [key, size]] of [...files].entries()) {
    signal.throwIfAborted();
    progress.advance(index);
    if (copied.has(key)) continue;
    const bytes = await readWhole(storage, key);
    if (bytes === undefined) missing.push(key);
    else if (bytes.length !== size) damaged.push({ key, size, found: bytes.length });
    else copied.set(key, await archive.add(`${mediaFolder}${key}`, size, [bytes]));
  }
  return { missing_files: missing, damaged_files: damaged };
}

/** Whether an image with such files has been deleted since. A later snapshot then does not need these files. */
async function areDeleted({ missing_files, damaged_files }: WrongFiles, { reader }: Store): Promise<boolean> {
  const wrong = [...missing_files, ...damaged_files.map(({ key }) => key)];
  if (wrong.length === 0) return false;
  const needed = await filesOfAllImages(reader);
  return wrong.some((key) => !needed.has(key));
}
