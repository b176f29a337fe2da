// Online events of calendar files.
import { expect, test } from 'vitest';
import { openTestCalendar } from '../support.ts';
import { calendarOf, importText, meeting, onlyEvent } from './support.ts';

test.each([
  ['CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example/1', 'online'],
  ['X-GOOGLE-CONFERENCE:https://meet.example/1', 'online'],
  ['LOCATION:https://meet.example/1', 'online'],
  ['LOCATION:Town Hall\r\nCONFERENCE;VALUE=URI:https://meet.example/1', 'mixed'],
])('%s sets attendance mode and online URL', async (lines, mode) => {
  const calendar = await openTestCalendar();
  await importText(calendar, calendarOf([meeting('a@x', ...lines.split('\r\n'))]));
  expect(await onlyEvent(calendar)).toMatchObject({ attendance_mode: mode, online_url: 'https://meet.example/1' });
});

test('A URL that is both place and conference is the conference, without a note', async () => {
  const calendar = await openTestCalendar();
  const lines = ['LOCATION:https://meet.example/1', 'CONFERENCE;VALUE=URI:https://meet.example/1'];
  const { report } = await importText(calendar, calendarOf([meeting('a@x', ...lines)]));
  expect(report.notes).toEqual([]);
  expect(await onlyEvent(calendar)).toMatchObject({
    attendance_mode: 'online',
    online_url: 'https://meet.example/1',
    texts: { en: { website: '' } },
  });
});
