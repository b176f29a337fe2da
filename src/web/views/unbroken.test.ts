import { expect, test } from 'vitest';
import { createTexts } from '../texts/texts.ts';
import { unbroken } from './unbroken.ts';

const lines = (date: string) => unbroken(date).replace(/(?:<[^>]*>)+/g, '|');

test.each([
  ['en', 'Wednesday,| |September 1, 2027,| |7:30 PM'],
  ['de', 'Mittwoch,| |1. September 2027,| |19:30 Uhr'],
  ['fr', 'mercredi| |1er septembre 2027| |à 19\u202fh\u202f30'],
  ['es', 'miércoles| |1 de septiembre de 2027,| |19:30'],
  ['pt-br', 'quarta-feira,| |1º de setembro de 2027,| |19h30'],
  ['bg', 'сряда,| |1 септември 2027 г.,| |19:30'],
  ['ja', '2027年9月1日(水)| |19:30'],
  ['zh-hans', '2027年9月1日|星期三| |19:30'],
] as const)('A date in %s may break only between weekday, day and time', (language, expected) => {
  const date = createTexts(language).dayAndTime('2027-09-01', '2027-09-01 19:30:00');
  expect(lines(date)).toBe(`|${expected}|`);
});

test('Two times may break between them', () => {
  expect(lines('7:30 PM – 9:20 PM')).toBe('|7:30 PM –| |9:20 PM|');
  expect(lines('20\u202fh – 21\u202fh\u202f20')).toBe('|20\u202fh –| |21\u202fh\u202f20|');
  expect(lines('19:30')).toBe('|19:30|');
});
