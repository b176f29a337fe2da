import { posix } from 'node:path';
import { importsOf, lineAt, withoutComments } from './imports.ts';
import type { SourceFile, Violation } from './rules.ts';

const exported = /^export\s+(?:async\s+)?(?:const|function\*?|class)\s+(\w+)/gm;

/** Values of `src/` that are exported and used in no other file. Types are left out, as exported signatures need them. */
export function unusedExports(files: readonly SourceFile[]): Violation[] {
  const users = usersOf(files);
  return files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text }) => {
      const code = withoutComments(text);
      const words = wordsIn(users.get(path) ?? []);
      return [...code.matchAll(exported)]
        .filter(([, name]) => !words.has(name as string))
        .map(({ 1: name, index }) => ({
          path,
          line: lineAt(code, index),
          problem: `${name} is used only in this file: do not export it`,
        }));
    });
}

/** The code of the files that import a file, by its path. */
function usersOf(files: readonly SourceFile[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { path, text } of files) {
    const own = importsOf(text).filter(({ specifier }) => specifier.startsWith('.'));
    for (const { specifier } of own) {
      const target = posix.normalize(posix.join(posix.dirname(path), specifier));
      users.set(target, [...(users.get(target) ?? []), withoutComments(text)]);
    }
  }
  return users;
}

const wordsIn = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.join('\n').match(/\w+/g));
