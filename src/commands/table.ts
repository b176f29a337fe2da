/** Aligned columns. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((line) => line.map(printable));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Without control characters, so that texts of other people and sites cannot control the terminal. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');
