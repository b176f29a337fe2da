import type { Command } from 'commander';
import { placeSettings } from '../../config/media-settings.ts';
import type { Shell } from '../../shell.ts';
import { addSettings, readSettings } from '../settings-options.ts';

const backupDetails = `
The backup is a tar archive, compressed if its name ends with .gz or .tgz. It is a consistent snapshot of the whole calendar
with its accounts, image files and their SHA-256 checksums. The service may keep running, on either engine. An existing file
is replaced once the backup is complete. Keep it as safe as the calendar.

Examples:
  $ kalends backup /backup/calendar.tar.gz
  $ kalends backup --data /srv/calendar calendar.tar`;

const restoreDetails = `
All checksums are verified before anything is written; then the calendar is replaced in one transaction. The service
may keep running: other writes wait until the restore is complete, and the restored calendar is shown at once. A backup of
either engine can be restored on either.

Examples:
  $ kalends restore /backup/calendar.tar.gz --verify
  $ kalends restore /backup/calendar.tar.gz --force`;

export function declareBackup(program: Command, shell: Shell): void {
  const command = addSettings(program.command('backup'), placeSettings);
  command
    .description('write the whole calendar with its images into one archive')
    .argument('<file>', 'archive to write, such as calendar.tar.gz')
    .option('--json', 'print a JSON object')
    .addHelpText('after', backupDetails)
    .action(async (file: string, { json }: { json?: true }) => {
      const config = readSettings(command, placeSettings, shell);
      const { runBackup } = await import('./run-backup.ts');
      await runBackup({ file, config, json: json ?? false, shell });
    });
}

interface RestoreOptions {
  force?: true;
  verify?: true;
  json?: true;
}

export function declareRestore(program: Command, shell: Shell): void {
  const command = addSettings(program.command('restore'), placeSettings);
  command
    .description('replace the calendar with a backup')
    .argument('<file>', 'archive written by "kalends backup"')
    .option('--force', 'replace the calendar even if it is not empty')
    .option('--verify', 'only verify the checksums')
    .option('--json', 'print a JSON object')
    .addHelpText('after', restoreDetails)
    .action(async (file: string, { force, verify, json }: RestoreOptions) => {
      const config = readSettings(command, placeSettings, shell);
      const { runRestore } = await import('./run-restore.ts');
      await runRestore({ file, config, force: force ?? false, verify: verify ?? false, json: json ?? false, shell });
    });
}
