// Cells of CSV files: lists within a cell, and protection against formula injection in spreadsheets.

/** What spreadsheets take for the beginning of a formula, full-width signs included. */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Puts an apostrophe before what a spreadsheet would calculate; `plainCell` takes it off again. */
export const safeCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text of a cell that `safeCell` made. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** Marks what would part names: `;`, a `>` beside a blank or an end, and a backslash that would mark one of these. */
const escapePart = (text: string): string => text.replace(/;|(?<![^\s])>|>(?![^\s])|\\(?=[\\;>]|$)/g, '\\$&');

/** Names in one cell: `Jazz; Rock`. */
export const joinNames = (names: readonly string[]): string => names.map(escapePart).join('; ');

/** Names with those above them in one cell: `Music > Jazz; Sport`. */
export const joinPaths = (paths: readonly (readonly string[])[]): string =>
  paths.map((path) => path.map(escapePart).join(' > ')).join('; ');

/** Reads both: each name with those above it, the topmost first. */
export const splitPaths = (cell: string): string[][] =>
  split(cell, /;/)
    .map((path) => split(path, /(?<=\s)>(?=\s)/).map((name) => name.replace(/\\([\\;>])/g, '$1').trim()))
    .map((path) => path.filter((name) => name !== ''))
    .filter((path) => path.length > 0);

/** At separators that are not marked; marks stay. */
function split(text: string, separator: RegExp): string[] {
  const pieces = [''];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(new RegExp(`\\\\[\\\\;>]|${separator.source}`, 'g'))) {
    pieces[pieces.length - 1] += text.slice(end, index) + (found.length === 2 ? found : '');
    if (found.length === 1) pieces.push('');
    end = index + found.length;
  }
  pieces[pieces.length - 1] += text.slice(end);
  return pieces;
}
