import { access, constants, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import {
  type CalendarPlace,
  makeDataFolder,
  NoCalendar,
  nameOf,
  openCalendar,
  openOrCreateCalendar,
  withCalendar,
} from '../../calendar-folder.ts';
import { placeSettings } from '../../config/media-settings.ts';
import { isSystemError, whyUnreadable } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Manifest } from '../../export/backup/manifest.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { fileName, OperationFailed, type Shell } from '../../shell.ts';
import { findMeta } from '../../store/meta.ts';
import type { Store } from '../../store/store.ts';
import { addSettings, readSettings } from '../settings-options.ts';
import { untilStopped } from '../stop-signal.ts';
import { asOperationFailed, summary } from './backup.ts';
import { withOutcome } from './lost-database.ts';
import { reportPaused } from './paused-webhooks.ts';

const details = `
All checksums are verified before anything is written; then the calendar is replaced in one transaction. The service
may keep running: other writes wait until the restore is complete, and the restored calendar is shown at once. A backup of
either engine can be restored on either.

Webhooks that were not active in this calendar before are paused, because the original may still send their messages.

Examples:
  $ kalends restore /backup/calendar.tar.gz --verify
  $ kalends restore /backup/calendar.tar.gz --force`;

export function declareRestore(program: Command, shell: Shell): void {
  addSettings(program.command('restore'), placeSettings)
    .description('replace the calendar with a backup')
    .argument('<file>', 'archive written by "kalends backup"', fileName)
    .option('--force', 'replace the calendar even if it is not empty')
    .option('--keep-webhooks', 'do not pause webhooks')
    .option('--verify', 'only verify the checksums')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async (file, { force = false, keepWebhooks = false, verify, json }, command) => {
      const config = readSettings(command, placeSettings, shell);
      const { verifyBackup } = await import('../../export/backup/restore.ts');
      const path = resolve(shell.workingFolder, file);
      try {
        if (verify) {
          const manifest = await verifyBackup(path);
          if (json) return shell.print(JSON.stringify({ ok: true, ...manifest }));
          return shell.printError(`The backup is intact: ${summary(manifest)}.`);
        }
        const { manifest, pausedWebhooks, isOther } = await untilStopped(
          (signal) => restore(path, { config, force, keepWebhooks, shell, signal }),
          'the calendar is as it was.',
        );
        if (json) return shell.print(JSON.stringify({ ok: true, ...manifest, paused_webhooks: pausedWebhooks }));
        shell.printError(`Restored: ${summary(manifest)}.`);
        if (isOther) shell.printError('It is a backup of another calendar: restart the service if it is running.');
        reportPaused(pausedWebhooks, shell);
      } catch (error) {
        throw asRestoreFailed(error, { file, path, data: config.data });
      }
    });
}

/** An error is of the archive, or of writing to the data folder. */
function asRestoreFailed(error: unknown, { file, path, data }: Record<'file' | 'path' | 'data', string>): unknown {
  const { syscall, path: at } = error as NodeJS.ErrnoException;
  if (isSystemError(error) && (at === path || syscall === 'read'))
    return new OperationFailed(`${file} ${whyUnreadable(error)}.`);
  const outcome = withOutcome(error, 'The calendar is as it was.');
  return asOperationFailed(outcome, error instanceof TransferProblem ? file : data);
}

interface Restore {
  config: CalendarPlace & StorageConfig;
  force: boolean;
  keepWebhooks: boolean;
  shell: Shell;
  signal: AbortSignal;
}

interface Restored {
  manifest: Manifest;
  pausedWebhooks: readonly number[];
  /** Replaced another calendar, whose identity a running service keeps until it is restarted. */
  isOther: boolean;
}

/** Throws OperationFailed and leaves the calendar unchanged; a new one is created only once the backup is verified. */
async function restore(path: string, task: Restore): Promise<Restored> {
  const { verifyBackup } = await import('../../export/backup/restore.ts');
  const { config } = task;
  await access(path, constants.R_OK);
  // The folder comes first: it removes what a killed restore has left, also if this one is refused.
  return inNewFolder(config.data, async (folder) => {
    if (!task.force) await assertNothingToReplace(config);
    const manifest = await verifyBackup(path, folder, task.signal);
    const replaced = await withCalendar(openCalendar({ data: folder, synchronous: 'off' }), (from) =>
      withCalendar(openOrCreateCalendar(config, { isReplaced: true }), (to) => replace(path, from, to, task)),
    );
    return { manifest, ...replaced };
  });
}

/** Before the backup is read, which may take minutes. */
async function assertNothingToReplace(config: CalendarPlace): Promise<void> {
  const { isEmpty } = await import('../../export/repository-copy.ts');
  try {
    await withCalendar(openCalendar(config, { isReplaced: true }), async ({ reader }) => {
      if (!(await isEmpty(reader)))
        throw new OperationFailed(`The calendar in ${nameOf(config)} is not empty; --force replaces its contents.`);
    });
  } catch (error) {
    if (!(error instanceof NoCalendar)) throw error;
  }
}

/** Runs `work` in a temporary folder. If it fails, a data folder that was created for it is removed, unless it has other files. */
async function inNewFolder<T>(data: string, work: (folder: string) => Promise<T>): Promise<T> {
  const { inUnfinishedFolder } = await import('../../export/unfinished.ts');
  const created = makeDataFolder(data);
  const folder = join(data, 'restore-unfinished');
  try {
    return await inUnfinishedFolder(folder, 'another restore is running.', work);
  } catch (error) {
    for (const folder of created) await rmdir(folder).catch(() => undefined);
    throw error;
  }
}

async function replace(path: string, from: Store, to: Store, { config, shell, ...choices }: Restore) {
  const { createProgressBar } = await import('../progress-bar.ts');
  const { restoreCalendar } = await import('../../export/backup/restore.ts');
  const { markedWhileEmpty } = await import('../../export/copy.ts');
  const progress = createProgressBar(shell.printError);
  const storage = await openMediaStorage(config, { signal: choices.signal, log: progress.log });
  const now = shell.now();
  const task = { path, from, to, storage, now, progress, ...choices };
  const identityBefore = await identityOf(to);
  const { pausedWebhooks } = await markedWhileEmpty(to, () => restoreCalendar(task));
  const identity = await identityOf(from);
  const isOther = identityBefore.some((value, at) => value !== undefined && value !== identity[at]);
  return { pausedWebhooks, isOther };
}

/** What a calendar gets when it is first served; a service reads it only at its start. */
const identityOf = async ({ reader }: Store) => [
  await findMeta(reader, 'calendar_id'),
  await findMeta(reader, 'event_password_salt'),
];
