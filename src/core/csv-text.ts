// Cells of a table that people open in spreadsheets: how lists stand in them, and what keeps texts from being formulas.

/** What spreadsheets take for the beginning of a formula, full-width signs included. */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Puts an apostrophe before what a spreadsheet would calculate; `plainCell` takes it off again. */
export const safeCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text of a cell that `safeCell` made. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

const escapePart = (text: string): string => text.replace(/[\\;>]/g, '\\$&');

/** Names in one cell: `Jazz; Rock`. A semicolon, `>` or backslash inside a name has a backslash before it. */
export const joinNames = (names: readonly string[]): string => names.map(escapePart).join('; ');

/** Names with those above them in one cell: `Music > Jazz; Sport`. */
export const joinPaths = (paths: readonly (readonly string[])[]): string =>
  paths.map((path) => path.map(escapePart).join(' > ')).join('; ');

/** Reads both: each name with those above it, the topmost first. */
export function splitPaths(cell: string): string[][] {
  const paths: string[][] = [];
  let path: string[] = [];
  let name = '';
  const endName = () => {
    if (name.trim() !== '') path.push(name.trim());
    name = '';
  };
  const endPath = () => {
    endName();
    if (path.length > 0) paths.push(path);
    path = [];
  };
  for (let at = 0; at < cell.length; at++) {
    const character = cell[at] as string;
    if (character === '\\' && at + 1 < cell.length) name += cell[++at];
    else if (character === ';') endPath();
    else if (character === '>') endName();
    else name += character;
  }
  endPath();
  return paths;
}
