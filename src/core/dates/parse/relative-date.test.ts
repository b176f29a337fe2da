import { describe, expect, test } from 'vitest';
import { formatUtc } from '../civil.ts';
import { createZones } from '../zones.ts';
import { isRelativeDate, parseDate } from './parse-date.ts';

const zones = createZones();

/** Parses relative to a wall clock in a zone; by default Wednesday 18 November 2026, 14:23:45 in New York. */
function read(input: string, from = '2026-11-18 14:23:45', zone = 'America/New_York'): string | undefined {
  const value = parseDate(input, { now: zones.toEpoch(from, zone).epoch, zone, zones });
  if (value === undefined) return undefined;
  if (value.kind === 'instant') return formatUtc(value.epoch) + 'Z';
  return value.wall + (value.dateOnly ? ' D' : '');
}

test.each([
  ['now', '2026-11-18 19:23:45Z'],
  ['today', '2026-11-18 00:00:00 D'],
  ['Tomorrow', '2026-11-19 00:00:00 D'],
  ['yesterday', '2026-11-17 00:00:00 D'],
  ['tomorrow 9am', '2026-11-19 09:00:00'],
  ['tomorrow at 9:30 pm', '2026-11-19 21:30:00'],
  ['9am tomorrow', '2026-11-19 09:00:00'],
  ['tomorrow T14:30', '2026-11-19 14:30:00'],
  ['noon tomorrow', '2026-11-19 12:00:00'],
  ['yesterday noon', '2026-11-17 12:00:00'],
  ['midnight', '2026-11-18 00:00:00'],
  ['noon', '2026-11-18 12:00:00'],
  ['noon +1 hour', '2026-11-18 18:00:00Z'],
  ['noon+1 day', '2026-11-19 12:00:00'],
  ['midnight -90 minutes', '2026-11-18 03:30:00Z'],
  ['today 24:00', '2026-11-19 00:00:00'],
  ['monday', '2026-11-23 00:00:00 D'],
  ['wednesday', '2026-11-18 00:00:00 D'],
  ['wed 10:15', '2026-11-18 10:15:00'],
  ['on friday', '2026-11-20 00:00:00 D'],
  ['this friday', '2026-11-20 00:00:00 D'],
  ['next friday', '2026-11-20 00:00:00 D'],
  ['next wednesday 4pm', '2026-11-25 16:00:00'],
  ['next monday, 9am', '2026-11-23 09:00:00'],
  ['last monday', '2026-11-16 00:00:00 D'],
  ['last wednesday', '2026-11-11 00:00:00 D'],
  ['monday next week', '2026-11-23 00:00:00 D'],
  ['friday of this week', '2026-11-20 00:00:00 D'],
  ['monday this week', '2026-11-16 00:00:00 D'],
  ['sunday last week', '2026-11-15 00:00:00 D'],
  ['day after tomorrow', '2026-11-20 00:00:00 D'],
  ['the day after tomorrow 5pm', '2026-11-20 17:00:00'],
  ['the day before yesterday', '2026-11-16 00:00:00 D'],
  ['a week after tomorrow', '2026-11-26 00:00:00 D'],
  ['two days before yesterday', '2026-11-15 00:00:00 D'],
  ['two months after tomorrow', '2027-01-19 00:00:00 D'],
  ['week from today', '2026-11-25 00:00:00 D'],
  ['end of month', '2026-11-30 00:00:00 D'],
  ['the end of next month', '2026-12-31 00:00:00 D'],
  ['last day of last month 5pm', '2026-10-31 17:00:00'],
  ['last day of february', '2026-02-28 00:00:00 D'],
  ['end of this week', '2026-11-21 00:00:00 D'],
  ['end of next week', '2026-11-28 00:00:00 D'],
  ['end of last year', '2025-12-31 00:00:00 D'],
  ['10 May', '2026-05-10 00:00:00 D'],
  ['first day of next month', '2026-12-01 00:00:00 D'],
  ['last day of february 2028', '2028-02-29 00:00:00 D'],
  ['first monday of january 2028', '2028-01-03 00:00:00 D'],
  ['first saturday of january 2028', '2028-01-01 00:00:00 D'],
  ['last friday of this month', '2026-11-27 00:00:00 D'],
  ['third tuesday of may 9am', '2026-05-19 09:00:00'],
  ['today +2 weeks', '2026-12-02 00:00:00 D'],
  ['today 2 weeks', '2026-12-02 00:00:00 D'],
  ['now -1 day', '2026-11-17 14:23:45'],
  ['now-1day', '2026-11-17 14:23:45'],
  ['today+2weeks', '2026-12-02 00:00:00 D'],
  ['first day of january next year', '2027-01-01 00:00:00 D'],
  ['Last day of December this year 23:59:59', '2026-12-31 23:59:59'],
  ['last friday of may next year 9am', '2027-05-28 09:00:00'],
  ['1 March next year', '2027-03-01 00:00:00 D'],
  ['February 28th, last year 10:00', '2025-02-28 10:00:00'],
  ['june of next year', '2027-06-01 00:00:00 D'],
  ['now +2 hours', '2026-11-18 21:23:45Z'],
  ['tomorrow +1 hour', '2026-11-19 06:00:00Z'],
  ['monday +1 week', '2026-11-30 00:00:00 D'],
  ['next friday 2 days', '2026-11-22 00:00:00 D'],
  ['sat-1day', '2026-11-20 00:00:00 D'],
  ['tomorrow 9am +2 hours', '2026-11-19 16:00:00Z'],
  ['next monday at 18:30 +1 week', '2026-11-30 18:30:00'],
  ['yesterday noon +1 month', '2026-12-17 12:00:00'],
  ['today +3 days 18:00', '2026-11-21 18:00:00'],
  ['monday +1 week at 9am', '2026-11-30 09:00:00'],
  ['now +1 day 10:00', '2026-11-19 10:00:00'],
  ['May 10, 3pm', '2026-05-10 15:00:00'],
])('The date "%s" is %s', (input, expected) => {
  expect(read(input)).toBe(expected);
});

test.each([
  ['+2 weeks', '2026-12-02 14:23:45'],
  // An unencoded '+' of a query string arrives as a space.
  [' 2 weeks', '2026-12-02 14:23:45'],
  ['+3 months', '2027-02-18 14:23:45'],
  ['-1 day', '2026-11-17 14:23:45'],
  ['in 3 days', '2026-11-21 14:23:45'],
  ['3 days ago', '2026-11-15 14:23:45'],
  ['a week from now', '2026-11-25 14:23:45'],
  ['in two weeks and 3 days', '2026-12-05 14:23:45'],
  ['+1 week 2 days', '2026-11-27 14:23:45'],
  ['+1 week -2 days', '2026-11-23 14:23:45'],
  ['+1 year', '2027-11-18 14:23:45'],
  ['next month', '2026-12-18 14:23:45'],
  ['last week 5pm', '2026-11-11 17:00:00'],
  ['+2 weeks 9am', '2026-12-02 09:00:00'],
  ['in 3 hours', '2026-11-18 22:23:45Z'],
  ['-90 minutes', '2026-11-18 17:53:45Z'],
  ['+1 day 2 hours', '2026-11-19 21:23:45Z'],
])('The date "%s" is %s', (input, expected) => {
  expect(read(input)).toBe(expected);
});

describe('other times and zones', () => {
  test('Relative dates refer to the day in the zone', () => {
    expect(read('tomorrow', '2026-11-18 23:30:00', 'Asia/Tokyo')).toBe('2026-11-19 00:00:00 D');
    expect(read('today', '2027-01-01 00:30:00', 'Pacific/Kiritimati')).toBe('2027-01-01 00:00:00 D');
  });

  test('Adding months stops at the last day of a shorter month', () => {
    expect(read('+1 month', '2027-01-31 10:00:00')).toBe('2027-02-28 10:00:00');
  });

  test('Across a clock change days keep the clock time and hours are exact', () => {
    expect(read('+1 day', '2027-03-13 14:00:00')).toBe('2027-03-14 14:00:00');
    expect(read('+24 hours', '2027-03-13 14:00:00')).toBe('2027-03-14 19:00:00Z');
  });

  test('Every weekday is found from every other', () => {
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    for (let today = 0; today < 7; today += 1) {
      const from = `2027-03-0${today + 1} 12:00:00`; // 1 March 2027 is a Monday.
      names.forEach((name, wanted) => {
        const ahead = (wanted - today + 7) % 7;
        const day = (n: number) => `2027-03-${String(today + 1 + n).padStart(2, '0')} 00:00:00 D`;
        expect(read(name, from, 'UTC')).toBe(day(ahead));
        expect(read(`next ${name}`, from, 'UTC')).toBe(day(ahead || 7));
        if (today + 1 + ahead - 7 > 0) expect(read(`last ${name}`, from, 'UTC')).toBe(day(ahead - 7));
      });
    }
  });
});

test.each([
  ...[
    'tonight',
    'tomorrow morning',
    'last night',
    'this weekend',
    'next weekday',
    'this month',
    'march',
    'second',
    'christmas',
  ],
  ...[
    'one day',
    'a day',
    'a week',
    'in',
    'ago',
    'in days',
    'in 3',
    'in 3 days ago',
    'in three hundred days',
    '+ days',
    '+2 blinks',
  ],
  ...[
    'fifth monday of february 2027',
    'first day of',
    'tomorrow 25:00',
    'tomorrow 5',
    'tomorrow tomorrow',
    'today yesterday',
    'monday tomorrow',
    'now 9am',
    'now 9am +1 day',
    'tomorrow 9am +1 week 10am',
    'tomorrow +2 hours 10:00',
    'tomorrow 10 2 hours',
    'in 3 hours 9am',
  ],
  ...[
    'friday to sunday',
    'today - tomorrow',
    'today-tomorrow',
    '30 February next year',
    'january next next year',
    '9am 10am tomorrow',
    '29 February',
    '10 May 20',
    '5/10',
    'tomorrow 9am PST',
  ],
  ...['+9000 years', '-3000 years', '+999999 years', '999999 years ago', '+999999 hours 999999 years'],
])('%j is no date', (input) => {
  expect(read(input)).toBeUndefined();
});

test.each([
  ...['tomorrow', 'now', '+2 weeks', 'next monday 9am', '10 May', 'noon', 'monday'],
  // A refused date need not be uncacheable.
  ...['', 'garbage', '2031-02-30'],
])('The meaning of %j depends on the current time', (input) => {
  expect(isRelativeDate(input)).toBe(true);
});

test.each([
  ...[
    '2027-05-10',
    '20270510',
    '1810000000',
    '2027-05-10T10:00:00Z',
    '05/10/2027 3pm',
    'May 6, 2031 8:00 AM',
    ' 2027-05-10 ',
  ],
  ...['2027-05-10 10:00 Europe/Paris', '2027-05', 'May 2027', '@5'],
])('The meaning of %j does not depend on the current time', (input) => {
  expect(isRelativeDate(input)).toBe(false);
});
