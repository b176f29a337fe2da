import { type CalendarPlace, openCalendar, withCalendar } from '../calendar-folder.ts';
import { checkCalendar, type Finding } from '../check/check.ts';
import { missingFiles } from '../check/files.ts';
import { openMediaStorage, type StorageConfig } from '../media-storage.ts';
import { OperationFailed, type Shell } from '../shell.ts';
import { formatTable } from './table.ts';

interface CheckCommand {
  config: StorageConfig & CalendarPlace;
  repair: boolean;
  json: boolean;
  shell: Shell;
}

/** Throws OperationFailed if something is still wrong. */
export async function runCheck({ config, repair, json, shell }: CheckCommand): Promise<void> {
  const storage = await openMediaStorage(config);
  const { findings, files } = await withCalendar(openCalendar(config), async (store) => ({
    findings: await checkCalendar(store, shell.now(), repair),
    files: await missingFiles(store.reader, storage),
  }));
  const left = findings.filter((finding) => finding.left > 0).length;
  if (json) shell.print(JSON.stringify({ ok: left + files.length === 0, findings, missing_files: files }));
  else printFindings(findings, files, repair, shell);
  if (files.length > 0) throw new OperationFailed('Image files are missing; restore them from a backup.');
  if (left > 0)
    throw new OperationFailed(
      repair ? 'Not everything could be repaired.' : 'Problems found; "kalends check --repair" repairs them.',
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
