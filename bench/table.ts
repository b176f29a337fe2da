import { writeCount } from './counts.ts';
import type { Result } from './suite.ts';

const rounded = (digits: number) => (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits);

export const ratio = (above: number | undefined, below: number | undefined): number | undefined =>
  above === undefined || below === undefined ? undefined : above / below;

const columns: readonly [title: string, cell: (result: Result) => string][] = [
  ['operation', ({ operation }) => operation],
  ['engine', ({ engine }) => engine],
  ['events', ({ events }) => writeCount(events)],
  ['workers', ({ workers }) => workers],
  ['bytes', ({ bytes }) => rounded(0)(bytes)],
  ['p50 ms', ({ p50 }) => rounded(2)(p50)],
  ['p99 ms', ({ p99 }) => rounded(2)(p99)],
  ['uncached/s', ({ rates }) => rounded(0)(rates?.uncached)],
  ['events kept/s', ({ rates }) => rounded(0)(rates?.assembled)],
  ['hot/s', ({ rates }) => rounded(0)(rates?.hot)],
  ['hot p99 ms', ({ hotP99 }) => rounded(2)(hotP99)],
  ['304/s', ({ rates }) => rounded(0)(rates?.notModified)],
  ['bare/s', ({ rates }) => rounded(0)(rates?.bare)],
  ['hot : bare', ({ hotToBare }) => rounded(2)(hotToBare)],
  ['uncached CPU µs', ({ spent }) => rounded(0)(spent?.uncached)],
  ['events kept', ({ spent }) => rounded(0)(spent?.assembled)],
  ['hot', ({ spent }) => rounded(0)(spent?.hot)],
  ['bare', ({ spent }) => rounded(0)(spent?.bare)],
  ['bare : hot', ({ spent }) => rounded(2)(ratio(spent?.bare, spent?.hot))],
  ['MB', ({ megabytes }) => rounded(0)(megabytes)],
];

/** One table of all results, grouped by operation. */
export function writeResults(results: readonly Result[]): string {
  const order = [...new Set(results.map(({ operation }) => operation))];
  const rows = order.flatMap((name) => results.filter(({ operation }) => operation === name));
  return writeTable(
    columns.map(([title]) => title),
    rows.map((result) => columns.map(([, cell]) => cell(result))),
  );
}

/** An aligned Markdown table. */
export function writeTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] as number)).join(' | ')} |`;
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
