import { expect, test } from 'vitest';
import { readCellTime, readTimeRange } from './cell-time.ts';

test.each([
  ['19:30', '19:30:00'],
  ['7:30 PM', '19:30:00'],
  ['7 p.m.', '19:00:00'],
  ['12:00:00 AM', '00:00:00'],
  ['19.30 Uhr', '19:30:00'],
  ['19 Uhr', '19:00:00'],
  ['19h30', '19:30:00'],
  ['19 h', '19:00:00'],
  ['24 Uhr', '24:00:00'],
  ['午後7時30分', '19:30:00'],
  ['下午7:30', '19:30:00'],
  ['晚上8点半', '20:30:00'],
  ['晚上19:30', '19:30:00'],
  ['早上9点', '09:00:00'],
  ['凌晨1:30', '01:30:00'],
  ['19時', '19:00:00'],
  ['19:30 ч.', '19:30:00'],
  ['19,30 ч.', '19:30:00'],
  ['0.75', '18:00:00'],
  ['0,4375', '10:30:00'],
  ['0', '00:00:00'],
])('The time %s is %s', (cell, expected) => expect(readCellTime(cell)).toBe(expected));

test.each([
  ['19'],
  ['19,30'],
  ['25:00'],
  ['24:01'],
  ['10:60'],
  ['13 pm'],
  ['上午13点'],
  ['晚上12点'],
  ['soon'],
  ['10:00 Europe/Paris'],
  [''],
])('%j is no clock time', (cell) => expect(readCellTime(cell)).toBeUndefined());

test.each([
  ['10:00 - 12:00', '10:00:00 12:00:00'],
  ['7–9 pm', '19:00:00 21:00:00'],
  ['10–12 Uhr', '10:00:00 12:00:00'],
  ['10:00 bis 12:30 Uhr', '10:00:00 12:30:00'],
])('%s is a range of times', (cell, expected) => expect(readTimeRange(cell)?.join(' ')).toBe(expected));

test.each([['10:00'], ['11-1 pm'], ['10-12-14'], ['all - day']])('%s is no range of times', (cell) =>
  expect(readTimeRange(cell)).toBeUndefined(),
);
