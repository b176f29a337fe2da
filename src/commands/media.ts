import type { Command } from '@commander-js/extra-typings';
import { type CalendarPlace, openCalendar, withCalendar } from '../calendar-folder.ts';
import { placeSettings } from '../config/media-settings.ts';
import { openMediaStorage, type StorageConfig } from '../media-storage.ts';
import type { Collected } from '../resources/media/collect.ts';
import { type Shell, WrongUsage } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

const details = `
Files uploaded within the last hour are kept: their upload may still be running.

Examples:
  $ kalends media collect --dry-run
  $ kalends media collect --unused 365`;

export function declareMedia(program: Command, shell: Shell): void {
  const media = program.command('media').description('manage image files');
  addSettings(media.command('collect'), placeSettings)
    .description('delete files that belong to no image, such as those of interrupted uploads')
    .option('--unused <days>', 'also delete images older than this that no record uses')
    .option('--dry-run', 'only report what would be deleted')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action((options, command) => runCollect(readSettings(command, placeSettings, shell), options, shell));
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new WrongUsage(`--unused must be a number of days, not "${text}".`);
  return Number(text) * 86_400;
}

async function runCollect(
  config: StorageConfig & CalendarPlace,
  { unused, dryRun = false, json }: { unused?: string; dryRun?: boolean; json?: true },
  shell: Shell,
): Promise<void> {
  const unusedSeconds = readDays(unused);
  const { collectMedia } = await import('../resources/media/collect.ts');
  const storage = await openMediaStorage(config, { log: shell.printError });
  const collected = await withCalendar(openCalendar(config), (store) =>
    collectMedia({ store, storage, now: shell.now(), unusedSeconds, dryRun }),
  );
  const { files, images } = collected;
  if (json) return shell.print(JSON.stringify({ dry_run: dryRun, images, files }));
  for (const { id, key } of images) shell.print(`image ${id}  ${key}`);
  for (const { key } of files) shell.print(`file  ${key}`);
  shell.printError(`${dryRun ? 'Would delete' : 'Deleted'} ${summary(collected)}.`);
}

const summary = ({ images, files }: Collected): string =>
  `${images.length} unused ${images.length === 1 ? 'image' : 'images'} and ${files.length} orphaned ${
    files.length === 1 ? 'file' : 'files'
  }`;
