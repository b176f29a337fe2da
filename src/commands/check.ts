import type { Command } from '@commander-js/extra-typings';
import { type CalendarPlace, openCalendar, withCalendar } from '../calendar-folder.ts';
import type { Finding } from '../check/check.ts';
import { calendarSettings } from '../config/database-settings.ts';
import { storageSettings } from '../config/media-settings.ts';
import { openMediaStorage, type StorageConfig } from '../media-storage.ts';
import { OperationFailed, type Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';
import { formatTable } from './table.ts';

const settings = [...new Set([...calendarSettings, ...storageSettings])];

const details = `
Verifies event counts, the times and links of venues, organizers, categories and tags, ids, the log of changes, indexes,
the times of events in UTC, and image files. Other writers wait meanwhile. Exit code 1 means that something is wrong and
was not repaired; missing files have to be restored from a backup.

Examples:
  $ kalends check
  $ kalends check --repair`;

export function declareCheck(program: Command, shell: Shell): void {
  const check = addSettings(program.command('check'), settings);
  check
    .description('verify derived data (counts, links, search index) and image files')
    .option('--repair', 'repair what is wrong')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async (options) => {
      const config = readSettings(check, settings, shell);
      await runCheck(config, options, shell);
    });
}

/** Throws OperationFailed if something is still wrong. */
async function runCheck(
  config: StorageConfig & CalendarPlace,
  { repair = false, json }: { repair?: boolean; json?: true },
  shell: Shell,
): Promise<void> {
  const { checkCalendar } = await import('../check/check.ts');
  const { createZones } = await import('../core/dates/zones.ts');
  const { missingFiles } = await import('../check/files.ts');
  const storage = await openMediaStorage(config);
  const { findings, files } = await withCalendar(openCalendar(config), async (store) => ({
    findings: await checkCalendar(store, { now: shell.now(), zones: createZones() }, repair),
    files: await missingFiles(store.reader, storage),
  }));
  const left = findings.filter((finding) => finding.left > 0).length;
  if (json) shell.print(JSON.stringify({ ok: left + files.length === 0, findings, missing_files: files }));
  else printFindings(findings, files, repair, shell);
  if (files.length > 0) throw new OperationFailed('Image files are missing; restore them from a backup.');
  if (left > 0)
    throw new OperationFailed(
      repair
        ? 'Not everything could be repaired; restore the rest from a backup.'
        : 'Problems found; "kalends check --repair" repairs what can be derived from other data.',
    );
}

function printFindings(findings: readonly Finding[], files: readonly string[], repair: boolean, shell: Shell): void {
  if (findings.length + files.length === 0) shell.print('No problems found.');
  const rows = findings.map(({ what, wrong, left }) => [String(wrong), String(wrong - left), what]);
  const columns = repair ? ['WRONG', 'REPAIRED', 'WHAT'] : ['WRONG', 'WHAT'];
  const shown = repair ? rows : rows.map(([wrong = '', , what = '']) => [wrong, what]);
  if (findings.length > 0) shell.print(formatTable(columns, shown));
  for (const file of files) shell.print(`missing file  ${file}`);
}
