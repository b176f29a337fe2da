// Online events of calendar files.
import { expect, test } from 'vitest';
import { openTestCalendar } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting, onlyEvent } from './support.ts';

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

test.each([
  'Microsoft Teams Meeting',
  'Microsoft Teams-Besprechung',
  'Réunion Microsoft Teams',
  'Microsoft Teams 会議',
])('A meeting of Teams whose location is %s takes place online, without a venue', async (location) => {
  const calendar = await openTestCalendar();
  const url = 'X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/1';
  await importText(calendar, calendarOf([meeting('a@x', `LOCATION:${location}`, url)]));
  expect(await onlyEvent(calendar)).toMatchObject({ attendance_mode: 'online', venues: [] });
  const other = await openTestCalendar();
  await importText(other, calendarOf([meeting('a@x', `LOCATION:${location}\\; Room 5`, url)]));
  expect(await onlyEvent(other)).toMatchObject({ attendance_mode: 'mixed', venues: [expect.any(Number)] });
  expect((await contentsOf(other)).venues).toMatchObject([{ texts: { en: { title: 'Room 5' } } }]);
});

test.each(['Online', 'Online event', 'Online-Veranstaltung', 'Événement en ligne', 'オンライン'])(
  'An event whose location is %s, as Meetup writes, takes place online, without a venue',
  async (location) => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([meeting('a@x', `LOCATION:${location}`)]));
    expect(await onlyEvent(calendar)).toMatchObject({ attendance_mode: 'online', venues: [] });
  },
);

test('A place whose name begins with Online is a venue', async () => {
  const calendar = await openTestCalendar();
  await importText(calendar, calendarOf([meeting('a@x', 'LOCATION:Online Café')]));
  expect(await onlyEvent(calendar)).toMatchObject({ attendance_mode: 'offline', venues: [expect.any(Number)] });
});
