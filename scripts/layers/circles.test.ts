import { expect, test } from 'vitest';
import { circles } from './circles.ts';

const problemsOf = (...files: [path: string, text: string][]) =>
  circles(files.map(([path, text]) => ({ path, text }))).map(({ path, line, problem }) => `${path}:${line} ${problem}`);

test('Two files that import each other are a circle, though one imports only a type', () => {
  expect(
    problemsOf(
      ['src/a.ts', `import { b } from './b.ts';`],
      ['src/b.ts', `const c = 1;\nimport type { A } from './a.ts';`],
    ),
  ).toEqual(['src/b.ts:2 imports in a circle: src/a.ts → src/b.ts → src/a.ts']);
});

test('A circle is found behind files that are in none', () => {
  expect(
    problemsOf(
      ['src/a.ts', `import { b } from './b/b.ts';`],
      ['src/b/b.ts', `import { c } from '../c.ts';`],
      ['src/c.ts', `import { d } from './d.ts';`],
      ['src/d.ts', `import { b } from './b/b.ts';`],
    ),
  ).toEqual(['src/d.ts:1 imports in a circle: src/b/b.ts → src/c.ts → src/d.ts → src/b/b.ts']);
});

test('Two ways to one file are no circle', () => {
  expect(
    problemsOf(
      ['src/a.ts', `import { b } from './b.ts';\nimport { c } from './c.ts';`],
      ['src/b.ts', `import { c } from './c.ts';`],
      ['src/c.ts', 'export const c = 1;'],
    ),
  ).toEqual([]);
});
