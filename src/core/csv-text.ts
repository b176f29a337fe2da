// Cells of CSV files: lists within a cell, and protection against formula injection in spreadsheets.

/** The beginning of a formula in spreadsheets, including full-width characters. */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Prefixes formulas with an apostrophe; `plainCell` removes it again. */
export const safeCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The inverse of `safeCell`. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** Escapes separators in a name: `;`, a `>` next to a space or an end, and a backslash before one of these. */
const escapePart = (text: string): string => text.replace(/;|(?<![^\s])>|>(?![^\s])|\\(?=[\\;>]|$)/g, '\\$&');

/** Names in one cell: `Jazz; Rock`. */
export const joinNames = (names: readonly string[]): string => names.map(escapePart).join('; ');

/** Paths in one cell: `Music > Jazz; Sport`. */
export const joinPaths = (paths: readonly (readonly string[])[]): string =>
  paths.map((path) => path.map(escapePart).join(' > ')).join('; ');

/** Reads names and paths; the topmost name is first. */
export const splitPaths = (cell: string): string[][] =>
  split(cell, /;/)
    .map((path) => split(path, /(?<=\s)>(?=\s)/).map((name) => name.replace(/\\([\\;>])/g, '$1').trim()))
    .map((path) => path.filter((name) => name !== ''))
    .filter((path) => path.length > 0);

/** Splits at separators that are not escaped; escapes stay. */
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
