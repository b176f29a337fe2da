import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { placeSettings } from '../config/media-settings.ts';
import { importVariables } from '../config.ts';
import { addSettings, readSettings } from './settings-options.ts';
import { OperationFailed, type Shell, WrongUsage } from './shell.ts';

const details = `
A source is a page of the interface that was saved as a file, a file that "kalends export" wrote, or the address
of a live site: of the site itself, of its interface (…/wp-json/tribe/events/v1), or of a single list. Of a site
all lists are fetched, events of all time, with their images. Files are imported all or none, a site page by page;
whatever is interrupted is gone on with by the same command. A record that cannot be read is skipped and reported.

With a user of the source and an application password, drafts, private and hidden records come too. --sync brings
what has changed since the last time, until the day of the move, and puts what is gone there into the trash here.

Records keep their ids and slugs where those are free. On a second run they are recognised: unchanged ones are
left alone, and of two changes, at the source and here, the later one wins. Categories and tags have no dates:
there the source wins. Everything belongs to the first administrator. An export is restored exactly, into an
empty calendar only.

Examples:
  $ kalends import events.json venues.json
  $ kalends import --dry-run https://old.example.org
  $ KALENDS_IMPORT_PASSWORD='abcd efgh' kalends import --user admin https://old.example.org/wp-json/tribe/events/v1
  $ kalends import --sync --report report.json https://old.example.org
  $ kalends import --data /srv/new backup.json --media backup-images`;

export const importSettings = [
  'timezone',
  'language',
  'uploadLimitBytes',
  'imageLimitPixels',
  'fetchAllow',
  ...placeSettings,
] as const;

/** About live sites. */
export interface SiteOptions {
  user: string | undefined;
  password: string | undefined;
  sync: boolean;
  withTrash: boolean;
  acceptRemovals: boolean;
  pauseMs: number;
  author: string | undefined;
  /** Logins here by the author at the source. */
  authors: ReadonlyMap<string, string>;
}

interface Options
  extends Partial<Record<'media' | 'user' | 'password' | 'pause' | 'author' | 'authors' | 'report', string>> {
  dryRun?: true;
  json?: true;
  sync?: true;
  withTrash?: true;
  acceptRemovals?: true;
}

export function declareImport(program: Command, shell: Shell): void {
  const command = addSettings(program.command('import <source...>'), importSettings);
  command
    .description('bring in events with their venues, organizers, categories and tags, or restore an export')
    .option('--dry-run', 'report what would happen and write nothing')
    .option('--json', 'print the report as JSON, with all records')
    .option('--report <file>', 'write the report as JSON to this file as well')
    .option('--media <folder>', 'folder with the files of images that "kalends export --media" wrote')
    .option('--user <name>', `user to sign in as at the source (${importVariables.user})`)
    .option('--password <text>', `application password of that user; safer as ${importVariables.password}`)
    .option('--sync', 'bring only what has changed since the last time; what is gone at the source goes to the trash')
    .option('--accept-removals', 'do so also where more than half of the records are gone')
    .option('--with-trash', 'bring what is in the trash at the source, too')
    .option('--pause <ms>', 'milliseconds to rest before each request')
    .option('--author <login>', 'user here that everything belongs to (default: the first administrator)')
    .option('--authors <list>', 'whom the records of an author at the source belong to here, such as 3=ann,7=ed')
    .addHelpText('after', details)
    .action(async (sources: string[], { dryRun: isDry, json, report: reportFile, media, ...rest }: Options) => {
      const options = readOptions(rest);
      const dryRun = isDry ?? false;
      const { createZones } = await import('../core/dates/zones.ts');
      const zones = createZones();
      const config = readSettings(command, importSettings, shell, zones.parse);
      const { runImport } = await import('./run-import.ts');
      try {
        const { format, report } = await runImport({ sources, dryRun, media, options, config, zones, shell });
        if (reportFile !== undefined)
          await writeReport(resolve(shell.workingFolder, reportFile), { dry_run: dryRun, format, ...report });
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

function readOptions({ pause = '0', authors = '', ...rest }: Options): SiteOptions {
  if (!/^\d{1,6}$/.test(pause)) throw new WrongUsage(`--pause is "${pause}"; accepted are milliseconds up to 999999.`);
  const pairs = authors.split(',').filter((pair) => pair.trim() !== '');
  const read = pairs.map((pair) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair));
  if (read.includes(null)) throw new WrongUsage(`--authors is "${authors}"; accepted is a list such as 3=ann,7=ed.`);
  return {
    user: rest.user,
    password: rest.password,
    sync: rest.sync ?? false,
    withTrash: rest.withTrash ?? false,
    acceptRemovals: rest.acceptRemovals ?? false,
    pauseMs: Number(pause),
    author: rest.author,
    authors: new Map(read.map((match) => [match?.[1] as string, match?.[2] as string])),
  };
}

async function writeReport(path: string, report: object): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
  } catch (error) {
    throw new OperationFailed(`Imported, but the report cannot be written: ${(error as Error).message}.`);
  }
}

function headline(dryRun: boolean, format: 'pages' | 'export'): string {
  if (dryRun) return 'Dry run: nothing was written. This would happen:';
  if (format === 'pages') return 'Imported:';
  return 'Restored. Users come without application passwords ("kalends app-password add" makes new ones); restart a running service.';
}
