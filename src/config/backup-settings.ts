// Backups that the service takes by itself.
import { resolve } from 'node:path';
import { duration, NotAccepted, wholeNumber } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface BackupConfig {
  /** Absolute path. */
  backupFolder: string | undefined;
  backupEverySeconds: number;
  backupKeep: number;
}

const backups = 'Backups:';

export const backupSettings: { readonly [K in keyof BackupConfig]: Setting<BackupConfig[K]> } = {
  backupFolder: {
    flags: '--backup-folder <folder>',
    variable: 'KALENDS_BACKUP_FOLDER',
    group: backups,
    description:
      'folder for backups that the service takes, better on another disk; on one machine only, where several serve',
    accepted: 'a folder path',
    defaultText: 'none: the service takes no backups',
    fallback: () => undefined,
    parse(text, { workingFolder }) {
      if (text === '' || text.includes('\0')) throw new NotAccepted();
      return resolve(workingFolder, text);
    },
  },
  backupEverySeconds: {
    flags: '--backup-every <time>',
    variable: 'KALENDS_BACKUP_EVERY',
    group: backups,
    description: 'time between these backups',
    accepted: 'a time from 1m to 365d, such as 30m, 24h or 7d',
    defaultText: '24h',
    fallback: () => 86_400,
    parse: duration(60, 365 * 86_400),
  },
  backupKeep: {
    flags: '--backup-keep <number>',
    variable: 'KALENDS_BACKUP_KEEP',
    group: backups,
    description: 'number of these backups that are kept; older ones are deleted',
    accepted: 'an integer from 1 to 10000',
    defaultText: '14',
    fallback: () => 14,
    parse: wholeNumber(1, 10_000),
  },
};
