import { expect, test } from 'vitest';
import { formatTable, printable } from './table.ts';

test('Tables are aligned, and control characters in their cells become spaces', () => {
  expect(
    formatTable(
      ['ID', 'NAME'],
      [
        ['1', 'Ed\u001b[31m'],
        ['20', 'Ann\nBob'],
      ],
    ),
  ).toBe('ID  NAME\n1   Ed [31m\n20  Ann Bob');
});

test('Texts of other sites cannot reverse the direction of a line', () => {
  expect(printable('fair\u202etxt.exe\u2066')).toBe('fair txt.exe ');
});
