import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { createZoneData } from './abbreviations.ts';
import { firstSecond, formatUtc, lastSecond, secondsPerDay } from './civil.ts';
import { createZones } from './zones.ts';

const zones = createZones();
const at = (wall: string, zone: string) => zones.toEpoch(wall, zone);

describe('accepted zones', () => {
  test.each([
    ['America/New_York', 'America/New_York'],
    ['america/NEW_york', 'America/New_York'],
    ['us/eastern', 'US/Eastern'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['ASIA/CALCUTTA', 'Asia/Calcutta'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['utc', 'UTC'],
    ['gmt', 'GMT'],
    ['est', 'EST'],
    ['est5edt', 'EST5EDT'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['UTC', 'UTC'],
    ['UTC+0', 'UTC+0'],
    ['UTC5', 'UTC5'],
    ['UTC-7', 'UTC-7'],
    ['UTC+05', 'UTC+05'],
    ['UTC+5.5', 'UTC+5.5'],
    ['UTC-9.25', 'UTC-9.25'],
    ['UTC+5:45', 'UTC+5:45'],
    ['UTC+14', 'UTC+14'],
    ['UTC-14:00', 'UTC-14:00'],
  ])('%s is %s', (text, zone) => {
    expect(zones.parse(text)).toBe(zone);
  });
});

test.each([
  ...['', ' ', 'EST5', 'foo', 'New York', 'Mars/Olympus', 'Z', '+02:00', 'PST', 'America', 'Europe/Paris '],
  ...[
    'UTC+99',
    'UTC+14:01',
    'UTC+14.25',
    'UTC-15',
    'UTCfoo',
    'UTC+',
    'UTC+abc',
    'UTC+5.3',
    'UTC+5:60',
    'UTC 5',
    'utc+2',
  ],
  ...['UTC+530', '__proto__', 'constructor'],
])('%j is no zone', (text) => {
  expect(zones.parse(text)).toBeUndefined();
});

const names = createZoneData().names();

test('Every IANA name is accepted unchanged', () => {
  expect(names.length).toBeGreaterThan(590);
  expect(names.filter((name) => zones.parse(name) !== name)).toEqual([]);
});

describe('wall clocks and instants', () => {
  test.each([
    ['America/New_York', '2031-07-01 10:00:00', '2031-07-01 14:00:00', 'EDT'],
    ['America/New_York', '2031-01-10 10:00:00', '2031-01-10 15:00:00', 'EST'],
    ['America/New_York', '2050-07-01 10:00:00', '2050-07-01 14:00:00', 'EDT'],
    ['Europe/London', '2031-07-01 10:00:00', '2031-07-01 09:00:00', 'BST'],
    ['Europe/London', '1970-01-01 00:00:00', '1969-12-31 23:00:00', 'BST'],
    ['Europe/Dublin', '2031-07-01 10:00:00', '2031-07-01 09:00:00', 'IST'],
    ['Asia/Tokyo', '2031-07-01 01:00:00', '2031-06-30 16:00:00', 'JST'],
    ['Asia/Kolkata', '2031-07-01 10:00:00', '2031-07-01 04:30:00', 'IST'],
    ['Australia/Sydney', '2031-01-01 10:00:00', '2030-12-31 23:00:00', 'AEDT'],
    ['America/Sao_Paulo', '2031-01-01 10:00:00', '2031-01-01 13:00:00', '-03'],
    ['Asia/Kathmandu', '2031-01-01 10:00:00', '2031-01-01 04:15:00', '+0545'],
    ['Etc/GMT+5', '2031-01-01 10:00:00', '2031-01-01 15:00:00', '-05'],
    ['GMT', '2031-07-01 10:00:00', '2031-07-01 10:00:00', 'GMT'],
    ['UTC', '2031-07-01 10:00:00', '2031-07-01 10:00:00', 'UTC'],
    ['UTC-7', '2031-07-01 20:00:00', '2031-07-02 03:00:00', 'UTC-7'],
    ['UTC+5.5', '2031-07-01 10:00:00', '2031-07-01 04:30:00', 'UTC+5.5'],
    ['UTC+5:45', '2031-07-01 10:00:00', '2031-07-01 04:15:00', 'UTC+5:45'],
    ['Africa/Monrovia', '1971-01-01 00:00:00', '1971-01-01 00:44:30', 'MMT'],
    ['Asia/Tokyo', '0001-01-02 00:00:00', '0001-01-01 14:41:01', 'LMT'],
    ['America/New_York', '9999-12-31 18:59:59', '9999-12-31 23:59:59', 'EST'],
  ])('%s %s is %s UTC, %s', (zone, wall, utc, abbreviation) => {
    const { epoch, wall: kept } = at(wall, zone);
    expect([kept, formatUtc(epoch), zones.toWall(epoch, zone)]).toEqual([wall, utc, wall]);
    expect(zones.abbreviation(epoch, zone)).toBe(abbreviation);
  });

  test.each([
    ['in the gap', 'America/New_York', '2031-03-09 02:30:00', '2031-03-09 03:30:00', '2031-03-09 07:30:00'],
    ['just before it', 'America/New_York', '2031-03-09 01:59:59', '2031-03-09 01:59:59', '2031-03-09 06:59:59'],
    ['just after it', 'America/New_York', '2031-03-09 03:00:00', '2031-03-09 03:00:00', '2031-03-09 07:00:00'],
    ['half an hour', 'Australia/Lord_Howe', '2031-10-05 02:15:00', '2031-10-05 02:45:00', '2031-10-04 15:45:00'],
    ['a day never lived', 'Pacific/Apia', '2011-12-30 10:00:00', '2011-12-31 10:00:00', '2011-12-30 20:00:00'],
    ['twice', 'America/New_York', '2031-11-02 01:30:00', '2031-11-02 01:30:00', '2031-11-02 05:30:00'],
    ['twice, east', 'Europe/Berlin', '2031-10-26 02:30:00', '2031-10-26 02:30:00', '2031-10-26 00:30:00'],
  ])('%s: %s %s', (_, zone, wall, moved, utc) => {
    const answer = at(wall, zone);
    expect([answer.wall, formatUtc(answer.epoch)]).toEqual([moved, utc]);
  });

  test('The midnight after the last day has an instant', () => {
    expect(at('10000-01-01 00:00:00', 'UTC').epoch).toBe(lastSecond + 1);
  });

  test('Unknown zones and wall clocks throw', () => {
    expect(() => zones.toWall(0, 'Mars/Olympus')).toThrow(RangeError);
    expect(() => at('2031-02-30 00:00:00', 'UTC')).toThrow(RangeError);
  });
});

test('Offsets are those of Temporal at any instant in any zone, in whatever order they are requested', () => {
  const epoch = fc.oneof(
    fc.integer({ min: firstSecond + secondsPerDay, max: lastSecond - secondsPerDay }),
    fc.integer({ min: -2_500_000_000, max: 4_000_000_000 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(epoch, { minLength: 1, maxLength: 4 }), (zone, epochs) => {
      for (const second of epochs) {
        const exact = Temporal.Instant.fromEpochMilliseconds(second * 1_000).toZonedDateTimeISO(zone);
        expect(zones.offsetSeconds(second, zone)).toBe(exact.offsetNanoseconds / 1e9);
        expect(zones.abbreviation(second, zone)).toMatch(/^(?:[A-Za-z]{2,5}|[+-]\d\d(?:\d\d)?|-00)$/);
      }
    }),
    { numRuns: runs(100) },
  );
});
