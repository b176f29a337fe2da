// Days and times as native speakers write them, where the platform's formats differ.
import { expect, test } from 'vitest';
import { createTexts } from './texts.ts';

test('The first of a month is an ordinal in French', () => {
  const texts = createTexts('fr');
  expect(texts.fullDay('2027-05-01')).toBe('samedi 1er mai 2027');
  expect(texts.shortDay('2027-05-01')).toBe('samedi 1er mai');
  expect(texts.briefDay('2027-05-31')).toBe('31 mai');
  expect(texts.range('2027-05-30', '2027-06-01').replace(/\s/g, ' ')).toBe('30 mai – 1er juin 2027');
  expect(texts.dayNumber('2027-05-01')).toBe('1');
  expect(texts.month('2027-01-01')).toBe('janvier 2027');
});

test.each([
  ['KES2750', 'KES\u00a02,750'],
  ['Free – KES2750.50', 'Free – KES\u00a02,750.50'],
  ['500SEK – 1500SEK', 'SEK\u00a0500 – SEK\u00a01,500'],
  // Not certainly prices, or written with care.
  ['VIP500', 'VIP500'],
  ['KES2.750', 'KES2.750'],
  ['$2750', '$2750'],
  ['KES500 at the door', 'KES500 at the door'],
])('The cost %s is %s on English pages', (cost, shown) => {
  expect(createTexts('en').cost(cost)).toBe(shown);
});

test.each([
  ['de', 'Samstag, 1. Mai 2027, 19:30 Uhr'],
  ['fr', 'samedi 1er mai 2027 à 19 h 30'],
  ['es', 'sábado 1 de mayo de 2027, 19:30'],
  ['pt-br', 'sábado, 1º de maio de 2027, 19h30'],
  ['bg', 'събота, 1 май 2027 г., 19:30'],
  ['ja', '2027年5月1日(土) 19:30'],
  ['zh-hans', '2027年5月1日星期六 19:30'],
] as const)('A day and its time are joined as %s does', (language, expected) => {
  const written = createTexts(language).dayAndTime('2027-05-01 19:30:00');
  expect(written.replace(/\u202f/g, ' ')).toBe(expected);
});

test.each([
  ['en', '7:30 PM – 9:00 PM', '7:30 PM'],
  ['de', '19:30 – 21:00 Uhr', '19:30 Uhr'],
  ['fr', '19 h 30 – 21 h', '19 h 30'],
  ['pt-br', '19h30 – 21h', '19h30'],
  ['ja', '19:30～21:00', '19:30'],
] as const)('Hours are written as %s does', (language, range, moment) => {
  const { hours } = createTexts(language);
  expect(hours('2027-05-01 19:30:00', '2027-05-01 21:00:00').replace(/\s/g, ' ')).toBe(range);
  expect(hours('2027-05-01 19:30:00', '2027-05-01 19:30:00').replace(/\s/g, ' ')).toBe(moment);
});

test('The month of a day is a word in Bulgarian, too', () => {
  expect(createTexts('bg').briefDay('2027-05-01')).toBe('1 май');
});
