import { describe, expect, test } from 'vitest';
import { unusedExports } from './unused-exports.ts';

const problemsOf = (...files: [path: string, text: string][]) =>
  unusedExports(files.map(([path, text]) => ({ path, text }))).map(
    ({ path, line, problem }) => `${path}:${line} ${problem}`,
  );

const made = 'const used = 1;\nexport const limit = 2;\nexport async function find() {}\n';

describe('exports', () => {
  test('An export that is used nowhere else is reported', () => {
    expect(problemsOf(['src/core/a.ts', made])).toEqual([
      'src/core/a.ts:2 limit is used only in this file: do not export it',
      'src/core/a.ts:3 find is used only in this file: do not export it',
    ]);
  });

  test('An export is used by any file that imports it by name, including tests', () => {
    const importer = `import { limit } from '../../src/core/a.ts';\nconst { find } = await import('../../src/core/a.ts');`;
    expect(problemsOf(['src/core/a.ts', made], ['test/core/a.test.ts', importer])).toEqual([]);
  });

  test('A comment, or a file that uses another export of the same name, does not count', () => {
    const other = `// limit\nimport { used } from './a.ts';\nconst find = used;`;
    expect(problemsOf(['src/core/a.ts', made], ['src/core/b.ts', other])).toEqual([
      'src/core/a.ts:2 limit is used only in this file: do not export it',
    ]);
    expect(
      problemsOf(['src/core/a.ts', made], ['src/http/c.ts', `import { limit, find } from './a.ts';`]),
    ).toHaveLength(2);
  });

  test('An exported type need not be used elsewhere', () => {
    expect(problemsOf(['src/core/a.ts', 'export interface Options {}\nexport type Name = string;\n'])).toEqual([]);
  });

  test('Exports outside of src are not checked', () => {
    expect(problemsOf(['bench/a.ts', made])).toEqual([]);
  });
});
