// Broken, hostile and other files that are not valid calendars.
import { describe, expect, test } from 'vitest';
import { fileOf, importFiles, openTestCalendar, remarksOf } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting, onlyEvent } from './support.ts';

const head = 'BEGIN:VCALENDAR\nVERSION:2.0\n';
const event = `BEGIN:VEVENT\n${meeting('a@x').join('\n')}\n`;

describe('damaged calendar files', () => {
  test.each([
    ['breaks off in an event', head + event, 'breaks off: the VEVENT that begins here has no END (line 3)'],
    ['breaks off after an event', `${head}${event}END:VEVENT\n`, 'breaks off: the VCALENDAR that begins here'],
    [
      'lacks the end of an event',
      `${head}${event}${event}END:VEVENT\nEND:VCALENDAR\n`,
      'is damaged: the VEVENT that begins in line 3 has no END before the next one (line 9)',
    ],
    ['ends what has not begun', `${head}END:VEVENT\n`, 'is damaged: END:VEVENT where END:VCALENDAR is due (line 3)'],
    ['begins with an event', `${event}END:VEVENT\n`, 'is not a calendar file: it begins with BEGIN:VEVENT (line 1)'],
    ['is a web page', '<!doctype html><html></html>', 'is a web page, not a calendar'],
    ['is empty', '', 'is empty: there is no calendar in it'],
    ['is plain text', 'Hello there\n', 'is not a calendar file: it does not begin with BEGIN:VCALENDAR (line 1)'],
    [
      'is a vCalendar of the nineties',
      'BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR\n',
      'is a vCalendar of version 1.0',
    ],
    ['is compressed', Buffer.from([0x1f, 0x8b, 8, 0, 0]), 'is compressed (gzip); unpack it first'],
    [
      'is nested without end',
      head + Array.from({ length: 100 }, (_, at) => `BEGIN:X-${at}\n`).join(''),
      'has components nested more than 32 deep (line 34)',
    ],
    [
      'has an event of many megabytes',
      `${head}BEGIN:VEVENT\n${`DESCRIPTION:${'x'.repeat(400_000)}\n`.repeat(8)}`,
      'has a VEVENT of more than 2 MiB',
    ],
  ])('A calendar file that %s is refused', async (_, text, problem) => {
    const calendar = await openTestCalendar();
    await expect(importText(calendar, text)).rejects.toThrow(`calendar.ics ${problem}`);
    expect((await contentsOf(calendar)).events).toEqual([]);
  });

  test('If one file is damaged, no file of the import is imported', async () => {
    const calendar = await openTestCalendar();
    const files = [
      fileOf(calendar.folder, 'good.ics', calendarOf([meeting('a@x')])),
      fileOf(calendar.folder, 'bad.ics', head + event),
    ];
    await expect(importFiles(calendar.store, files)).rejects.toThrow('bad.ics breaks off');
    expect((await contentsOf(calendar)).events).toEqual([]);
  });
});

describe('damaged events', () => {
  test.each([
    ['no start', ['UID:b@x', 'SUMMARY:B'], 'has no start date'],
    ['an invalid start', meeting('b@x', 'DTSTART:20271301T250000Z'), 'has an invalid start'],
    ['an invalid start with dashes', meeting('b@x', 'DTSTART:2027-13-01T10:00:00'), 'has an invalid start'],
    ['a start with slashes', meeting('b@x', 'DTSTART:2027/01/01 10:00'), 'has an invalid start'],
    ['a start beyond the years', meeting('b@x', 'DTSTART:00000101T100000Z'), 'has an invalid start'],
    ['a line without a value', meeting('b@x', 'DTSTART'), 'has a line that cannot be read'],
    ['an invalid recurrence id', meeting('b@x', 'RECURRENCE-ID:never'), 'has an invalid recurrence id'],
  ])('An event with %s is skipped, the others are imported', async (_, lines, reason) => {
    const calendar = await openTestCalendar();
    const { report } = await importText(calendar, calendarOf([lines, meeting('a@x')]));
    expect(report.counts.events).toMatchObject({ created: 1, skipped: 1 });
    expect(remarksOf(report.skipped)[reason]?.[0]).toMatch(/^event.* in line 4/);
  });

  test.each([
    ['An invalid line', 'GEO', 'has a line that cannot be read; left out'],
    ['A line that is too long', `DESCRIPTION:${'x'.repeat(3_000_000)}`, 'has a line that is too long; left out'],
    ['An invalid duration', 'DURATION:soon', 'has an invalid duration; it ends when it starts'],
    ['An invalid end', 'DTEND:soon', 'has an invalid end; it ends when it starts'],
    ['An invalid EXDATE', 'EXDATE:soon', undefined],
  ])('%s is left out and reported', async (_, line, note) => {
    const calendar = await openTestCalendar();
    const start = 'DTSTART:20270101T100000Z';
    const { report } = await importText(calendar, calendarOf([meeting('a@x', start, line)]));
    expect(report.counts.events.created).toBe(1);
    if (note) expect(Object.keys(remarksOf(report.notes))).toEqual([note]);
  });

  test('A date that cannot be read is quoted as it stands in the file', async () => {
    const calendar = await openTestCalendar();
    const start = 'DTSTART;TZID="Town: Hall":garbage';
    const text = calendarOf([meeting('b@x', start), meeting('a@x', 'DTSTART:20270101T100000Z', 'DTEND:next week')]);
    const { report } = await importText(calendar, text);
    expect(remarksOf(report.skipped)['has an invalid start']?.[0]).toMatch(/: garbage$/);
    expect(remarksOf(report.notes)['has an invalid end; it ends when it starts']?.[0]).toMatch(/: next week$/);
  });

  test('An end before the start is quoted as it stands in the file', async () => {
    const calendar = await openTestCalendar();
    const lines = ['DTSTART:20270412T100000', 'DTEND:20270412'];
    const { report } = await importText(calendar, calendarOf([meeting('a@x', ...lines)]));
    expect(remarksOf(report.notes)['ends before it starts; the end is now the start']?.[0]).toMatch(/: 20270412$/);
  });

  test('An end after the year 9999 is left out', async () => {
    const calendar = await openTestCalendar();
    const lines = ['DTSTART;VALUE=DATE:20270405', 'DTEND:99991231T235959Z'];
    const { report } = await importText(calendar, calendarOf([meeting('a@x', ...lines)], ['X-WR-TIMEZONE:Asia/Tokyo']));
    expect(Object.keys(remarksOf(report.notes))).toEqual(['has an invalid end; it ends when it starts']);
    expect(await onlyEvent(calendar)).toMatchObject({ end_date: '2027-04-05 23:59:59' });
  });

  test('Of two events with the same UID the newest is imported', async () => {
    const calendar = await openTestCalendar();
    const version = (sequence: number, title: string) => [
      ...meeting('a@x').filter((line) => !line.startsWith('SUMMARY')),
      `SEQUENCE:${sequence}`,
      `SUMMARY:${title}`,
    ];
    const { report } = await importText(
      calendar,
      calendarOf([version(1, 'Old'), version(3, 'New'), version(2, 'Mid')]),
    );
    expect((await onlyEvent(calendar)).texts['en']?.title).toBe('New');
    expect(remarksOf(report.skipped)).toEqual({
      'has a UID that occurs more than once; the newest version is imported': [
        'event in line 4: a@x',
        'event in line 20: a@x',
      ],
    });
  });

  test('Equal events without a UID are imported once, as are two spellings of a recurrence id', async () => {
    const calendar = await openTestCalendar();
    const unnamed = meeting('').filter((line) => !line.startsWith('UID'));
    const spellings = ['RECURRENCE-ID:20270301T150000Z', 'RECURRENCE-ID;TZID=Europe/Paris:20270301T160000'];
    const { report } = await importText(
      calendar,
      calendarOf([unnamed, unnamed, ...spellings.map((line) => meeting('a@x', line))]),
    );
    expect(report.counts.events).toMatchObject({ created: 2, unchanged: 2 });
  });

  test('Events that are parents of each other do not become a cycle', async () => {
    const calendar = await openTestCalendar();
    const part = (uid: string, parent: string) => meeting(uid, `RELATED-TO:${parent}`);
    const text = calendarOf([part('a@x', 'b@x'), part('b@x', 'c@x'), part('c@x', 'a@x'), part('d@x', 'd@x')]);
    const { report } = await importText(calendar, text);
    const note = 'is a sub-event of one of its own sub-events; left unchanged';
    expect(Object.values(remarksOf(report.notes)[note] ?? {})).toHaveLength(1);
    const { events } = await contentsOf(calendar);
    const parents = Object.fromEntries(events.map(({ external_id, post_parent }) => [external_id, post_parent]));
    const idOf = (key: string) => events.find(({ external_id }) => external_id === key)?.id;
    expect(parents).toEqual({ 'a@x': idOf('b@x'), 'b@x': idOf('c@x'), 'c@x': 0, 'd@x': 0 });
  });

  test('Folds within a character, control characters and other encodings are read', async () => {
    const calendar = await openTestCalendar();
    const text = Buffer.from(calendarOf([meeting('a\u0001@x', 'LOCATION:Caf\u00e9\0 Bar')]));
    const at = text.indexOf(0xc3) + 1;
    const folded = Buffer.concat([text.subarray(0, at), Buffer.from('\r\n '), text.subarray(at)]);
    await importText(calendar, folded);
    const latin = Buffer.from(calendarOf([meeting('b@x', 'LOCATION:Caf\u00e9 Latin')]), 'latin1');
    const { report } = await importText(calendar, latin);
    expect(Object.keys(remarksOf(report.notes))).toEqual(['is not in UTF-8']);
    const { venues, events } = await contentsOf(calendar);
    expect(venues.map(({ texts }) => texts['en']?.title)).toEqual(['Café Bar', 'Café Latin']);
    expect(events.map(({ external_id }) => external_id)).toEqual(['a@x', 'b@x']);
  });
});

test('A percent-encoded e-mail address of an organizer is decoded', async () => {
  const calendar = await openTestCalendar();
  const text = calendarOf([meeting('a@x', 'ORGANIZER;CN=Bar:mailto:bar%2Btown@x.example')]);
  await importText(calendar, text, { files: { organizerAddresses: true } });
  expect((await contentsOf(calendar)).organizers).toMatchObject([{ email: 'bar+town@x.example' }]);
});

describe('endless rules and empty files', () => {
  const zone = (rule: string) => [
    'BEGIN:VTIMEZONE',
    'TZID:Endless',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `RRULE:${rule}`,
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];

  test.each(['FREQ=SECONDLY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=YEARLY;INTERVAL=100000000;BYDAY=5MO'])(
    'A time zone with the rule %s is not used',
    async (rule) => {
      const calendar = await openTestCalendar();
      const text = calendarOf([meeting('a@x', 'DTSTART;TZID=Endless:20270101T100000')], zone(rule));
      const { report } = await importText(calendar, text);
      expect(report.counts.events.created).toBe(1);
      expect(Object.keys(remarksOf(report.notes))[0]).toMatch(
        /^has a time zone whose definition in the file cannot be used; its hours are read/,
      );
    },
  );

  test('An empty calendar prunes nothing', async () => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([meeting('a@x')]));
    const { report } = await importText(calendar, calendarOf([]), { files: { prune: true } });
    expect(Object.keys(remarksOf(report.notes))).toEqual(['has no events at all; nothing was pruned']);
    expect(await onlyEvent(calendar)).toMatchObject({ status: 'publish' });
  });

  test('A cancelled series that was never imported is skipped, with its changed occurrences', async () => {
    const calendar = await openTestCalendar();
    const text = calendarOf([
      meeting('a@x', 'STATUS:CANCELLED', 'DTSTART:20270301T150000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
      meeting('a@x', 'RECURRENCE-ID:20270302T150000Z', 'DTSTART:20270302T180000Z'),
    ]);
    expect((await importText(calendar, text)).report.counts.events).toMatchObject({ created: 0, skipped: 1 });
  });
});
