import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import {
  addDays,
  addMonths,
  dateDetails,
  dayOf,
  firstSecond,
  formatUtc,
  isoWithOffset,
  lastSecond,
  parseWall,
} from './civil.ts';

const anySecond = fc.integer({ min: firstSecond, max: lastSecond });
const anyDay = anySecond.map((epoch) => dayOf(formatUtc(epoch)));

test('Wall clocks are formatted like Date and read back', () => {
  fc.assert(
    fc.property(anySecond, (epoch) => {
      const wall = formatUtc(epoch);
      expect(wall).toBe(new Date(epoch * 1_000).toISOString().slice(0, 19).replace('T', ' '));
      expect(parseWall(wall)).toBe(epoch);
    }),
    { numRuns: runs(500) },
  );
});

test('Wall clocks are formatted at the ends of the years 1 to 9999 and beyond', () => {
  expect(formatUtc(firstSecond)).toBe('0001-01-01 00:00:00');
  expect(formatUtc(lastSecond)).toBe('9999-12-31 23:59:59');
  expect(formatUtc(lastSecond + 1)).toBe('10000-01-01 00:00:00');
  expect(formatUtc(firstSecond - 1)).toBe('0000-12-31 23:59:59');
});

test.each([
  '2027-02-30 00:00:00',
  '2027-02-29 00:00:00',
  '1900-02-29 00:00:00',
  '2027-13-01 00:00:00',
  '2027-00-10 00:00:00',
  '2027-01-00 00:00:00',
  '2027-01-01 24:00:00',
  '2027-01-01 10:60:00',
  '2027-01-01 10:00:60',
  '2027-01-01T10:00:00',
  '2027-01-01 10:00',
  '2027-1-1 10:00:00',
  '0000-12-31 23:59:59',
  '10000-01-01 00:00:00',
  ' 2027-01-01 10:00:00',
  '',
])('%j is no wall clock', (text) => {
  expect(parseWall(text)).toBeUndefined();
});

test('Leap days exist in the years of the Gregorian calendar', () => {
  expect(parseWall('2028-02-29 00:00:00')).toBe(Date.UTC(2028, 1, 29) / 1_000);
  expect(parseWall('2000-02-29 00:00:00')).toBe(Date.UTC(2000, 1, 29) / 1_000);
});

describe('days and months', () => {
  test.each([
    ['2027-12-31', 1, '2028-01-01'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2027-05-10', 0, '2027-05-10'],
    ['9999-12-31', 1, '10000-01-01'],
  ])('%s and %i days is %s', (day, n, expected) => {
    expect(addDays(day, n)).toBe(expected);
  });

  test.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-11-30', 24, '2029-11-30'],
    ['2027-01-15', -1, '2026-12-15'],
    ['2027-12-31', 6, '2028-06-30'],
  ])('%s and %i months is %s', (day, n, expected) => {
    expect(addMonths(day, n)).toBe(expected);
  });

  test('Adding and subtracting days changes nothing', () => {
    const count = fc.integer({ min: -5_000, max: 5_000 });
    fc.assert(fc.property(anyDay, count, (day, n) => addDays(addDays(day, n), -n) === day));
  });
});

test('Date details are zero-padded text from year to seconds', () => {
  expect(JSON.stringify(dateDetails('0927-05-06 07:08:09'))).toBe(
    '{"year":"0927","month":"05","day":"06","hour":"07","minutes":"08","seconds":"09"}',
  );
});

test.each([
  [3_600, '2027-10-02T09:00:00+01:00'],
  [0, '2027-10-02T09:00:00+00:00'],
  [-12_600, '2027-10-02T09:00:00-03:30'],
  [45_900, '2027-10-02T09:00:00+12:45'],
  [3_208, '2027-10-02T09:00:00+00:53'],
  [-20, '2027-10-02T09:00:00+00:00'],
])('ISO 8601 with an offset of %i seconds', (offset, expected) => {
  expect(isoWithOffset('2027-10-02 09:00:00', offset)).toBe(expected);
});
