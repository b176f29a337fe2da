import type { Command } from 'commander';
import { storageSettings } from '../config/media-settings.ts';
import type { ImportResult } from '../transfer/import.ts';
import type { FileSettings } from './run-import.ts';
import { addSettings, readSettings } from './settings-options.ts';
import { OperationFailed, type Shell, WrongUsage } from './shell.ts';

const details = `
A source is a page of the interface that was saved as a file, the address of a live one, a file that
"kalends export" wrote, a calendar file (.ics, webcal:) or a spreadsheet of events (CSV); - is standard input.
Of an address that ends in the namespace all events, past and future, are fetched.
All sources are imported or none; a record that cannot be read is skipped and reported.

Records keep their ids and slugs where those are free. On a second run they are recognised: unchanged ones are
left alone, and of two changes, at the source and here, the later one wins. Categories and tags have no dates:
there the source wins. Everything belongs to the first administrator. An export is restored exactly, into an
empty calendar only.

Examples:
  $ kalends import events.json venues.json
  $ kalends import --prune webcal://town.example/calendar.ics
  $ kalends import --dry-run events.csv
  $ kalends import --dry-run https://old.example.org/wp-json/tribe/events/v1
  $ kalends import --data /srv/new backup.json`;

const settings = [
  ...storageSettings,
  'timezone',
  'language',
  'siteUrl',
  'uploadLimitBytes',
  'imageLimitPixels',
  'fetchAllow',
] as const;

interface ImportOptions {
  dryRun?: true;
  json?: true;
  horizon: string;
  prune?: true;
  categoriesAs: string;
  skipInvalid?: true;
  images: boolean;
}

const longestHorizon = 120;

function readFileOptions(options: ImportOptions, sources: readonly string[]): FileSettings {
  const { horizon, prune = false, categoriesAs, skipInvalid = false, images } = options;
  const horizonMonths = /^\d{1,3}$/.test(horizon) ? Number(horizon) : 0;
  if (horizonMonths < 1 || horizonMonths > longestHorizon)
    throw new WrongUsage(`"${horizon}" is no horizon: give a number of months from 1 to ${longestHorizon}.`);
  const taxonomy = ({ categories: 'category', tags: 'tag' } as const)[categoriesAs];
  if (taxonomy === undefined) throw new WrongUsage(`"${categoriesAs}" is neither "categories" nor "tags".`);
  if (prune && sources.includes('-'))
    throw new WrongUsage(
      '--prune needs a file or an address: what comes by standard input has no name to be known by.',
    );
  return { horizonMonths, prune, skipInvalid, categoriesAs: taxonomy, fetchesImages: images };
}

export function declareImport(program: Command, shell: Shell): void {
  const command = addSettings(program.command('import <source...>'), settings);
  command
    .description('bring in events with their venues, organizers, categories and tags, or restore an export')
    .option('--dry-run', 'report what would happen and write nothing')
    .option('--json', 'print the report as JSON, with all records')
    .addHelpText('after', details)
    .option('--horizon <months>', 'calendar files: how far from now recurring events are expanded', '24')
    .option('--prune', 'calendar files: trash what an earlier import of the same source brought and it has no longer')
    .option(
      '--categories-as <kind>',
      'calendar files: what new names of categories become, categories or tags',
      'categories',
    )
    .option('--skip-invalid', 'spreadsheets: leave rows with errors out instead of importing nothing')
    .option('--no-images', 'calendar files and spreadsheets: do not fetch images')
    .action(async (sources: string[], options: ImportOptions) => {
      const { dryRun = false, json } = options;
      const files = readFileOptions(options, sources);
      const { createZones } = await import('../core/dates/zones.ts');
      const zones = createZones();
      const config = readSettings(command, settings, shell, zones.parse);
      const { runImport } = await import('./run-import.ts');
      try {
        const { format, report } = await runImport({ sources, dryRun, config, files, zones, shell });
        if (json) return shell.print(JSON.stringify({ ok: true, dry_run: dryRun, format, ...report }));
        const { reportText } = await import('./import-report.ts');
        shell.print(`${headline(dryRun, format)}\n\n${reportText(report)}`);
      } catch (error) {
        if (json && error instanceof OperationFailed)
          shell.print(JSON.stringify({ ok: false, dry_run: dryRun, error: error.message }));
        throw error;
      }
    });
}

function headline(dryRun: boolean, format: ImportResult['format']): string {
  if (dryRun) return 'Dry run: nothing was written. This would happen:';
  if (format !== 'export') return 'Imported:';
  return 'Restored. Users come without application passwords ("kalends app-password add" makes new ones); restart a running service.';
}
