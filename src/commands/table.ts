/** Aligned columns. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((line) => line.map(printable));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Without control characters, so that texts of other people and sites cannot control the terminal. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** Half-width Katakana take one column, as Latin letters do. */
const wide =
  /^(?:\p{Emoji_Presentation}|(?![\uff61-\uffdc])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60])/u;
const combining = /^\p{Mn}/u;

/** Columns of a terminal. */
const widthOf = (text: string): number =>
  [...text].reduce((width, one) => width + (combining.test(one) ? 0 : wide.test(one) ? 2 : 1), 0);
