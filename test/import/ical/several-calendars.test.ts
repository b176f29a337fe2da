// Calendar files that were put together from several.
import { expect, test } from 'vitest';
import { openTestCalendar } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting } from './support.ts';

test('Each of several calendars in a file has its own zone, and is published or cancelled by itself', async () => {
  const calendar = await openTestCalendar();
  const floating = (uid: string) => meeting(uid, 'DTSTART:20270201T100000', 'ORGANIZER;CN=Club:mailto:club@x.example');
  await importText(calendar, calendarOf([meeting('c@x')]));
  await importText(
    calendar,
    [
      calendarOf([floating('a@x')], ['X-WR-TIMEZONE:Europe/Berlin', 'METHOD:PUBLISH']),
      calendarOf([floating('b@x')]),
      calendarOf([meeting('c@x')], ['METHOD:CANCEL']),
      calendarOf([meeting('d@x')], ['X-WR-TIMEZONE:Asia/Tokyo']).replace('//test//', '//Kalends//'),
    ].join(''),
  );
  const { events, organizers } = await contentsOf(calendar);
  expect(events.map((event) => [event.external_id, event['timezone'], event['event_status']])).toEqual([
    ['c@x', 'America/New_York', 'canceled'],
    ['a@x', 'Europe/Berlin', 'scheduled'],
    ['b@x', 'America/New_York', 'scheduled'],
    ['d@x', 'Asia/Tokyo', 'scheduled'],
  ]);
  // Only the last calendar is by a Kalends, where addresses are public.
  expect(organizers).toMatchObject([{ email: '' }]);
});
