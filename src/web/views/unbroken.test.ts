import { expect, test } from 'vitest';
import { createTexts } from '../texts/texts.ts';
import { unbroken, unbrokenRange } from './unbroken.ts';

const lines = (date: string, mark = unbroken) => mark(date).replace(/(?:<[^>]*>)+/g, '|');

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
  const date = createTexts(language).dayAndTime('2027-09-01 19:30:00');
  expect(lines(date)).toBe(`|${expected}|`);
});

test('Two times may break between them', () => {
  expect(lines('7:30 PM – 9:20 PM')).toBe('|7:30 PM –| |9:20 PM|');
  expect(lines('20\u202fh – 21\u202fh\u202f20')).toBe('|20\u202fh –| |21\u202fh\u202f20|');
  expect(lines('19:30')).toBe('|19:30|');
});

test.each([
  ['en', '|November 29\u2009–\u2009|December 5, 2027|'],
  ['de', '|29. November\u2009–\u2009|5. Dezember 2027|'],
  ['fr', '|29 novembre\u2009–\u2009|5 décembre 2027|'],
  ['es', '|29 de noviembre\u2009–\u2009|5 de diciembre de 2027|'],
  ['pt-br', '|29 de novembro\u2009–\u2009|5 de dezembro de 2027|'],
  ['bg', '|29 ноември –| |5 декември 2027 г.|'],
  ['ja', '|2027年11月29日～|12月5日|'],
  ['zh-hans', '|2027年11月29日至|12月5日|'],
] as const)('A range of days in %s may break only between the days', (language, expected) => {
  const range = lines(createTexts(language).range('2027-11-29', '2027-12-05'), unbrokenRange);
  // From Node 26 on, this space is a plain one.
  expect(range.replace('\u202fг.', ' г.')).toBe(expected);
});
