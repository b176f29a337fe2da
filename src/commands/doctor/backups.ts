// Whether the scheduled backups are up to date.
import type { Config } from '../../config/settings.ts';
import { healthOfBackups } from '../../serve/backup-files.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

type BackupSettings = Pick<Config, 'backupFolder' | 'backupEverySeconds'>;

export async function examineBackups(
  { backupFolder: folder, backupEverySeconds: everySeconds }: BackupSettings,
  now: number,
): Promise<Finding[]> {
  if (folder === undefined) return [];
  const { state, newest } = await healthOfBackups({ folder, everySeconds, startedAt: now, now });
  if (state === 'unreadable')
    return [problem('backups', `${folder} cannot be read: run this as the user of the service.`)];
  if (newest === undefined)
    return [warning('backups', `There is no backup in ${folder}: if the service is running, its log says why.`)];
  const takenAt = new Date(newest * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const text = `The newest backup in ${folder} is of ${takenAt} UTC`;
  return state === 'overdue'
    ? [problem('backups', `${text}, and the next is overdue: start the service, or see in its log why backups fail.`)]
    : [fine('backups', `${text}.`)];
}
