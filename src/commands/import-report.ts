// The report of an import for people.
import { outcomes, type Remark, type Report, reportKinds } from '../import/report.ts';
import { formatTable } from './table.ts';

const shownRecords = 5;

export function reportText(report: Report): string {
  const kinds = reportKinds.filter(
    (kind) => kind !== 'users' || outcomes.some((outcome) => report.counts.users[outcome] > 0),
  );
  const rows = kinds.map((kind) => [kind, ...outcomes.map((outcome) => String(report.counts[kind][outcome]))]);
  const table = formatTable(['', ...outcomes.map((outcome) => outcome.toUpperCase())], rows);
  return [
    table,
    ...remarksText('Skipped, and why:', report.skipped),
    ...remarksText('Taken over otherwise:', report.notes),
  ].join('\n');
}

function remarksText(head: string, remarks: readonly Remark[]): string[] {
  return remarks.length === 0 ? [] : ['', head, ...remarks.flatMap(remarkText)];
}

function remarkText({ what, count, records }: Remark): string[] {
  const shown = records
    .slice(0, shownRecords)
    .map(({ source, record, detail }) =>
      visible(`      ${record}${detail === undefined ? '' : `: ${detail}`}  (${source})`),
    );
  const more = count - shown.length;
  return [
    `  ${count} × ${visible(what)}`,
    ...shown,
    ...(more > 0 ? [`      … and ${more} more (--json lists them)`] : []),
  ];
}

/** What comes from other sites must not command the terminal. */
const visible = (line: string): string => line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');
