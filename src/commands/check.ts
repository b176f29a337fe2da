import type { Command } from '@commander-js/extra-typings';
import { type CalendarPlace, openCalendar, withCalendar } from '../calendar-folder.ts';
import type { Finding } from '../check/check.ts';
import type { RepairOption } from '../check/repository-tables.ts';
import { placeSettings } from '../config/media-settings.ts';
import { linesOfWrongFiles } from '../media/storage/wrong-files.ts';
import { openMediaStorage, type StorageConfig } from '../media-storage.ts';
import { OperationFailed, type Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';
import { formatTable } from './table.ts';

const details = `
Verifies event counts, the times and links of venues, organizers, categories and tags, the parents of categories and
events, ids, the change log, indexes, the times of events in UTC, and image files. Other writers wait meanwhile. Exit code
1 means that something is wrong and was not repaired; missing and damaged files have to be restored from a backup.

A newer Node may know other rules of a time zone than those that events were saved with. --repair-times keeps the local
time of such events and corrects the time in UTC; clients, feeds and webhooks see it as a change of the event.

Examples:
  $ kalends check
  $ kalends check --repair
  $ kalends check --repair-times`;

export function declareCheck(program: Command, shell: Shell): void {
  addSettings(program.command('check'), placeSettings)
    .description('verify derived data (counts, links, search index) and image files')
    .option('--repair', 'repair what can be derived from other data')
    .option('--repair-times', 'correct the times in UTC of events whose time zone has changed its rules')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action((options, command) => runCheck(readSettings(command, placeSettings, shell), options, shell));
}

/** Throws OperationFailed if something is still wrong. */
async function runCheck(
  config: StorageConfig & CalendarPlace,
  { repair, repairTimes, json }: Partial<Record<'repair' | 'repairTimes' | 'json', true>>,
  shell: Shell,
): Promise<void> {
  const { checkCalendar } = await import('../check/check.ts');
  const { createZones } = await import('../core/dates/zones.ts');
  const { wrongFiles } = await import('../check/files.ts');
  const { createProgressBar } = await import('./progress-bar.ts');
  const options: RepairOption[] = [
    ...(repair ? ['--repair' as const] : []),
    ...(repairTimes ? ['--repair-times' as const] : []),
  ];
  const progress = createProgressBar(shell.printError);
  const storage = await openMediaStorage(config, progress);
  const dependencies = { now: shell.now(), zones: createZones(), progress };
  const { findings, files } = await withCalendar(openCalendar(config), async (store) => ({
    findings: await checkCalendar(store, dependencies, options),
    files: await wrongFiles(store.reader, storage),
  }));
  const lines = linesOfWrongFiles(files);
  const left = findings.filter((finding) => finding.left > 0);
  if (json) shell.print(JSON.stringify({ ok: left.length + lines.length === 0, findings, ...files }));
  else {
    printFindings(findings, lines, options.length > 0, shell);
    printOrphaned(files.orphaned_files.length, shell);
  }
  if (lines.length > 0) throw new OperationFailed('Image files are missing or damaged; restore them from a backup.');
  if (left.length > 0) throw new OperationFailed(adviceOn(left, options));
}

const adviceByOption: Readonly<Record<RepairOption, string>> = {
  '--repair': '"kalends check --repair" repairs what can be derived from other data.',
  '--repair-times': '"kalends check --repair-times" keeps the local times of events and corrects those in UTC.',
};

function adviceOn(left: readonly Finding[], options: readonly RepairOption[]): string {
  const others = new Set(left.map(({ option }) => option).filter((option) => !options.includes(option)));
  if (others.size > 0) return ['Problems found.', ...[...others].map((option) => adviceByOption[option])].join(' ');
  return 'Not everything could be repaired; restore the rest from a backup.';
}

function printFindings(findings: readonly Finding[], files: readonly string[], repair: boolean, shell: Shell): void {
  if (findings.length + files.length === 0) shell.print('No problems found.');
  const columns = ['WRONG', ...(repair ? ['REPAIRED'] : []), 'WHAT'];
  const rows = findings.map(({ what, wrong, left }) => [wrong, ...(repair ? [wrong - left] : []), what].map(String));
  if (findings.length > 0) shell.print(formatTable(columns, rows));
  for (const file of files) shell.print(file);
}

/** Not a problem, as they do no harm and are deleted. */
function printOrphaned(count: number, shell: Shell): void {
  if (count === 0) return;
  const belong = count === 1 ? '1 file belongs' : `${count} files belong`;
  shell.print(
    `${belong} to no image, such as those of an interrupted import. The service deletes them when they are a day old, "kalends media collect" after an hour.`,
  );
}
