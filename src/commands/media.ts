import type { Command } from 'commander';
import { calendarSettings } from '../config/database-settings.ts';
import { storageSettings } from '../config/media-settings.ts';
import { type Shell, WrongUsage } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

const settings = [...new Set([...calendarSettings, ...storageSettings])];

const details = `
Files that were uploaded within the last hour are left alone: they may belong to an upload under way.

Examples:
  $ kalends media collect --dry-run
  $ kalends media collect --unused 365`;

interface CollectOptions {
  unused?: string;
  dryRun?: true;
  json?: true;
}

export function declareMedia(program: Command, shell: Shell): void {
  const media = program.command('media').description('look after the files of images');
  const collect = addSettings(media.command('collect'), settings);
  collect
    .description('remove files that belong to no image, as an interrupted upload leaves them')
    .option('--unused <days>', 'remove images as well that no record shows and that are older than this')
    .option('--dry-run', 'tell what would be removed, and remove nothing')
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
  if (!/^\d{1,5}$/.test(text)) throw new WrongUsage(`"${text}" is no number of days.`);
  return Number(text) * 86_400;
}
