// A calendar file that is imported again after its source has changed.
import { describe, expect, test } from 'vitest';
import { openTestCalendar, remarksOf } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting, onlyEvent } from './support.ts';

/** The event as the source has it on that day of January. */
const on = (day: number, ...lines: string[]) =>
  calendarOf([meeting('a@x', `LAST-MODIFIED:2026010${day}T000000Z`, ...lines)]);

describe('an event that changes at its source', () => {
  test.each([
    ['LOCATION:https://meet.example/1'],
    ['LOCATION:https://meet.example/1\r\nURL:https://meet.example/1'],
    ['CONFERENCE;VALUE=URI:https://meet.example/1'],
    ['LOCATION:\r\nX-GOOGLE-CONFERENCE:https://meet.example/1'],
  ])('An online event by %j that moves to a place is no longer online', async (lines) => {
    const calendar = await openTestCalendar();
    await importText(calendar, on(1, ...lines.split('\r\n')));
    expect(await onlyEvent(calendar)).toMatchObject({ attendance_mode: 'online' });
    await importText(calendar, on(2, 'LOCATION:Town Hall'));
    const event = await onlyEvent(calendar);
    expect(event).toMatchObject({ attendance_mode: 'offline', online_url: '', venues: [expect.any(Number)] });
  });

  test.each([
    ['LOCATION:https://meet.example/1'],
    ['LOCATION:https://meet.example/1\r\nCONFERENCE;VALUE=URI:https://meet.example/1'],
    ['LOCATION:\r\nX-GOOGLE-CONFERENCE:https://meet.example/1'],
  ])('An event at a place that moves online by %j is no longer there', async (lines) => {
    const calendar = await openTestCalendar();
    await importText(calendar, on(1, 'LOCATION:Town Hall'));
    await importText(calendar, on(2, ...lines.split('\r\n')));
    const stream = { attendance_mode: 'online', online_url: 'https://meet.example/1' };
    expect(await onlyEvent(calendar)).toMatchObject({ ...stream, venues: [] });
  });

  test('An event at a place stays online as well if only people here know its stream', async () => {
    const calendar = await openTestCalendar();
    const stream = { attendance_mode: 'mixed', online_url: 'https://meet.example/1' } as const;
    await importText(calendar, on(1, 'LOCATION:Town Hall'));
    await calendar.store.write((db) => db.updateTable('events').set(stream).execute());
    await importText(calendar, on(2, 'LOCATION:Old Mill'));
    expect(await onlyEvent(calendar)).toMatchObject(stream);
  });

  test.each([
    ['STATUS:TENTATIVE', 'X-EVENT-STATUS:postponed'],
    ['STATUS:CANCELLED', 'X-EVENT-STATUS:canceled'],
  ])('An event with %s and %s that is confirmed takes place as scheduled, for no reason', async (...status) => {
    const calendar = await openTestCalendar();
    await importText(calendar, on(1, ...status, 'COMMENT:Storm'));
    expect(await onlyEvent(calendar)).toMatchObject({ texts: { en: { event_status_reason: 'Storm' } } });
    await importText(calendar, on(2, 'STATUS:CONFIRMED'));
    const event = await onlyEvent(calendar);
    expect(event).toMatchObject({ event_status: 'scheduled' });
    expect(event.texts['en']).not.toHaveProperty('event_status_reason', 'Storm');
  });
});

test('With --prune, events that are over stay if the source no longer contains any from their time', async () => {
  const calendar = await openTestCalendar();
  const day = (uid: string, date: string, ...lines: string[]) =>
    meeting(uid, `DTSTART;VALUE=DATE:${date}`, ...lines).map((line) => line.replace('Meeting', uid));
  const daily = ['RRULE:FREQ=DAILY;COUNT=2'];
  const before = [
    day('past', '20270103'),
    day('past series', '20270104', ...daily),
    day('running series', '20270114', ...daily),
    day('future', '20270203'),
    day('kept', '20270204'),
  ];
  await importText(calendar, calendarOf(before));
  const later = calendarOf([day('kept', '20270204')]);
  // Two runs, because the second knows what the first has left.
  for (let time = 0; time < 2; time++) await importText(calendar, later, { files: { prune: true } });
  const { events } = await contentsOf(calendar);
  const withStatus = (status: string) =>
    new Set(events.filter((event) => event['status'] === status).map(({ texts }) => texts['en']?.title));
  expect(withStatus('publish')).toEqual(new Set(['past', 'past series', 'kept']));
  expect(withStatus('trash')).toEqual(new Set(['running series', 'future']));
});

test('With --prune, an event that is over is trashed if the source contains others from its time', async () => {
  const calendar = await openTestCalendar();
  const older = meeting('older@x', 'DTSTART:20270102T100000Z');
  await importText(calendar, calendarOf([older, meeting('over@x', 'DTSTART:20270103T100000Z')]));
  const { report } = await importText(calendar, calendarOf([older]), { files: { prune: true } });
  expect(remarksOf(report.notes)['is no longer in the source; moved to the trash']).toHaveLength(1);
});

test('With --prune, removed events and sub-events are reported once each, by their short titles', async () => {
  const calendar = await openTestCalendar();
  const longTitle = (line: string) => line.replace('Meeting', 'x'.repeat(100));
  const kept = meeting('kept@x', 'DTSTART:20270102T100000Z');
  const above = meeting('above@x', 'DTSTART:20270103T100000Z').map(longTitle);
  const below = meeting('below@x', 'DTSTART:20270103T100000Z', 'RELATED-TO:above@x');
  await importText(calendar, calendarOf([kept, above, below]));
  const { report } = await importText(calendar, calendarOf([kept]), { files: { prune: true } });
  expect(report.counts.events).toMatchObject({ updated: 2, unchanged: 1 });
  expect(remarksOf(report.notes)).toEqual({
    'is no longer in the source; moved to the trash': [
      expect.stringMatching(/^event \d+ "x{59}…"$/),
      expect.stringMatching(/^event \d+ "Meeting"$/),
    ],
  });
});

test.each(['', 'u'])(
  'An event is recognised by a UID of many emoji after "%s", wherever its key is cut',
  async (start) => {
    const calendar = await openTestCalendar();
    const file = calendarOf([meeting(`${start}${'😀'.repeat(200)}@x`)]);
    await importText(calendar, file);
    expect((await importText(calendar, file)).report.counts.events).toMatchObject({ created: 0, unchanged: 1 });
  },
);
