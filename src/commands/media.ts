import type { Command } from 'commander';
import { calendarSettings } from '../config/database-settings.ts';
import { storageSettings } from '../config/media-settings.ts';
import { type Shell, WrongUsage } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

const settings = [...new Set([...calendarSettings, ...storageSettings])];

const details = `
Files uploaded within the last hour are kept: their upload may still be running.

Examples:
  $ kalends media collect --dry-run
  $ kalends media collect --unused 365`;

interface CollectOptions {
  unused?: string;
  dryRun?: true;
  json?: true;
}

export function declareMedia(program: Command, shell: Shell): void {
  const media = program.command('media').description('manage image files');
  const collect = addSettings(media.command('collect'), settings);
  collect
    .description('delete files that belong to no image, such as those of interrupted uploads')
    .option('--unused <days>', 'also delete images older than this that no record uses')
    .option('--dry-run', 'only report what would be deleted')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async ({ unused, dryRun, json }: CollectOptions) => {
      const config = readSettings(collect, settings, shell);
      const unusedSeconds = readDays(unused);
      const { runCollect } = await import('./run-collect.ts');
      await runCollect({ config, unusedSeconds, dryRun: dryRun ?? false, json: json ?? false, shell });
    });
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new WrongUsage(`"${text}" is not a number of days.`);
  return Number(text) * 86_400;
}
