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
  ['uncached/s', ({ uncached }) => rounded(0)(uncached)],
  ['events kept/s', ({ assembled }) => rounded(0)(assembled)],
  ['hot/s', ({ hot }) => rounded(0)(hot)],
  ['hot p99 ms', ({ hotP99 }) => rounded(2)(hotP99)],
  ['304/s', ({ notModified }) => rounded(0)(notModified)],
  ['bare/s', ({ bare }) => rounded(0)(bare)],
  ['hot : bare', ({ hotToBare }) => rounded(2)(hotToBare)],
  ['uncached CPU µs', ({ spentUncached }) => rounded(0)(spentUncached)],
  ['events kept', ({ spentAssembled }) => rounded(0)(spentAssembled)],
  ['hot', ({ spentHot }) => rounded(0)(spentHot)],
  ['bare', ({ spentBare }) => rounded(0)(spentBare)],
  ['bare : hot', ({ spentBare, spentHot }) => rounded(2)(ratio(spentBare, spentHot))],
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
