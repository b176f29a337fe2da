import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { parseWall } from '../dates/civil.ts';
import { createZones } from '../dates/zones.ts';
import { timeZoneLines } from './time-zone.ts';

const zones = createZones();
const utc = (wall: string): number => parseWall(wall) as number;

/** Zones of both hemispheres, without summer time, with half hours, with changed rules, and with a fixed offset. */
const names = [
  ...[
    'Europe/Dublin',
    'Europe/Paris',
    'America/New_York',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ],
  ...['Africa/Casablanca', 'Europe/Volgograd', 'Pacific/Apia', 'Asia/Pyongyang', 'America/Caracas', 'Asia/Tehran'],
  ...['Africa/Monrovia', 'Antarctica/Troll', 'UTC+5:30', 'UTC-3'],
];

function zoneOf(text: string): ICAL.Timezone {
  const calendar = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${text}END:VCALENDAR\r\n`));
  return new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') as ICAL.Component);
}

const readBy = (zone: ICAL.Timezone, wall: string): number => {
  const time = ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'));
  time.zone = zone;
  return time.toUnixTime();
};

function comesTwice(wall: string, zone: string): boolean {
  const { epoch } = zones.toEpoch(wall, zone);
  const { to: end } = zones.interval(epoch, zone);
  if (!Number.isFinite(end)) return false;
  const setBack = zones.offsetSeconds(epoch, zone) - zones.offsetSeconds(end, zone);
  return setBack > 0 && epoch + setBack >= end;
}

test('A wall clock occurs twice when clocks are set back', () => {
  const inVolgograd = (time: string) => comesTwice(`2020-12-27 ${time}`, 'Europe/Volgograd');
  expect(['00:59:59', '01:00:00', '01:59:59', '02:00:00'].map(inVolgograd)).toEqual([false, true, true, false]);
  expect(comesTwice('2027-03-28 02:30:00', 'Europe/Paris')).toBe(false);
});

test.each(names)('The VTIMEZONE of %s has the same offsets in another program', (zone) => {
  const instant = fc.integer({ min: utc('1975-01-01 00:00:00'), max: utc('2037-12-31 00:00:00') });
  fc.assert(
    fc.property(instant, instant, instant, (a, b, c) => {
      const [from, between, to] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
      const parsed = zoneOf(timeZoneLines({ zone, from, to }, zones));
      for (const epoch of [from, between, to]) {
        const wall = zones.toWall(epoch, zone);
        // An ambiguous time means the first instant (RFC 5545, 3.3.5); the other program takes the second.
        if (!comesTwice(wall, zone)) expect(readBy(parsed, wall), wall).toBe(epoch);
      }
    }),
    { numRuns: runs(60) },
  );
});

test('A VTIMEZONE contains the change before the first event and those up to the last one only', () => {
  const used = { zone: 'Europe/Dublin', from: utc('2027-01-10 10:00:00'), to: utc('2028-06-01 10:00:00') };
  const winter = ['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0000', 'TZNAME:GMT', 'END:STANDARD'];
  const summer = ['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100', 'TZNAME:IST', 'END:DAYLIGHT'];
  expect(timeZoneLines(used, zones).split('\r\n')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Dublin',
    ...['BEGIN:STANDARD', 'DTSTART:20261025T020000', ...winter],
    ...['BEGIN:DAYLIGHT', 'DTSTART:20270328T010000', ...summer],
    ...['BEGIN:STANDARD', 'DTSTART:20271031T020000', ...winter],
    ...['BEGIN:DAYLIGHT', 'DTSTART:20280326T010000', ...summer],
    'END:VTIMEZONE',
    '',
  ]);
});

test('A lasting change to a larger offset is standard time', () => {
  const used = { zone: 'Europe/Volgograd', from: utc('2018-06-01 10:00:00'), to: utc('2021-06-01 10:00:00') };
  expect(timeZoneLines(used, zones)).not.toContain('DAYLIGHT');
});

test('A zone that never changed has one observance', () => {
  const used = { zone: 'UTC+5:30', from: utc('1960-01-01 00:00:00'), to: utc('2027-01-01 00:00:00') };
  expect(timeZoneLines(used, zones)).toContain('DTSTART:16010101T000000\r\nTZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530');
});
