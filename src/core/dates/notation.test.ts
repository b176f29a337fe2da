import { expect, test } from 'vitest';
import { asWritten, formatRange } from './notation.ts';

test.each([
  ['fr', 'samedi 1 mai 2027', 'samedi 1er mai 2027'],
  ['fr', 'samedi 1 – lundi 3 mai 2027', 'samedi 1er – lundi 3 mai 2027'],
  ['fr', '1–3 mai 2027', '1er–3 mai 2027'],
  ['fr', '21 – 31 mai 2027', '21 – 31 mai 2027'],
  ['fr', 'samedi 1 mai 2027 à 11:01', 'samedi 1er mai 2027 à 11 h 01'],
  ['fr', 'samedi 1 mai 2027, 20:00', 'samedi 1er mai 2027 à 20 h'],
  ['fr', '1:00', '1 h'],
  ['fr', 'samedi 1 mai 2027 à 09:30', 'samedi 1er mai 2027 à 9 h 30'],
  ['fr', '00:05 – 09:00', '0 h 05 – 9 h'],
  ['fr', '20:00 – 21:30', '20 h – 21 h 30'],
  ['pt-br', 'sábado, 1 de maio de 2027 às 19:30', 'sábado, 1º de maio de 2027 às 19h30'],
  ['pt-br', '31 de maio – 1 de junho', '31 de maio – 1º de junho'],
  ['pt-br', '10:00', '10h'],
  ['pt-br', '09:00 – 10:05', '9h – 10h05'],
  ['es', 'sábado, 1 de mayo – martes, 4 de mayo de 2027', 'sábado 1 de mayo – martes 4 de mayo de 2027'],
  ['es', 'sábado, 1 de mayo de 2027, 19:30', 'sábado 1 de mayo de 2027, 19:30'],
  ['de', 'Samstag, 1. Mai 2027 um 19:30', 'Samstag, 1. Mai 2027 um 19:30 Uhr'],
  ['de', 'Samstag, 1. Mai 2027, 19:30', 'Samstag, 1. Mai 2027, 19:30 Uhr'],
  ['de', '1 – 3 mai', '1 – 3 mai'],
  ['ja', '2027年5月1日土曜日 19:30', '2027年5月1日(土) 19:30'],
  ['ja', '土曜日', '土曜日'],
  ['ja', '12/2(水) 9時05分～15時00分', '12/2(水) 9:05～15:00'],
] as const)('In the language %s, %s is written %s', (language, text, written) =>
  expect(asWritten(language, text).replace(/\u202f/g, ' ')).toBe(written),
);

test.each([
  ['ja', '2027-05-01', '2027-05-07', '2027年5月1日～5月7日'],
  ['ja', '2027-12-27', '2028-01-02', '2027年12月27日～2028年1月2日'],
  ['zh-hans', '2027-05-01', '2027-05-07', '2027年5月1日至5月7日'],
  ['zh-hans', '2027-05-01', '2027-05-01', '2027年5月1日'],
  ['en', '2027-05-01', '2027-05-07', 'May 1 – 7, 2027'],
] as const)('In the language %s, %s to %s is the range %s', (language, from, to, written) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  expect(formatRange(language, format, Date.parse(from), Date.parse(to)).replace(/\s/g, ' ')).toBe(written);
});
