import { describe, expect, test } from 'vitest';
import { formatUtc } from './civil.ts';
import { toSpan } from './event-span.ts';
import type { DateValue } from './parse/date-value.ts';
import { parseDate } from './parse/parse-date.ts';
import { createZones } from './zones.ts';

const zones = createZones();

function value(text: string): DateValue {
  return parseDate(text, { now: 1_800_000_000, zone: 'UTC', zones })!;
}

function span(start: string, end: string, zone = 'America/New_York', allDay = false): string[] | string {
  const answer = toSpan(value(start), value(end), { zone, allDay, zones });
  if (typeof answer === 'string') return answer;
  return [answer.start_wall, answer.end_wall, formatUtc(answer.start_utc), formatUtc(answer.end_utc)];
}

describe('timed', () => {
  test.each([
    [
      '2031-07-01 10:00',
      '2031-07-01 11:00',
      '2031-07-01 10:00:00',
      '2031-07-01 11:00:00',
      '2031-07-01 14:00:00',
      '2031-07-01 15:00:00',
    ],
    [
      '2031-07-01',
      '2031-07-01',
      '2031-07-01 00:00:00',
      '2031-07-01 00:00:00',
      '2031-07-01 04:00:00',
      '2031-07-01 04:00:00',
    ],
    // An offset is honoured (D21).
    [
      '2031-07-01T10:00Z',
      '2031-07-01T17:00+02:00',
      '2031-07-01 06:00:00',
      '2031-07-01 11:00:00',
      '2031-07-01 10:00:00',
      '2031-07-01 15:00:00',
    ],
    [
      '1935772200',
      '2031-05-07',
      '2031-05-05 14:30:00',
      '2031-05-07 00:00:00',
      '2031-05-05 18:30:00',
      '2031-05-07 04:00:00',
    ],
    // Moved out of the gap (D22).
    [
      '2031-03-09 02:30',
      '2031-03-09 05:00',
      '2031-03-09 03:30:00',
      '2031-03-09 05:00:00',
      '2031-03-09 07:30:00',
      '2031-03-09 09:00:00',
    ],
    // An ambiguous wall clock means the first instant; a time with an offset is unambiguous.
    [
      '2031-11-02 01:30',
      '2031-11-02T06:30Z',
      '2031-11-02 01:30:00',
      '2031-11-02 01:30:00',
      '2031-11-02 05:30:00',
      '2031-11-02 06:30:00',
    ],
  ])('%s to %s', (start, end, ...expected) => {
    expect(span(start, end)).toEqual(expected);
  });

  test('An end whose instant is before the start is refused', () => {
    expect(span('2031-07-01 10:00', '2031-07-01 09:59:59')).toBe('end-before-start');
    expect(span('2031-07-01 10:00', '2031-07-01T12:00Z')).toBe('end-before-start');
    expect(span('2031-11-02T06:10Z', '2031-11-02 01:30')).toBe('end-before-start');
    expect(span('2031-07-01 10:00', '2031-07-01T14:00Z')).not.toBe('end-before-start');
  });
});

describe('all day', () => {
  test.each([
    [
      'one day',
      'America/New_York',
      '2031-06-06 09:00',
      '2031-06-06 17:00',
      '2031-06-06 04:00:00',
      '2031-06-07 03:59:59',
    ],
    ['days alone', 'America/New_York', '2031-06-06', '2031-06-06', '2031-06-06 04:00:00', '2031-06-07 03:59:59'],
    [
      'several days',
      'Asia/Tokyo',
      '2031-06-06 09:00',
      '2031-06-07 17:00',
      '2031-06-05 15:00:00',
      '2031-06-07 14:59:59',
    ],
    [
      'times the wrong way round',
      'UTC+3',
      '2031-06-06 17:00',
      '2031-06-06 09:00',
      '2031-06-05 21:00:00',
      '2031-06-06 20:59:59',
    ],
    [
      'an instant is of its day in the zone',
      'Asia/Tokyo',
      '2031-06-05T20:00Z',
      '2031-06-05T21:00Z',
      '2031-06-05 15:00:00',
      '2031-06-06 14:59:59',
    ],
  ])('%s', (_, zone, start, end, startUtc, endUtc) => {
    const [startWall, endWall, ...utc] = span(start, end, zone, true) as string[];
    expect([startWall!.slice(11), endWall!.slice(11), ...utc]).toEqual(['00:00:00', '23:59:59', startUtc, endUtc]);
  });

  test('A skipped midnight moves forward', () => {
    expect(span('2018-11-04', '2018-11-04', 'America/Sao_Paulo', true)).toEqual([
      '2018-11-04 01:00:00',
      '2018-11-04 23:59:59',
      '2018-11-04 03:00:00',
      '2018-11-05 01:59:59',
    ]);
  });

  test('A day whose last hour is skipped ends before that hour, and the next day is free', () => {
    expect(span('2031-03-29', '2031-03-29', 'America/Nuuk', true)).toEqual([
      '2031-03-29 00:00:00',
      '2031-03-29 22:59:59',
      '2031-03-29 02:00:00',
      '2031-03-30 00:59:59',
    ]);
  });

  test('A day whose last hour is repeated ends after the second of the two', () => {
    expect(span('2031-10-25', '2031-10-25', 'America/Nuuk', true)).toEqual([
      '2031-10-25 00:00:00',
      '2031-10-25 23:59:59',
      '2031-10-25 01:00:00',
      '2031-10-26 01:59:59',
    ]);
  });

  test('An event on a day that a zone skipped is on the next one', () => {
    expect(span('2011-12-30', '2011-12-30', 'Pacific/Apia', true)).toEqual([
      '2011-12-31 00:00:00',
      '2011-12-31 23:59:59',
      '2011-12-30 10:00:00',
      '2011-12-31 09:59:59',
    ]);
  });

  test('An end day before the start day is refused', () => {
    expect(span('2031-06-06', '2031-06-05', 'UTC', true)).toBe('end-before-start');
  });
});

test.each([
  ['9999-12-31 20:00', '9999-12-31 21:00', 'America/New_York', false],
  ['9999-12-31', '9999-12-31', 'America/New_York', true],
  ['9999-12-31T23:00Z', '9999-12-31T23:30Z', 'Asia/Tokyo', false],
  ['9999-12-31T23:00Z', '9999-12-31T23:30Z', 'Asia/Tokyo', true],
  ['0001-01-01', '2031-01-01', 'Asia/Tokyo', false],
  ['0001-01-01T00:00Z', '2031-01-01', 'America/New_York', false],
])('%s to %s in %s (all day: %s) leaves the years 1 to 9999', (start, end, zone, allDay) => {
  expect(span(start, end, zone, allDay)).toBe('out-of-range');
});

test('The limits of the range are valid', () => {
  expect(span('0001-01-01', '9999-12-31', 'UTC', true)).toEqual([
    '0001-01-01 00:00:00',
    '9999-12-31 23:59:59',
    '0001-01-01 00:00:00',
    '9999-12-31 23:59:59',
  ]);
});
