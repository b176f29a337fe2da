import { expect, test } from 'vitest';
import { openTestCalendar } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting } from './support.ts';

test.each<[written: string, lat: number | null, lng: number | null]>([
  ['52.1;13.2', 52.1, 13.2],
  // RFC 5545, 3.8.1.6, has a semicolon; some programs write a comma.
  ['52.1,13.2', 52.1, 13.2],
  ['-33.9, 151.2', -33.9, 151.2],
  // Others escape it, as in texts.
  ['52.1\\;13.2', 52.1, 13.2],
  ['52.1\\,13.2', 52.1, 13.2],
  ['52,1;13,2', null, null],
  ['52,1,13,2', null, null],
  ['52.1,', null, null],
  ['152.1,13.2', null, null],
  ['0;0', null, null],
])('A venue whose GEO is %s has the latitude %j and the longitude %j', async (written, geo_lat, geo_lng) => {
  const calendar = await openTestCalendar();
  await importText(calendar, calendarOf([meeting('a@x', 'LOCATION:Old Mill', `GEO:${written}`)]));
  expect((await contentsOf(calendar)).venues).toMatchObject([{ geo_lat, geo_lng }]);
});

test.each(['geo:52.1,13.2', 'geo:52.1\\,13.2', 'geo:52.1,13.2;u=35'])(
  'The structured location %s of Apple has coordinates',
  async (uri) => {
    const calendar = await openTestCalendar();
    const place = `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Old Mill:${uri}`;
    await importText(calendar, calendarOf([meeting('a@x', place)]));
    expect((await contentsOf(calendar)).venues).toMatchObject([{ geo_lat: 52.1, geo_lng: 13.2 }]);
  },
);
