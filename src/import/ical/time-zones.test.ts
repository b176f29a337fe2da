import { expect, test } from 'vitest';
import { formatUtc } from '../../core/dates/civil.ts';
import { createZones } from '../../core/dates/zones.ts';
import { createZoneFinder, zoneNamed } from './time-zones.ts';

const zones = createZones();

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['"Europe/Vienna"', 'Europe/Vienna'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['central asia standard time', 'Asia/Bishkek'],
  ['Mountain Standard Time (Mexico)', 'America/Mazatlan'],
  ['UTC', 'UTC'],
  ['tzone://Microsoft/Utc', 'UTC'],
  ['GMT+0200', 'UTC+02:00'],
  ['-05:30', 'UTC-05:30'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT+00.00) Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London', 'Europe/Dublin'],
  ['(UTC+07:00) Amsterdam', undefined],
  ['Customized Time Zone', undefined],
])('The time zone name %s means %s', (name, zone) => expect(zoneNamed(name, zones)).toBe(zone));

const definition = (winter: string[], summer: string[]) =>
  [
    'TZID:X',
    ...['BEGIN:STANDARD', ...winter, 'TZOFFSETFROM:+0130', 'TZOFFSETTO:+0030', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', ...summer, 'TZOFFSETFROM:+0030', 'TZOFFSETTO:+0130', 'END:DAYLIGHT'],
  ].map((text, at) => ({ number: at + 1, text, isCut: false }));

test.each([
  [
    'DTSTART and RDATE without a rule',
    definition(
      ['DTSTART:20261025T030000', 'RDATE:20271031T030000,20281029T030000'],
      ['DTSTART:20260329T020000', 'RDATE:20270328T020000', 'RDATE:20280326T020000'],
    ),
  ],
  [
    'rules with hours and minutes',
    definition(
      ['DTSTART:20001029T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;BYHOUR=3;BYMINUTE=0'],
      ['DTSTART:20000326T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;BYHOUR=2;BYMINUTE=0'],
    ),
  ],
])('A zone that a file defines by %s has the right clocks', (_, lines) => {
  const now = Date.UTC(2027, 0, 15) / 1000;
  const findZone = createZoneFinder(new Map([['X', { calendar: 0, line: 1, lines }]]), { zones, siteZone: 'UTC', now });
  const { zone } = findZone('X');
  const utc = ['2026-12-01 10:00:00', '2027-03-01 10:00:00', '2027-07-01 10:00:00', '2027-12-01 10:00:00'].map(
    (wall) => (zone?.isOwn ? formatUtc(zone.toEpoch(wall).epoch).slice(0, 16) : undefined),
  );
  expect(utc).toEqual(['2026-12-01 09:30', '2027-03-01 09:30', '2027-07-01 08:30', '2027-12-01 09:30']);
});
