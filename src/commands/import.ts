import type { Command } from 'commander';
import { calendarSettings } from '../config/database-settings.ts';
import { addSettings, readSettings } from './settings-options.ts';
import { OperationFailed, type Shell } from './shell.ts';

const details = `
A source is a page of the interface that was saved as a file, the address of a live one, or a file that
"kalends export" wrote. Of an address that ends in the namespace all events, past and future, are fetched.
All sources are imported or none; a record that cannot be read is skipped and reported.

Records keep their ids and slugs where those are free. On a second run they are recognised: unchanged ones are
left alone, and of two changes, at the source and here, the later one wins. Categories and tags have no dates:
there the source wins. Everything belongs to the first administrator. An export is restored exactly, into an
empty calendar only.

Examples:
  $ kalends import events.json venues.json
  $ kalends import --dry-run https://old.example.org/wp-json/tribe/events/v1
  $ kalends import --data /srv/new backup.json`;

const settings = [...calendarSettings, 'timezone', 'language'] as const;

export function declareImport(program: Command, shell: Shell): void {
  const command = addSettings(program.command('import <source...>'), settings);
  command
    .description('bring in events with their venues, organizers, categories and tags, or restore an export')
    .option('--dry-run', 'report what would happen and write nothing')
    .option('--json', 'print the report as JSON, with all records')
    .addHelpText('after', details)
    .action(async (sources: string[], { dryRun = false, json }: { dryRun?: boolean; json?: true }) => {
      const { createZones } = await import('../core/dates/zones.ts');
      const zones = createZones();
      const config = readSettings(command, settings, shell, zones.parse);
      const { runImport } = await import('./run-import.ts');
      try {
        const { format, report } = await runImport({ sources, dryRun, config, zones, shell });
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

function headline(dryRun: boolean, format: 'pages' | 'export'): string {
  if (dryRun) return 'Dry run: nothing was written. This would happen:';
  if (format === 'pages') return 'Imported:';
  return 'Restored. Users come without application passwords ("kalends app-password add" makes new ones); restart a running service.';
}
