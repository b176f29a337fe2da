import { expect, test } from 'vitest';
import { createZones } from '../../core/dates/zones.ts';
import { zoneNamed } from './time-zones.ts';

const zones = createZones();

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['"Europe/Vienna"', 'Europe/Vienna'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['central asia standard time', 'Asia/Bishkek'],
  ['Mountain Standard Time (Mexico)', 'America/Mazatlan'],
  ['UTC', 'UTC'],
  ['Customized Time Zone', undefined],
])('The time zone name %s means %s', (name, zone) => expect(zoneNamed(name, zones)).toBe(zone));
