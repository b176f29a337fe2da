// Files that import each other in a circle, types included: none can be understood without the others.
import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { SourceFile, Violation } from './rules.ts';

/** One violation for each circle, at the first of its imports. */
export function circles(files: readonly SourceFile[]): Violation[] {
  const known = new Set(files.map(({ path }) => path));
  const imports = new Map(
    files.map(({ path, text }) => {
      const found = importsOf(text).map(({ specifier, line }) => ({
        line,
        target: posix.normalize(posix.join(posix.dirname(path), specifier)),
      }));
      return [path, found.filter(({ target }) => known.has(target))];
    }),
  );
  const done = new Set<string>();
  const violations: Violation[] = [];

  function follow(path: string, above: readonly string[]): void {
    for (const { target, line } of imports.get(path) ?? []) {
      const from = target === path ? above.length : above.indexOf(target);
      if (from >= 0) {
        const circle = [...above.slice(from), path, target].join(' → ');
        violations.push({ path, line, problem: `imports in a circle: ${circle}` });
      } else if (!done.has(target)) follow(target, [...above, path]);
    }
    done.add(path);
  }

  for (const { path } of files) if (!done.has(path)) follow(path, []);
  return violations;
}
