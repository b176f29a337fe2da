// The report of an import as text, and its table of moved records as CSV.
import { stringify } from 'csv-stringify/sync';
import { safeCell } from '../../core/csv-text.ts';
import type { ImportResult } from '../../import/import.ts';
import { type Moved, outcomes, type Remark, type Report, reportKinds } from '../../import/report.ts';
import { formatTable, printable } from '../table.ts';

export function headline(dryRun: boolean, format: ImportResult['format']): string {
  if (dryRun) return 'Dry run: nothing was written. This would happen:';
  if (format !== 'export') return 'Imported:';
  return 'Restored. Users come without application passwords ("kalends app-password add" makes new ones); restart a running service.';
}

const maxRecords = 5;
const maxMoves = 20;

function movedText(moved: readonly Moved[]): string[] {
  if (moved.length === 0) return [];
  const place = ({ id, address }: Moved['old']) => `${id ?? ''} ${address}`.trim();
  const rows = moved.slice(0, maxMoves).map((one) => [one.kind, one.title, place(one.old), place(one.new)]);
  const more = moved.length - rows.length;
  return [
    '',
    'Other ids and URLs than at the source:',
    formatTable(['KIND', 'TITLE', 'THERE', 'HERE'], rows),
    ...(more > 0 ? [`… and ${more} more (--report FILE.csv has all of them)`] : []),
  ];
}

export function movedCsv(moved: readonly Moved[]): string {
  const rows = moved.map((one) => [one.kind, one.title, one.old.id, one.old.address, one.new.id, one.new.address]);
  const head = ['kind', 'title', 'old_id', 'old_address', 'new_id', 'new_address'];
  return stringify([head, ...rows.map((row) => row.map((cell) => safeCell(String(cell ?? ''))))]);
}

export function reportText(report: Report): string {
  const kinds = reportKinds.filter(
    (kind) => kind !== 'users' || outcomes.some((outcome) => report.counts.users[outcome] > 0),
  );
  const rows = kinds.map((kind) => [kind, ...outcomes.map((outcome) => String(report.counts[kind][outcome]))]);
  const table = formatTable(['', ...outcomes.map((outcome) => outcome.toUpperCase())], rows);
  return [
    table,
    ...remarksText('Skipped, and why:', report.skipped),
    ...remarksText('Imported with differences:', report.notes),
    ...movedText(report.moved),
  ].join('\n');
}

function remarksText(head: string, remarks: readonly Remark[]): string[] {
  return remarks.length === 0 ? [] : ['', head, ...remarks.flatMap(remarkText)];
}

function remarkText({ what, count, records }: Remark): string[] {
  const shown = records
    .slice(0, maxRecords)
    .map(({ source, record, detail }) =>
      printable(`      ${record}${detail === undefined ? '' : `: ${detail}`}  (${source})`),
    );
  const more = count - shown.length;
  const listed = records.length < count ? `the first ${records.length}` : 'them';
  return [
    `  ${count} × ${printable(what)}`,
    ...shown,
    ...(more > 0 ? [`      … and ${more} more (--json lists ${listed})`] : []),
  ];
}
