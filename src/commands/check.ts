import type { Command } from 'commander';
import { calendarSettings } from '../config/database-settings.ts';
import { storageSettings } from '../config/media-settings.ts';
import type { Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

const settings = [...new Set([...calendarSettings, ...storageSettings])];

const details = `
Verifies event counts, the times and links of venues, organizers, categories and tags, the search index, and image
files. Other writers wait meanwhile. Exit code 1 means that something is wrong and was not repaired; missing files have
to be restored from a backup.

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
    .description('verify derived data (counts, links, search index) and image files')
    .option('--repair', 'repair what is wrong')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async ({ repair, json }: Options) => {
      const config = readSettings(check, settings, shell);
      const { runCheck } = await import('./run-check.ts');
      await runCheck({ config, repair: repair ?? false, json: json ?? false, shell });
    });
}
