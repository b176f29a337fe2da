// The diffs of CONTRIBUTING.md: `--- path`, then lines of that file (` `), lines to add after them (`+`) or to remove (`-`).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the diffs below a heading of the document. */
export function diffsOf(document: string, heading: string): string {
  const section = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^```diff\n([\s\S]*?)^```/gm)].map(([, diff]) => diff).join('');
}

/** Returns the paths of the files. Throws if a line does not occur exactly once in its file. */
export function applyDiffs(folder: string, diffs: string): string[] {
  const parts = diffs.split(/^--- /m).slice(1);
  return parts.map((part) => {
    const [path = '', ...lines] = part.trimEnd().split('\n');
    const file = join(folder, resolveMigrationNumber(folder, path));
    mkdirSync(dirname(file), { recursive: true });
    const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    writeFileSync(file, applyLines(before, lines, path).join('\n'));
    return path;
  });
}

/** `NNN_name.sql` is the next migration of its engine. */
function resolveMigrationNumber(folder: string, path: string): string {
  const newest = () => Math.max(...readdirSync(join(folder, dirname(path))).map((file) => Number.parseInt(file, 10)));
  return path.replace('NNN', () => String(newest() + 1).padStart(3, '0'));
}

function applyLines(text: readonly string[], lines: readonly string[], path: string): string[] {
  const result = [...text];
  let at = 0;
  for (const line of lines) {
    const [sign, code] = [line[0] ?? ' ', line.slice(1)];
    if (sign === '+') {
      result.splice(at, 0, code);
      at += 1;
      continue;
    }
    if (result.filter((one) => one === code).length !== 1)
      throw new Error(`${path} does not contain the line "${code}" exactly once`);
    at = result.indexOf(code);
    if (sign === '-') result.splice(at, 1);
    else at += 1;
  }
  return result;
}
