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

test('Columns of a table begin at the same place also behind Chinese and Japanese characters, emoji and accents', () => {
  const cells = ['Fair', '音楽会', 'カフェ', '콘서트', '🎉 Fe\u0301te', 'ﾊﾟｰﾃｨｰ', '！'];
  const lines = formatTable(
    ['TITLE', 'ID'],
    cells.map((cell) => [cell, '7']),
  ).split('\n');
  expect(lines).toEqual([
    'TITLE    ID',
    'Fair     7',
    '音楽会   7',
    'カフェ   7',
    '콘서트   7',
    '🎉 Fe\u0301te  7',
    'ﾊﾟｰﾃｨｰ   7',
    '！       7',
  ]);
});

test('Texts of other sites cannot reverse the direction of a line', () => {
  expect(printable('fair\u202etxt.exe\u2066')).toBe('fair txt.exe ');
});
