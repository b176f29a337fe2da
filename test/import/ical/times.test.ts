// Times of events in calendar files: zones, days and recurrence.
import { describe, expect, test } from 'vitest';
import { openTestCalendar, remarksOf } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting, onlyEvent } from './support.ts';

const ownZone = [
  'BEGIN:VTIMEZONE',
  'TZID:My Zone',
  'BEGIN:STANDARD',
  'DTSTART:20001029T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20000326T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

const oddZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Odd',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0123',
  'TZOFFSETTO:+0123',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const berlin = { timezone: 'Europe/Berlin', start_date: '2027-07-01 10:00:00', utc_start_date: '2027-07-01 08:00:00' };

describe('the time of an event', () => {
  test.each([
    ['an IANA zone', 'DTSTART;TZID=Europe/Berlin:20270701T100000', [], berlin],
    ['a zone of Windows', 'DTSTART;TZID=W. Europe Standard Time:20270701T100000', [], berlin],
    [
      'a zone of Exchange, whose colon should be quoted',
      'DTSTART;TZID=tzone://Microsoft/Utc:20270701T100000',
      [],
      { timezone: 'UTC', start_date: '2027-07-01 10:00:00' },
    ],
    ['a fraction of a second', 'DTSTART:20270701T080000.000Z', ['X-WR-TIMEZONE:Europe/Berlin'], berlin],
    ['dashes and an offset', 'DTSTART:2027-07-01T10:00:00+02:00', ['X-WR-TIMEZONE:Europe/Berlin'], berlin],
    ['colons and no seconds', 'DTSTART;TZID=Europe/Berlin:20270701T10:00', [], berlin],
    ['a day with dashes', 'DTSTART;VALUE=DATE:2027-07-01', [], { all_day: true, start_date: '2027-07-01 00:00:00' }],
    ['a leap second', 'DTSTART;TZID=Europe/Berlin:20270701T095960', [], { utc_start_date: '2027-07-01 07:59:59' }],
    ['a day without VALUE=DATE', 'DTSTART:20270701', [], { all_day: true, start_date: '2027-07-01 00:00:00' }],
    ['a time in spite of VALUE=DATE', 'DTSTART;VALUE=DATE;TZID=Europe/Berlin:20270701T100000', [], berlin],
    ['midnight as a day', 'DTSTART;VALUE=DATE:20270701T000000', [], { all_day: true }],
    ['a quoted zone', 'DTSTART;TZID="Europe/Berlin":20270701T100000', [], berlin],
    [
      'a path with a zone at its end',
      'DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20270701T100000',
      [],
      berlin,
    ],
    ['a zone that the file defines', 'DTSTART;TZID=My Zone:20270701T100000', ownZone, berlin],
    [
      'a zone that the file defines, by a name with commas',
      'DTSTART;TZID="(UTC+01.00) Amsterdam, Berlin; Bern":20270701T100000',
      ownZone.map((line) => line.replace('My Zone', '(UTC+01.00) Amsterdam\\, Berlin\\; Bern')),
      berlin,
    ],
    [
      'a zone that the file defines, by a name in quotes',
      'DTSTART;TZID=My Zone:20270701T100000',
      ownZone.map((line) => line.replace('My Zone', '"My Zone"')),
      berlin,
    ],
    [
      'a zone that only the file defines',
      'DTSTART;TZID=Odd:20270701T100000',
      oddZone,
      { timezone: 'America/New_York', utc_start_date: '2027-07-01 08:37:00', start_date: '2027-07-01 04:37:00' },
    ],
    [
      'an unknown zone',
      'DTSTART;TZID=Nowhere:20270701T100000',
      [],
      { timezone: 'America/New_York', start_date: '2027-07-01 10:00:00' },
    ],
    [
      "a floating time in the calendar's zone",
      'DTSTART:20270701T100000',
      ['X-WR-TIMEZONE:Asia/Tokyo'],
      { timezone: 'Asia/Tokyo', start_date: '2027-07-01 10:00:00' },
    ],
    [
      "a floating time in the site's zone",
      'DTSTART:20270701T100000',
      [],
      { timezone: 'America/New_York', start_date: '2027-07-01 10:00:00' },
    ],
    [
      'an offset from UTC, which the format does not have',
      'DTSTART;TZID=Asia/Tokyo:20270701T100000+0200',
      [],
      { timezone: 'America/New_York', start_date: '2027-07-01 04:00:00' },
    ],
    [
      "UTC, shown in the calendar's zone",
      'DTSTART:20270701T100000Z',
      ['X-WR-TIMEZONE:Asia/Tokyo'],
      { timezone: 'Asia/Tokyo', start_date: '2027-07-01 19:00:00' },
    ],
  ])('An event has the right time with %s', async (_, start, head, expected) => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([meeting('a@x', start)], head));
    expect(await onlyEvent(calendar)).toMatchObject({ all_day: false, ...expected });
  });

  test('The report lists time zones that were replaced or are unknown', async () => {
    const calendar = await openTestCalendar();
    const lines = ['My Zone', 'Odd', 'Nowhere'].map((zone, at) =>
      meeting(`${at}@x`, `DTSTART;TZID=${zone}:20270701T100000`),
    );
    const { report } = await importText(calendar, calendarOf(lines, [...ownZone, ...oddZone]));
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      'has a time zone of its own; it is replaced by one with the same offsets',
      'has a time zone that only the file defines; its times are converted to America/New_York',
      'has a time zone that is neither known nor defined in the file; its hours are read in America/New_York',
    ]);
  });

  test.each([
    ['an end that is not part of it', ['DTEND;VALUE=DATE:20270703'], '2027-07-02 23:59:59'],
    ['an end on the first day', ['DTEND;VALUE=DATE:20270701'], '2027-07-01 23:59:59'],
    ['a duration', ['DURATION:P3D'], '2027-07-03 23:59:59'],
    ['no end', [], '2027-07-01 23:59:59'],
  ])('An all-day event with %s ends on the right day', async (_, lines, end) => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([meeting('a@x', 'DTSTART;VALUE=DATE:20270701', ...lines)]));
    expect(await onlyEvent(calendar)).toMatchObject({
      all_day: true,
      start_date: '2027-07-01 00:00:00',
      end_date: end,
    });
  });

  test.each([
    [['DTSTART;TZID=Asia/Tokyo:20270701T000000', 'DTEND;TZID=Asia/Tokyo:20270703T000000'], '2027-07-01', '2027-07-02'],
    [['DTSTART:20270701T040000Z', 'DTEND:20270702T040000Z'], '2027-07-01', '2027-07-01'],
    [['DTSTART:20270701T000000', 'DURATION:P1D'], '2027-07-01', '2027-07-01'],
  ])('An event of Outlook that is marked as all-day lasts whole days: %j', async (lines, first, last) => {
    const calendar = await openTestCalendar();
    const marked = (mark: string) => calendarOf([meeting('a@x', ...lines, `X-MICROSOFT-CDO-ALLDAYEVENT:${mark}`)]);
    await importText(calendar, marked('TRUE'));
    const days = { start_date: `${first} 00:00:00`, end_date: `${last} 23:59:59` };
    expect(await onlyEvent(calendar)).toMatchObject({ all_day: true, ...days });
    const other = await openTestCalendar();
    await importText(other, marked('FALSE'));
    expect(await onlyEvent(other)).toMatchObject({ all_day: false });
  });

  test('An event of Outlook keeps its hours although it is marked as all-day', async () => {
    const calendar = await openTestCalendar();
    const lines = ['DTSTART:20270701T100000', 'DTEND:20270701T120000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'];
    await importText(calendar, calendarOf([meeting('a@x', ...lines)]));
    expect(await onlyEvent(calendar)).toMatchObject({ all_day: false, start_date: '2027-07-01 10:00:00' });
  });

  test.each([
    [['DTEND:20270701T113000Z'], '2027-07-01 11:30:00'],
    [['DURATION:PT90M'], '2027-07-01 11:30:00'],
    [['DURATION:P1DT1H'], '2027-07-02 11:00:00'],
    [[], '2027-07-01 10:00:00'],
    [['DTEND:20270630T113000Z'], '2027-07-01 10:00:00'],
  ])('An event ends by %s', async (lines, end) => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([meeting('a@x', 'DTSTART:20270701T100000Z', ...lines)]));
    expect(await onlyEvent(calendar)).toMatchObject({ utc_end_date: end });
  });
});

describe('a recurring event', () => {
  const starts = async (calendar: Awaited<ReturnType<typeof openTestCalendar>>) => {
    const { events } = await contentsOf(calendar);
    return events.filter((event) => event['post_parent'] !== 0).map((event) => event['start_date']);
  };

  test('A recurring event becomes a hidden parent with a sub-event for each occurrence', async () => {
    const calendar = await openTestCalendar();
    const { report } = await importText(
      calendar,
      calendarOf([
        meeting(
          'a@x',
          'DTSTART;TZID=Europe/Berlin:20270322T100000',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=3',
          'EXDATE;TZID=Europe/Berlin:20270329T100000',
          'RDATE;TZID=Europe/Berlin:20270401T120000',
        ),
      ]),
    );
    expect(report.counts.events).toMatchObject({ created: 4 });
    const { events } = await contentsOf(calendar);
    expect(events[0]).toMatchObject({ external_id: 'a@x', hide_from_listings: true, post_parent: 0 });
    const parent = events[0]?.id;
    expect(events.slice(1)).toMatchObject([
      { external_id: 'a@x/20270322T090000Z', start_date: '2027-03-22 10:00:00', hide_from_listings: false },
      { external_id: 'a@x/20270401T100000Z', start_date: '2027-04-01 12:00:00', post_parent: parent },
      { external_id: 'a@x/20270405T080000Z', end_date: '2027-04-05 11:00:00', utc_start_date: '2027-04-05 08:00:00' },
    ]);
    expect(events[1]?.texts['en']?.slug).toBe('meeting-2027-03-22');
  });

  test('Occurrences from periods have the length of their period', async () => {
    const calendar = await openTestCalendar();
    const lines = [
      'DTSTART:20270301T150000Z',
      'DURATION:PT1H',
      'RDATE;VALUE=PERIOD:20270302T150000Z/PT3H,20270303T150000Z/20270303T153000Z,20270304T150000Z/never',
    ];
    await importText(calendar, calendarOf([meeting('a@x', ...lines)]));
    const { events } = await contentsOf(calendar);
    expect(events.slice(1).map((event) => event['utc_end_date'])).toEqual([
      '2027-03-01 16:00:00',
      '2027-03-02 18:00:00',
      '2027-03-03 15:30:00',
      '2027-03-04 16:00:00',
    ]);
  });

  test('All-day series and series in UTC take place at the right times', async () => {
    const calendar = await openTestCalendar();
    await importText(
      calendar,
      calendarOf([
        meeting('a@x', 'DTSTART;VALUE=DATE:20270312', 'RRULE:FREQ=DAILY;UNTIL=20270315', 'EXDATE;VALUE=DATE:20270313'),
        // The clocks in New York change on 14 March; a time in UTC does not.
        meeting('b@x', 'DTSTART:20270313T150000Z', 'RRULE:FREQ=DAILY;COUNT=2'),
      ]),
    );
    expect(await starts(calendar)).toEqual([
      '2027-03-12 00:00:00',
      '2027-03-14 00:00:00',
      '2027-03-15 00:00:00',
      '2027-03-13 10:00:00',
      '2027-03-14 11:00:00',
    ]);
  });

  test.each([
    ['hours', ['RRULE:FREQ=HOURLY;COUNT=30'], [5, 6]],
    ['hours, one day left out', ['RRULE:FREQ=HOURLY;COUNT=60', 'EXDATE;VALUE=DATE:20270406'], [5, 7]],
    ['hours of days', ['RRULE:BYHOUR=9,15;FREQ=DAILY;COUNT=2;BYMINUTE=0,30'], [5, 6]],
  ])('An all-day series with %s takes place once a day', async (_, lines, days) => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([meeting('a@x', 'DTSTART;VALUE=DATE:20270405', ...lines)]));
    expect(await starts(calendar)).toEqual(days.map((day) => `2027-04-0${day} 00:00:00`));
  });

  test.each([
    ['weeks', 'Europe/Berlin:20270328T023000', 'FREQ=WEEKLY', ['03-28 03:30', '04-04 02:30', '04-11 02:30']],
    ['days', 'Europe/Berlin:20270328T023000', 'FREQ=DAILY', ['03-28 03:30', '03-29 02:30', '03-30 02:30']],
    ['hours', 'Europe/Berlin:20270328T023000', 'FREQ=HOURLY', ['03-28 03:30', '03-28 04:30', '03-28 05:30']],
    [
      'given hours',
      'Europe/Berlin:20270328T023000',
      'FREQ=DAILY;BYHOUR=2,9',
      ['03-28 03:30', '03-28 09:30', '03-29 02:30'],
    ],
    // The clocks in Greenland jump from 23:00 to midnight.
    [
      'weeks, over midnight',
      'America/Nuuk:20270327T233000',
      'FREQ=WEEKLY',
      ['03-28 00:30', '04-03 23:30', '04-10 23:30'],
    ],
  ])('A series with %s that starts in a skipped hour is moved on its first day only', async (_, at, rule, expected) => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([meeting('a@x', `DTSTART;TZID=${at}`, `RRULE:${rule};COUNT=3`)]));
    expect((await starts(calendar)).map((start) => String(start).slice(5, 16))).toEqual(expected);
  });

  test('A series in a zone that only the file defines keeps its clock time', async () => {
    const calendar = await openTestCalendar();
    const lines = ['DTSTART;TZID=Odd:20270312T100000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Odd:20270313T100000'];
    await importText(calendar, calendarOf([meeting('a@x', ...lines)], oddZone));
    const { events } = await contentsOf(calendar);
    expect(events.slice(1).map((event) => event['utc_start_date'])).toEqual([
      '2027-03-12 08:37:00',
      '2027-03-14 08:37:00',
    ]);
  });

  test('A VTIMEZONE may change clocks on the Sunday among the last days of a month', async () => {
    const calendar = await openTestCalendar();
    const summer = ['BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'TZOFFSETFROM:+0123', 'TZOFFSETTO:+0223'];
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=25,26,27,28,29,30,31';
    const zone = oddZone.toSpliced(-1, 0, ...summer, rule, 'END:DAYLIGHT');
    await importText(calendar, calendarOf([meeting('a@x', 'DTSTART;TZID=Odd:20270402T100000')], zone));
    expect((await contentsOf(calendar)).events[0]).toMatchObject({ utc_start_date: '2027-04-02 07:37:00' });
  });

  test('A VTIMEZONE whose rule has too many days is not expanded', { timeout: 20_000 }, async () => {
    const calendar = await openTestCalendar();
    const zone = oddZone.with(-3, `RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=${'1'.repeat(44)}x`);
    await importText(calendar, calendarOf([meeting('a@x', 'DTSTART;TZID=Odd:20270312T100000')], zone));
    expect((await contentsOf(calendar)).events).toHaveLength(1);
  });

  test('Changed occurrences may be anywhere in the file', async () => {
    const calendar = await openTestCalendar();
    const series = meeting('a@x', 'DTSTART:20270301T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3');
    const moved = meeting(
      'a@x',
      'RECURRENCE-ID:20270302T150000Z',
      'DTSTART:20270302T180000Z',
      'DTEND:20270302T190000Z',
    );
    const cancelled = meeting('a@x', 'RECURRENCE-ID:20270303T150000Z', 'DTSTART:20270303T150000Z', 'STATUS:CANCELLED');
    const { report } = await importText(calendar, calendarOf([moved, cancelled, series]));
    const { events } = await contentsOf(calendar);
    expect(events.slice(1).map((event) => [event['external_id'], event['utc_start_date']])).toEqual([
      ['a@x/20270301T150000Z', '2027-03-01 15:00:00'],
      ['a@x/20270302T150000Z', '2027-03-02 18:00:00'],
    ]);
    expect(Object.keys(remarksOf(report.skipped))).toEqual(['is canceled and was never imported']);
  });

  test('A series takes place from a year ago to the horizon', async () => {
    const calendar = await openTestCalendar();
    const { report } = await importText(
      calendar,
      calendarOf([meeting('a@x', 'DTSTART:20200115T150000Z', 'RRULE:FREQ=MONTHLY')]),
      { files: { horizonMonths: 2 } },
    );
    expect(report.counts.events.created).toBe(1 + 14);
    expect((await starts(calendar))[0]).toMatch(/^2026-01-15/);
    expect(remarksOf(report.notes)).toMatchObject({
      'has recurring events; their occurrences are imported within a window': ['the file: 1, 2026-01-15 to 2027-03-15'],
    });
  });

  test.each([
    ['every second', 'RRULE:FREQ=SECONDLY;COUNT=1000000', 2001],
    ['never', 'RRULE:FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2', 2],
    [
      'every minute of a year',
      `RRULE:FREQ=YEARLY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]}`,
      0,
    ],
  ])('A series that takes place %s is limited', async (_, rule, most) => {
    const calendar = await openTestCalendar();
    const { report } = await importText(calendar, calendarOf([meeting('a@x', rule)]));
    expect(report.counts.events.created).toBeGreaterThan(0);
    expect(report.counts.events.created).toBeLessThanOrEqual(most || 2001);
  });

  test('A series with an unreadable rule takes place once, on its own date', async () => {
    const calendar = await openTestCalendar();
    const { report } = await importText(calendar, calendarOf([meeting('a@x', 'RRULE:FREQ=SOMETIMES'), meeting('b@x')]));
    expect(report.counts.events).toMatchObject({ created: 2, skipped: 0 });
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      'has a recurrence rule that cannot be read; it takes place once',
    ]);
    const { events } = await contentsOf(calendar);
    expect(events).toMatchObject([
      { external_id: 'a@x', hide_from_listings: false, post_parent: 0 },
      { external_id: 'b@x', hide_from_listings: false, post_parent: 0 },
    ]);
  });

  test.each([
    [
      'a floating time with an UNTIL without Z',
      'DTSTART:20270105T090000',
      'RRULE:FREQ=WEEKLY;UNTIL=20270119T090000',
      3,
    ],
    [
      'a time in a zone with an UNTIL without Z',
      'DTSTART;TZID=Europe/Berlin:20270105T090000',
      'RRULE:FREQ=WEEKLY;UNTIL=20270119T090000',
      3,
    ],
    ['an UNTIL with dashes', 'DTSTART:20270105T090000', 'RRULE:FREQ=WEEKLY;UNTIL=2027-01-19T09:00:00', 3],
    ['an UNTIL that is a day', 'DTSTART:20270105T090000', 'RRULE:FREQ=WEEKLY;UNTIL=20270119', 3],
    ['a space in a list', 'DTSTART:20270105T090000', 'RRULE:FREQ=WEEKLY;BYDAY=TU, TH;COUNT=4', 4],
    [
      'a COUNT below one beside UNTIL',
      'DTSTART:20270105T090000',
      'RRULE:FREQ=WEEKLY;COUNT=-1;UNTIL=20270119T200000Z',
      3,
    ],
    ['its name twice', 'DTSTART:20270105T090000', 'RRULE:RRULE:FREQ=WEEKLY;COUNT=3', 3],
    ['an empty rule', 'DTSTART:20270105T090000', 'RRULE:', 0],
  ])('A rule with %s is imported completely', async (_, start, rule, occurrences) => {
    const calendar = await openTestCalendar();
    const { report } = await importText(calendar, calendarOf([meeting('a@x', start, rule)]));
    expect(report.counts.events).toMatchObject({ created: occurrences + 1, skipped: 0 });
  });
});
