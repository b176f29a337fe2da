export interface Import {
  /** As written, `../core/roles.ts` or `kysely`. */
  specifier: string;
  line: number;
  /** The whole statement is `import type` or `export type`. */
  typeOnly: boolean;
}

const statement = /^[ \t]*(?:import|export)\b([^;'"]*?)\bfrom\s*['"]([^'"]+)['"]/gm;
const bareImport = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The imports and re-exports of a module, `import('…')` included. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text);
  const found = (pattern: RegExp, read: (match: RegExpExecArray) => Omit<Import, 'line'>): Import[] =>
    [...code.matchAll(pattern)].map((match) => ({ ...read(match), line: lineAt(code, match.index) }));
  return [
    ...found(statement, (match) => ({
      specifier: match[2] as string,
      typeOnly: /^\s*type\b/.test(match[1] as string),
    })),
    ...found(bareImport, (match) => ({ specifier: match[1] as string, typeOnly: false })),
    ...found(dynamicImport, (match) => ({ specifier: match[1] as string, typeOnly: false })),
  ].sort((a, b) => a.line - b.line);
}

/** Blanks out comments that begin a line, which preserves line numbers. */
export const withoutComments = (text: string): string =>
  text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^[ \t]*\/\/.*$/gm, '');

/** The line of the statement; a match may begin with blank lines. */
export function lineAt(text: string, index: number): number {
  const start = index + (/^\s*/.exec(text.slice(index))?.[0].length ?? 0);
  return text.slice(0, start).split('\n').length;
}
