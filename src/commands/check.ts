import type { Command } from 'commander';
import { calendarSettings } from '../config/database-settings.ts';
import { storageSettings } from '../config/media-settings.ts';
import type { Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

const settings = [...new Set([...calendarSettings, ...storageSettings])];

const details = `
Verified are the numbers of events, the times and links of venues, organizers, categories and tags, what search looks
through, and the files of images. Other writers wait meanwhile. Exit code 1 says that something is wrong and was not
mended; missing files cannot be: restore them from a backup.

Examples:
  $ kalends check
  $ kalends check --repair`;

interface Options {
  repair?: true;
  json?: true;
}

export function declareCheck(program: Command, shell: Shell): void {
  const check = addSettings(program.command('check'), settings);
  check
    .description('verify what the database derives from its records, and the files of images')
    .option('--repair', 'mend what is wrong')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async ({ repair, json }: Options) => {
      const config = readSettings(check, settings, shell);
      const { runCheck } = await import('./run-check.ts');
      await runCheck({ config, repair: repair ?? false, json: json ?? false, shell });
    });
}
