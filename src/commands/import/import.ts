import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { placeSettings } from '../../config/media-settings.ts';
import { importVariables } from '../../config.ts';
import { whyUnwritable } from '../../core/errors.ts';
import type { ImportResult } from '../../import/import.ts';
import type { Report } from '../../import/report.ts';
import { dateOrders } from '../../import/types.ts';
import { fileName, Incomplete, OperationFailed, type Shell, WrongUsage } from '../../shell.ts';
import { addSettings, readSettings } from '../settings-options.ts';
import { untilStopped } from '../stop-signal.ts';
import type { AuthorOptions } from './authors.ts';
import { headline, movedCsv, reportText } from './report-text.ts';
import type { FileSettings, SiteOptions } from './run-import.ts';

const details = `
A source is a saved API response, a file that "kalends export" wrote, a calendar file (.ics, webcal:), a
spreadsheet of events (CSV), - for standard input, or the URL of a live site: of the site itself, of its API
(…/wp-json/tribe/events/v1), or of a single list. From a site all lists are fetched, with events of all time and
their images. Files are imported all or none, then each site page by page; an interrupted import resumes when
the same command runs again. A record that cannot be read is skipped and reported.

With a user and an application password of the source, drafts and private and hidden records are imported too. Until
you move, --sync imports what has changed since the last run and trashes what was removed at the source.

Records keep their ids and slugs where those are free. On a second run they are recognised: unchanged ones are
left alone, and if a record changed on both sides, the later change wins. Categories and tags have no dates: for
them the source wins. Everything belongs to the first administrator. An export is restored exactly, on its own
and into an empty calendar only.

Examples:
  $ kalends import events.json venues.json
  $ kalends import --prune webcal://town.example/calendar.ics
  $ kalends import --dry-run events.csv https://old.example.org
  $ KALENDS_IMPORT_PASSWORD='abcd efgh' kalends import --user admin https://old.example.org/wp-json/tribe/events/v1
  $ kalends import --sync --report report.json https://old.example.org
  $ kalends import --data /srv/new backup.ndjson --media backup-images`;

const importSettings = [
  'timezone',
  'language',
  'siteUrl',
  'uploadLimitBytes',
  'imageLimitPixels',
  'fetchAllow',
  ...placeSettings,
] as const;

const declareOptions = (program: Command) =>
  addSettings(program.command('import <source...>'), importSettings)
    .description('import events with their venues, organizers, categories and tags, or restore an export')
    .option('--dry-run', 'report what would happen and write nothing')
    .option('--json', 'print the whole report as JSON')
    .option(
      '--report <file>',
      'also write the report to this file: as JSON, or with .csv the ids and URLs that changed',
      fileName,
    )
    .option('--media <folder>', 'folder with the image files written by "kalends export --media"', fileName)
    .option('--user <name>', `user to sign in as at the source (${importVariables.user})`)
    .option('--password <text>', `application password of that user; safer as ${importVariables.password}`)
    .option('--sync', 'import only changes since the last run; trash what was removed at the source')
    .option('--accept-removals', 'with --sync: trash even more than half of the records')
    .option('--keep-timezone', 'continue even if the time zone of the site differs from that of this calendar')
    .option('--with-trash', 'also import what is in the trash at the source')
    .option('--pause <ms>', 'milliseconds to wait before each request')
    .option('--author <login>', 'user here who owns all records (default: the first administrator)')
    .option('--authors <list>', 'users here who own the records of authors at the source, such as 3=ann,7=ed')
    .option('--horizon <months>', 'calendar files: how far ahead recurring events are expanded', '24')
    .option('--prune', 'calendar files: trash events of earlier imports that the source no longer contains')
    .option('--categories-as <kind>', 'calendar files: what new names become, categories or tags', 'categories')
    .option('--organizer-addresses', 'calendar files: publish the mail addresses of organizers')
    .option('--skip-invalid', 'spreadsheets: skip rows with errors instead of importing nothing')
    .option('--dates <order>', 'spreadsheets: what 03/04/2027 means, dmy, mdy or ymd (default: what other rows show)')
    .option('--no-images', 'calendar files and spreadsheets: do not fetch images')
    .addHelpText('after', details);

type Options = ReturnType<ReturnType<typeof declareOptions>['opts']>;

export function declareImport(program: Command, shell: Shell): void {
  declareOptions(program).action((sources, options, command) => importSources(command, shell, sources, options));
}

async function importSources(
  command: CommandUnknownOpts,
  shell: Shell,
  sources: string[],
  options: Options,
): Promise<void> {
  const { dryRun = false, json, report: reportFile, media } = options;
  const site = readSiteOptions(options);
  const authors = readAuthors(options);
  const files = readFileSettings(options, sources);
  const { createZones } = await import('../../core/dates/zones.ts');
  const zones = createZones();
  const config = readSettings(command, importSettings, shell, zones.parse);
  const { runImport } = await import('./run-import.ts');
  const reportPath = reportFile === undefined ? undefined : resolve(shell.workingFolder, reportFile);
  try {
    if (reportPath !== undefined) await assertReportable(reportPath);
    const given = { sources, dryRun, media, site, authors, files, config, zones, shell };
    // Until the report is printed, so that a signal after the import does not suppress it.
    const { isIncomplete } = await untilStopped(async (signal) => {
      const result = await runImport({ ...given, signal });
      const report = result.reporter.report();
      const written = { dry_run: dryRun, format: result.format, ...report };
      if (reportPath !== undefined) await writeReport(reportPath, written);
      if (json) shell.print(JSON.stringify({ ok: true, ...written }));
      else shell.print(`${headline(dryRun, result.format)}\n\n${reportText(report)}`);
      return result;
    });
    if (isIncomplete) throw new Incomplete('Some events were skipped; the report says why.');
  } catch (error) {
    if (json && error instanceof OperationFailed)
      shell.print(JSON.stringify({ ok: false, dry_run: dryRun, error: error.message }));
    throw error;
  }
}

function readSiteOptions({ pause = '0', ...rest }: Options): SiteOptions {
  if (!/^\d{1,6}$/.test(pause)) throw new WrongUsage(`--pause is "${pause}"; accepted are milliseconds up to 999999.`);
  const { user, password, sync = false, withTrash = false, acceptRemovals = false, keepTimezone = false } = rest;
  return { user, password, sync, withTrash, acceptRemovals, keepTimezone, pauseMs: Number(pause) };
}

function readAuthors({ author, authors = '' }: Options): AuthorOptions {
  const pairs = authors.split(',').filter((pair) => pair.trim() !== '');
  const read = pairs.map((pair) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair));
  if (read.includes(null)) throw new WrongUsage(`--authors is "${authors}"; expected a list such as 3=ann,7=ed.`);
  return { author, authors: new Map(read.map((match) => [match?.[1] as string, match?.[2] as string])) };
}

const maxHorizon = 120;

function readFileSettings(options: Options, sources: readonly string[]): FileSettings {
  const { horizon, prune = false, categoriesAs, organizerAddresses = false, skipInvalid = false, images } = options;
  const horizonMonths = /^\d{1,3}$/.test(horizon) ? Number(horizon) : 0;
  if (horizonMonths < 1 || horizonMonths > maxHorizon)
    throw new WrongUsage(`--horizon must be a number of months from 1 to ${maxHorizon}, not "${horizon}".`);
  const taxonomy = ({ categories: 'category', tags: 'tag' } as const)[categoriesAs];
  if (taxonomy === undefined) throw new WrongUsage(`"${categoriesAs}" is neither "categories" nor "tags".`);
  const order = dateOrders.find((candidate) => candidate === options.dates);
  if (options.dates !== undefined && order === undefined)
    throw new WrongUsage(`--dates must be one of ${dateOrders.join(', ')}, not "${options.dates}".`);
  if (prune && sources.includes('-'))
    throw new WrongUsage(
      '--prune needs a file or a URL: standard input has no name by which a later import could recognise it.',
    );
  return {
    horizonMonths,
    prune,
    skipInvalid,
    categoriesAs: taxonomy,
    organizerAddresses,
    fetchesImages: images,
    dates: order,
  };
}

/** Checked before the import, since that may take hours. */
async function assertReportable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  try {
    if (found?.isDirectory()) throw new Error('it is a folder');
    await access(found ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw new OperationFailed(`Nothing was imported: the report cannot be written: ${whyUnwritable(error)}.`);
  }
}

async function writeReport(
  path: string,
  report: Report & Pick<ImportResult, 'format'> & { dry_run: boolean },
): Promise<void> {
  const text = path.endsWith('.csv') ? movedCsv(report.moved) : `${JSON.stringify(report, null, 2)}\n`;
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new OperationFailed(`Imported, but the report cannot be written: ${whyUnwritable(error)}.`);
  }
}
