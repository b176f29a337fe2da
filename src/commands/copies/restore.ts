import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { type CalendarPlace, nameOf, openCalendar, openOrCreateCalendar, withCalendar } from '../../calendar-folder.ts';
import { placeSettings } from '../../config/media-settings.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { OperationFailed, type Shell } from '../../shell.ts';
import type { Store } from '../../store/store.ts';
import { addSettings, readSettings } from '../settings-options.ts';
import { untilStopped } from '../stop-signal.ts';
import { asOperationFailed, summary } from './backup.ts';

const details = `
All checksums are verified before anything is written; then the calendar is replaced in one transaction. The service
may keep running: other writes wait until the restore is complete, and the restored calendar is shown at once. A backup of
either engine can be restored on either.

Examples:
  $ kalends restore /backup/calendar.tar.gz --verify
  $ kalends restore /backup/calendar.tar.gz --force`;

export function declareRestore(program: Command, shell: Shell): void {
  const command = addSettings(program.command('restore'), placeSettings);
  command
    .description('replace the calendar with a backup')
    .argument('<file>', 'archive written by "kalends backup"')
    .option('--force', 'replace the calendar even if it is not empty')
    .option('--verify', 'only verify the checksums')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async (file, { force = false, verify, json }) => {
      const config = readSettings(command, placeSettings, shell);
      const { verifyBackup } = await import('../../export/backup/restore.ts');
      const path = resolve(shell.workingFolder, file);
      try {
        const manifest = await (verify ? verifyBackup(path, undefined) : restore(path, { config, force, shell }));
        if (json) return shell.print(JSON.stringify({ ok: true, ...manifest }));
        shell.printError(`${verify ? 'The backup is intact' : 'Restored'}: ${summary(manifest)}.`);
      } catch (error) {
        throw asOperationFailed(error, file);
      }
    });
}

interface Restore {
  config: CalendarPlace & StorageConfig;
  force: boolean;
  shell: Shell;
}

/** Throws OperationFailed and leaves the calendar unchanged. */
async function restore(path: string, { config, force, shell }: Restore) {
  const { verifyBackup } = await import('../../export/backup/restore.ts');
  const { isEmpty } = await import('../../export/repository-copy.ts');
  const open = openOrCreateCalendar(config, { isRestored: true });
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

async function replace(path: string, from: Store, to: Store, { config, force, shell }: Restore): Promise<void> {
  const { createProgressBar } = await import('../progress-bar.ts');
  const { restoreCalendar } = await import('../../export/backup/restore.ts');
  const storage = await openMediaStorage(config);
  const progress = createProgressBar(shell.printError);
  await untilStopped(async (signal) => {
    try {
      await restoreCalendar({ path, from, to, storage, force, progress, signal });
    } catch (error) {
      if (signal.aborted) throw new OperationFailed('Stopped before the end; the calendar is as it was.');
      throw error;
    }
  });
}
