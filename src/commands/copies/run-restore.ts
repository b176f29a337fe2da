import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CalendarPlace, nameOf, openCalendar, openOrMakeCalendar, withCalendar } from '../../calendar-folder.ts';
import { restoreCalendar, verifyBackup } from '../../export/backup/restore.ts';
import { isEmpty } from '../../export/repository-copy.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { OperationFailed, type Shell } from '../../shell.ts';
import type { Store } from '../../store/store.ts';
import { createProgressBar } from '../progress-bar.ts';
import { untilStopped } from '../stop-signal.ts';
import { asOperationFailed, summary } from './run-backup.ts';

interface RestoreCommand {
  file: string;
  config: CalendarPlace & StorageConfig;
  force: boolean;
  /** Only verifies the backup. */
  verify: boolean;
  json: boolean;
  shell: Shell;
}

/** Throws OperationFailed and leaves the calendar unchanged. */
export async function runRestore(command: RestoreCommand): Promise<void> {
  const { file, verify, json, shell } = command;
  const path = resolve(shell.workingFolder, file);
  try {
    const manifest = await (verify ? verifyBackup(path, undefined) : restore(path, command));
    if (json) return shell.print(JSON.stringify({ ok: true, ...manifest }));
    shell.tell(`${verify ? 'The backup is intact' : 'Restored'}: ${summary(manifest)}.`);
  } catch (error) {
    throw asOperationFailed(error, file);
  }
}

async function restore(path: string, { config, force, shell }: RestoreCommand) {
  const open = openOrMakeCalendar(config, { isRestored: true });
  return withCalendar(open, async (to) => {
    if (!force && !(await isEmpty(to.reader)))
      throw new OperationFailed(`The calendar in ${nameOf(config)} is not empty; --force replaces its contents.`);
    await mkdir(config.data, { recursive: true, mode: 0o700 });
    await removeUnpacked(config.data);
    const folder = await mkdtemp(join(config.data, unpackedPrefix));
    try {
      const manifest = await verifyBackup(path, folder);
      await withCalendar(openCalendar({ data: folder, synchronous: 'off' }), (from) =>
        replace(path, from, to, { config, force, shell }),
      );
      return manifest;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const unpackedPrefix = 'restore-';

/** Removes the remains of a restore that was killed. */
async function removeUnpacked(data: string): Promise<void> {
  for (const name of await readdir(data))
    if (name.startsWith(unpackedPrefix)) await rm(join(data, name), { recursive: true });
}

async function replace(
  path: string,
  from: Store,
  to: Store,
  { config, force, shell }: Pick<RestoreCommand, 'config' | 'force' | 'shell'>,
): Promise<void> {
  const storage = await openMediaStorage(config);
  const progress = createProgressBar(shell.tell);
  await untilStopped(async (signal) => {
    try {
      await restoreCalendar({ path, from, to, storage, force, progress, signal });
    } catch (error) {
      if (signal.aborted) throw new OperationFailed('Stopped before the end; the calendar is as it was.');
      throw error;
    }
  });
}
