import type { Command } from 'commander';
import { placeSettings } from '../../config/media-settings.ts';
import type { Shell } from '../../shell.ts';
import { addSettings, readSettings } from '../settings-options.ts';

const backupDetails = `
The backup is one tar archive, compressed where its name ends with .gz or .tgz: the whole calendar at one moment, accounts
included, with the files of its images and their SHA-256 checksums. The service may run, on either engine. The file is
replaced when the backup is complete. Keep it as safe as the calendar.

Examples:
  $ kalends backup /backup/calendar.tar.gz
  $ kalends backup --data /srv/calendar calendar.tar`;

const restoreDetails = `
All checksums are verified before anything is written; then the calendar is replaced in one transaction. The service
may run: it shows the restored calendar at once, and other writes wait meanwhile. A backup of either engine can be
restored on either.

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
    .description('put a backup in the place of the calendar')
    .argument('<file>', 'archive that "kalends backup" has written')
    .option('--force', 'replace what the calendar holds')
    .option('--verify', 'only verify the checksums')
    .option('--json', 'print a JSON object')
    .addHelpText('after', restoreDetails)
    .action(async (file: string, { force, verify, json }: RestoreOptions) => {
      const config = readSettings(command, placeSettings, shell);
      const { runRestore } = await import('./run-restore.ts');
      await runRestore({ file, config, force: force ?? false, verify: verify ?? false, json: json ?? false, shell });
    });
}
