import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { joinNames, joinPaths, plainCell, safeCell, splitPaths } from './csv-text.ts';

const cell = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', 'a', ' '), maxLength: 8 });

test('No cell is a formula, and every text is restored', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(safeCell(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      expect(plainCell(safeCell(text))).toBe(text);
    }),
    { numRuns: runs(100) },
  );
});

test.each(['Gala', "'tis", '', '5 - 10', "'", '2027-03-01 10:00:00'])('%j is unchanged', (text) => {
  expect(safeCell(text)).toBe(text);
  expect(plainCell(text)).toBe(text);
});

const name = fc
  .string({ unit: fc.constantFrom(';', '>', '\\', ' ', 'a', 'b', 'é'), minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() === text && text !== '');

test('Names and paths are restored', () => {
  fc.assert(
    fc.property(fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), (paths) => {
      expect(splitPaths(joinPaths(paths))).toEqual(paths);
      expect(splitPaths(joinNames(paths.map(([first]) => first as string)))).toEqual(paths.map(([first]) => [first]));
    }),
    { numRuns: runs(100) },
  );
});

test('Lists in a CSV cell are written as people would write them', () => {
  expect(joinPaths([['Music', 'Jazz'], ['Sport']])).toBe('Music > Jazz; Sport');
  expect(joinNames(['AC\\DC', 'A>B', '5 > 4'])).toBe('AC\\DC; A>B; 5 \\> 4');
  expect(splitPaths('Music > Jazz ;Sport;; ')).toEqual([['Music', 'Jazz'], ['Sport']]);
});
