// Single occurrences of a series: loose references, exclusions, and changes of all later ones.
import { describe, expect, test } from 'vitest';
import { openTestCalendar, remarksOf } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting } from './support.ts';

const starts = async (calendar: Awaited<ReturnType<typeof openTestCalendar>>) => {
  const { events } = await contentsOf(calendar);
  return events.filter((event) => event['post_parent'] !== 0).map((event) => event['start_date']);
};

describe('occurrences of a series', () => {
  const weekly = (start: string, ...lines: string[]) => meeting('a@x', start, 'RRULE:FREQ=WEEKLY;COUNT=4', ...lines);
  const zoned = 'DTSTART;TZID=Europe/Berlin:20270105T090000';

  test.each([
    ['RECURRENCE-ID;TZID=Europe/Berlin:20270112T000000'],
    ['RECURRENCE-ID:20270112T000000Z'],
    ['RECURRENCE-ID;VALUE=DATE:20270112'],
  ])('A changed day of an all-day series, referred to by %s, takes place on its new day only', async (id) => {
    const calendar = await openTestCalendar();
    const moved = meeting('a@x', id, 'DTSTART;VALUE=DATE:20270114');
    await importText(calendar, calendarOf([weekly('DTSTART;VALUE=DATE:20270105'), moved]));
    const days = (await starts(calendar)).map((start) => String(start).slice(5, 10)).sort();
    expect(days).toEqual(['01-05', '01-14', '01-19', '01-26']);
  });

  test('Empty lists of dates are ignored, and dates that cannot be read are reported', async () => {
    const calendar = await openTestCalendar();
    const lines = ['EXDATE:', 'EXDATE;VALUE=DATE:', 'RDATE;TZID=Europe/Berlin:', 'EXDATE:20270112T080000Z,,soon'];
    const { report } = await importText(calendar, calendarOf([weekly(zoned, ...lines)]));
    expect(await starts(calendar)).toHaveLength(3);
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      'has an invalid recurrence date; left out',
      'has recurring events; their occurrences are imported within a window',
    ]);
    expect(remarksOf(report.notes)['has an invalid recurrence date; left out']).toHaveLength(1);
  });

  test.each([['RECURRENCE-ID:20270112T090000'], ['RECURRENCE-ID;VALUE=DATE:20270112']])(
    'A changed occurrence of a series in a zone, referred to by %s, takes place at its new time only',
    async (id) => {
      const calendar = await openTestCalendar();
      const moved = meeting('a@x', id, 'DTSTART;TZID=Europe/Berlin:20270112T110000');
      await importText(calendar, calendarOf([weekly(zoned), moved]));
      const times = (await starts(calendar)).map((start) => String(start).slice(5, 13)).sort();
      expect(times).toEqual(['01-05 09', '01-12 11', '01-19 09', '01-26 09']);
    },
  );

  test('An EXDATE without a zone excludes an occurrence of a series in a zone', async () => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([weekly(zoned, 'EXDATE:20270112T090000')]));
    expect((await starts(calendar)).map((start) => String(start).slice(5, 10))).toEqual(['01-05', '01-19', '01-26']);
  });

  test('A change with RANGE=THISANDFUTURE applies to all later occurrences until the next such change', async () => {
    const calendar = await openTestCalendar();
    const onwards = (day: string, ...lines: string[]) =>
      meeting('a@x', `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:${day}T090000`, ...lines).map((line) =>
        line.replace('SUMMARY:Meeting', `SUMMARY:From ${day}`),
      );
    const late = onwards('20270329', 'DTSTART;TZID=Europe/Berlin:20270330T100000', 'DURATION:PT2H');
    const rule = meeting('a@x', 'DTSTART;TZID=Europe/Berlin:20270315T090000', 'RRULE:FREQ=WEEKLY;COUNT=5');
    const early = onwards('20270322', 'DTSTART;TZID=Europe/Berlin:20270322T110000', 'DURATION:PT1H');
    await importText(calendar, calendarOf([rule, late, early]));
    const { events } = await contentsOf(calendar);
    const shown = events.filter((event) => event['post_parent'] !== 0);
    expect(
      shown.map(({ texts, start_date, end_date }) => `${texts['en']?.title} ${start_date} ${end_date}`).sort(),
    ).toEqual([
      'From 20270322 2027-03-22 11:00:00 2027-03-22 12:00:00',
      'From 20270329 2027-03-30 10:00:00 2027-03-30 12:00:00',
      'From 20270329 2027-04-06 10:00:00 2027-04-06 12:00:00',
      'From 20270329 2027-04-13 10:00:00 2027-04-13 12:00:00',
      'Meeting 2027-03-15 09:00:00 2027-03-15 09:00:00',
    ]);
  });

  const oddZone = ['TZID:Odd', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0123', 'TZOFFSETTO:+0123'];
  test.each([
    ['in UTC', (day: string) => `:202703${day}T090000Z`, ['15 05:00', '22 05:00', '29 05:00']],
    [
      'in a zone that only the file defines',
      (day: string) => `;TZID=Odd:202703${day}T100000`,
      ['15 04:37', '22 04:37', '29 04:37'],
    ],
  ])('A change of all later occurrences of a series %s keeps its offset from UTC', async (_, on, expected) => {
    const calendar = await openTestCalendar();
    const series = meeting('a@x', `DTSTART${on('08')}`, 'RRULE:FREQ=WEEKLY;COUNT=3');
    const later = meeting('a@x', `RECURRENCE-ID;RANGE=THISANDFUTURE${on('08')}`, `DTSTART${on('15')}`);
    const zone = ['BEGIN:VTIMEZONE', ...oddZone, 'END:STANDARD', 'END:VTIMEZONE'];
    await importText(calendar, calendarOf([series, later], zone));
    // The clocks at the site change on 14 March.
    expect((await starts(calendar)).map((start) => String(start).slice(8, 16)).sort()).toEqual(expected);
  });

  test('A rule with BYYEARDAY and BYDAY takes place on days that match both', async () => {
    const calendar = await openTestCalendar();
    const rule = 'RRULE:FREQ=YEARLY;BYYEARDAY=8,9,10,11,12,13,14;BYDAY=MO;COUNT=3';
    await importText(calendar, calendarOf([meeting('a@x', 'DTSTART:20270111T150000Z', rule)]), {
      files: { horizonMonths: 36 },
    });
    const days = (await starts(calendar)).map((start) => String(start).slice(0, 10));
    expect(days).toEqual(['2027-01-11', '2028-01-10', '2029-01-08']);
  });

  test('COUNT includes the start of a series, even if the rule does not produce it', async () => {
    const calendar = await openTestCalendar();
    const rule = (count: number) => `RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=${count}`;
    const monday = 'DTSTART:20270201T150000Z';
    await importText(calendar, calendarOf([meeting('a@x', monday, rule(3)), meeting('b@x', monday, rule(1))]));
    const days = (await starts(calendar)).map((start) => String(start).slice(5, 10)).sort();
    expect(days).toEqual(['02-01', '02-01', '02-02', '02-09']);
  });

  test('A series with an unreadable rule takes place once on each listed day', async () => {
    const calendar = await openTestCalendar();
    const series = meeting('a@x', 'DTSTART:20270105T150000Z', 'RRULE:FREQ=SOMETIMES', 'RDATE:20270107T150000Z');
    const moved = meeting('a@x', 'RECURRENCE-ID:20270105T150000Z', 'DTSTART:20270106T150000Z');
    await importText(calendar, calendarOf([series, moved]));
    expect((await starts(calendar)).sort()).toEqual(['2027-01-06 10:00:00', '2027-01-07 10:00:00']);
  });

  test('A series with several rules follows those that can be read and reports the others', async () => {
    const calendar = await openTestCalendar();
    const rules = ['RRULE:FREQ=SOMETIMES', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXRULE:FREQ=NEVER'];
    const { report } = await importText(calendar, calendarOf([meeting('a@x', zoned, ...rules)]));
    expect((await starts(calendar)).map((start) => String(start).slice(5, 10))).toEqual(['01-05', '01-12', '01-19']);
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      'has a recurrence rule that cannot be read; its other rules are followed',
      'has a rule of exceptions that cannot be read; the dates that it excludes are listed',
      'has recurring events; their occurrences are imported within a window',
    ]);
  });

  test('A counted rule whose later instances all fall into a skipped hour takes place on its own date', async () => {
    const calendar = await openTestCalendar();
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=3';
    const start = 'DTSTART;TZID=Europe/Berlin:20260328T023000';
    const { report } = await importText(calendar, calendarOf([meeting('a@x', start, rule)]));
    expect(await starts(calendar)).toEqual(['2026-03-28 02:30:00']);
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      'has recurring events; their occurrences are imported within a window',
    ]);
  });

  const announced = (stamp: string, ...lines: string[]) =>
    meeting('a@x', 'DTSTART:20270301T150000Z', `LAST-MODIFIED:${stamp}`, ...lines);
  const rule = 'RRULE:FREQ=DAILY;COUNT=3';
  const moved = meeting('a@x', 'RECURRENCE-ID:20270302T150000Z', 'DTSTART:20270302T180000Z');

  test.each<[string, string[], string[]]>([
    ['with its rule', ['STATUS:CANCELLED', rule], []],
    ['without its rule', ['STATUS:CANCELLED'], []],
    ['by its METHOD', [rule], ['METHOD:CANCEL']],
  ])('A series that is cancelled %s stays listed as canceled, with its changed occurrences', async (_, lines, head) => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([announced('20260102T000000Z', rule), moved]));
    const cancelled = calendarOf([announced('20260103T000000Z', ...lines)], head);
    const { report } = await importText(calendar, cancelled);
    expect(report.counts.events).toMatchObject({ updated: 4, skipped: 0 });
    const { events } = await contentsOf(calendar);
    expect(events.map((event) => [event['event_status'], event['status'], event['hide_from_listings']])).toEqual([
      ['canceled', 'publish', true],
      ['canceled', 'publish', false],
      ['canceled', 'publish', false],
      ['canceled', 'publish', false],
    ]);
    const again = await importText(calendar, cancelled);
    expect(again.report.counts.events).toMatchObject({ updated: 0, skipped: 0 });
    await importText(calendar, calendarOf([announced('20260104T000000Z', rule, 'STATUS:CONFIRMED')]));
    const after = (await contentsOf(calendar)).events;
    expect(after.map((event) => event['event_status'])).toEqual(Array(4).fill('scheduled'));
  });
});

test('Occurrences keep the URL of their day if the hour of the series changes', async () => {
  const calendar = await openTestCalendar();
  const at = (hour: string, stamp: string) =>
    calendarOf([
      [...meeting('a@x', `DTSTART:20270201T${hour}0000Z`, 'RRULE:FREQ=WEEKLY;COUNT=2'), `LAST-MODIFIED:${stamp}`],
    ]);
  const urls = async () =>
    (await contentsOf(calendar)).events
      .filter(({ status, external_id }) => status === 'publish' && external_id !== 'a@x')
      .map(({ texts }) => texts['en']?.slug);
  await importText(calendar, at('15', '20260201T000000Z'));
  expect(await urls()).toEqual(['meeting-2027-02-01', 'meeting-2027-02-08']);
  await importText(calendar, at('17', '20260202T000000Z'));
  expect(await urls()).toEqual(['meeting-2027-02-01', 'meeting-2027-02-08']);
});

test('An older file neither brings back occurrences that a newer one removed, nor changes single events', async () => {
  const calendar = await openTestCalendar();
  const file = (stamp: string, title: string, count: number) =>
    calendarOf([
      [...meeting('s@x', `RRULE:FREQ=DAILY;COUNT=${count}`, 'DTSTART:20270201T100000Z'), `LAST-MODIFIED:${stamp}`],
      [...meeting('a@x').map((line) => line.replace('Meeting', title)), `LAST-MODIFIED:${stamp}`],
    ]);
  const [first, second, third] = ['20260201T000000Z', '20260202T000000Z', '20260203T000000Z'] as const;
  const states = async () =>
    (await contentsOf(calendar)).events
      .filter(({ external_id }) => external_id !== 's@x')
      .map(({ status, texts }) => (status === 'trash' ? status : texts['en']?.title))
      .sort();
  await importText(calendar, file(first, 'Old', 3));
  await importText(calendar, file(second, 'New', 2));
  expect(await states()).toEqual(['Meeting', 'Meeting', 'New', 'trash']);
  const { report } = await importText(calendar, file(first, 'Old', 3));
  expect(report.counts.events).toMatchObject({ created: 0, updated: 0, unchanged: 3, skipped: 2 });
  expect(await states()).toEqual(['Meeting', 'Meeting', 'New', 'trash']);
  await importText(calendar, file(third, 'New', 3));
  expect(await states()).toEqual(['Meeting', 'Meeting', 'Meeting', 'New']);
});

test('An occurrence that was imported before its series joins it, and is trashed when the series no longer has it', async () => {
  const calendar = await openTestCalendar();
  const series = (count: number, ...lines: string[]) =>
    meeting('a@x', 'DTSTART:20270201T100000Z', `RRULE:FREQ=DAILY;COUNT=${count}`, ...lines);
  const second = meeting('a@x', 'RECURRENCE-ID:20270202T100000Z', 'DTSTART:20270202T120000Z');
  await importText(calendar, calendarOf([second]));
  await importText(calendar, calendarOf([series(3), second]));
  expect((await starts(calendar)).length).toBe(3);
  await importText(calendar, calendarOf([series(1, 'LAST-MODIFIED:20260202T000000Z')]));
  const { events } = await contentsOf(calendar);
  expect(events.map(({ status }) => status).sort()).toEqual(['publish', 'publish', 'trash', 'trash']);
});
