// Fields of events in calendar files, and repeated imports.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fileOf, importFiles, openTestCalendar, remarksOf, type TestCalendar } from '../support.ts';
import { calendarOf, contentsOf, importText, meeting, onlyEvent, type StoredRecord } from './support.ts';

const titlesOf = (records: readonly StoredRecord[]) =>
  records.map(({ texts }) => texts['en']?.title ?? (texts['en'] as unknown as { name: string }).name);

const rich = meeting(
  'rich@x',
  'DTSTART;TZID=Europe/Berlin:20270601T100000',
  'DTEND;TZID=Europe/Berlin:20270601T120000',
  'DESCRIPTION:One & <two>\\nthree\\n\\nSecond\\, with a long line that is folded\r\n  here.',
  'LOCATION:Town Hall\\, 1 Main Street\\, 10115 Berlin\\, Germany',
  'GEO:52.5;13.4',
  'ORGANIZER;CN="Club, Berlin":mailto:club@x.example',
  'CATEGORIES:Music,Rock\\, Pop',
  'CATEGORIES:Music',
  'URL:https://x.example/rich',
  'CREATED:20260101T000000Z',
  'LAST-MODIFIED:20260202T000000Z',
  'BEGIN:VALARM',
  'DESCRIPTION:Not this',
  'TRIGGER:-PT5M',
  'END:VALARM',
);

describe('an event of a calendar file', () => {
  test('An event is imported with its texts, venue, organizer and categories', async () => {
    const calendar = await openTestCalendar();
    const { format, report } = await importText(calendar, calendarOf([rich]), { files: { organizerAddresses: true } });
    expect(format).toBe('icalendar');
    expect(report.notes).toEqual([]);
    const { events, venues, organizers, categories, tags } = await contentsOf(calendar);
    expect(events).toMatchObject([
      {
        external_id: 'rich@x',
        status: 'publish',
        date_utc: '2026-01-01 00:00:00',
        modified_utc: '2026-02-02 00:00:00',
        show_map: true,
        texts: {
          en: {
            title: 'Meeting',
            slug: 'meeting',
            description:
              '<p>One &amp; &lt;two&gt;<br />\nthree</p>\n<p>Second, with a long line that is folded here.</p>',
            website: 'https://x.example/rich',
          },
        },
        venues: [venues[0]?.id],
        organizers: [organizers[0]?.id],
      },
    ]);
    expect(venues).toMatchObject([
      { address: '1 Main Street', zip: '10115', city: 'Berlin', country: 'Germany', geo_lat: 52.5, geo_lng: 13.4 },
    ]);
    expect(organizers).toMatchObject([{ email: 'club@x.example', texts: { en: { title: 'Club, Berlin' } } }]);
    expect(titlesOf(categories)).toEqual(['Music', 'Rock, Pop']);
    expect(tags).toEqual([]);
  });

  test.each([
    ['CLASS:PRIVATE', { status: 'private' }],
    ['CLASS:PRIVATE ', { status: 'private' }],
    ['STATUS:TENTATIVE', { status: 'publish' }],
    ['SUMMARY;LANGUAGE=de-AT:Treffen', { language: 'de' }],
    [
      'X-ALT-DESC;FMTTYPE=text/html:<p onclick="x()">Bold <b>word</b></p>',
      { texts: { en: { description: '<p>Bold <b>word</b></p>' } } },
    ],
    ['LOCATION:https://meet.example/room', { venues: [], texts: { en: { website: 'https://meet.example/room' } } }],
    ['LOCATION:', { venues: [] }],
    ['URL:javascript:alert(1)', { texts: { en: { website: '' } } }],
    ['URL:www.town.example/a?b=1', { texts: { en: { website: 'http://www.town.example/a?b=1' } } }],
    ['UID:', { external_id: expect.stringMatching(/^no-uid\?content=/) }],
  ])('%s', async (line, expected) => {
    const calendar = await openTestCalendar();
    const name = line.split(/[;:]/)[0] as string;
    const lines = meeting('a@x').filter((one) => !one.startsWith(`${name}:`));
    await importText(calendar, calendarOf([[...lines, line]]));
    expect(await onlyEvent(calendar)).toMatchObject(expected);
  });

  test.each([
    ['SUMMARY;LANGUAGE=fr:', 'Événement'],
    ['PRIORITY:1', 'Termin'],
  ])(
    'An event without a title gets a neutral one according to %s, until it is given a title here',
    async (line, title) => {
      const calendar = await openTestCalendar();
      const lines = meeting('a@x', line).filter((one) => !one.startsWith('SUMMARY:'));
      const text = calendarOf([lines]).replace('//EN', '//DE');
      expect((await importText(calendar, text)).report.counts.events).toMatchObject({ created: 1, skipped: 0 });
      expect(Object.values((await onlyEvent(calendar)).texts)).toMatchObject([{ title }]);
      await calendar.store.write((db) =>
        db.updateTable('record_texts').set({ title: 'Ours' }).where('kind', '=', 'event').execute(),
      );
      await importText(calendar, text.replace('DTSTAMP:2026', 'DTSTAMP:2027'));
      expect(Object.values((await onlyEvent(calendar)).texts)).toMatchObject([{ title: 'Ours' }]);
    },
  );

  test("Organizers' e-mail addresses are imported only on request", async () => {
    const calendar = await openTestCalendar();
    await importText(
      calendar,
      calendarOf([
        meeting('a@x', 'ORGANIZER;CN=Club:mailto:club@x.example'),
        meeting('b@x', 'ORGANIZER:mailto:somebody@x.example'),
      ]),
    );
    expect((await contentsOf(calendar)).organizers).toMatchObject([{ email: '', texts: { en: { title: 'Club' } } }]);
  });

  test.each([
    ['lines that end by carriage returns alone', (text: string) => text.replaceAll('\r\n', '\r')],
    ['words behind its end', (text: string) => `${text}\r\n<br />Warning: something\r\n`],
  ])('A file with %s is imported', async (_, changed) => {
    const calendar = await openTestCalendar();
    const lines = meeting('a@x', 'DESCRIPTION:One', ' two').join('\r\n').split('\r\n');
    await importText(calendar, changed(calendarOf([lines])));
    expect(await onlyEvent(calendar)).toMatchObject({ texts: { en: { description: '<p>Onetwo</p>' } } });
  });

  test('A structured location of Apple and the same place as text are one venue', async () => {
    const calendar = await openTestCalendar();
    const apple = 'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="5 High St\\nLondon";X-TITLE=Old Mill:geo:51.5,-0.1';
    await importText(
      calendar,
      calendarOf([
        meeting('a@x', 'LOCATION:Old Mill\\n5 High St\\nLondon', apple),
        meeting('b@x', 'LOCATION:Old Mill\\, London'),
        meeting('c@x', 'LOCATION:Old Mill\\, Paris'),
      ]),
    );
    const { venues, events } = await contentsOf(calendar);
    expect(venues).toMatchObject([{ address: '5 High St', city: 'London', geo_lat: 51.5 }, { address: 'Paris' }]);
    expect(events.map((event) => event['venues'])).toEqual([[venues[0]?.id], [venues[0]?.id], [venues[1]?.id]]);
  });

  test('The more detailed one of LOCATION and the structured location of Apple counts', async () => {
    const calendar = await openTestCalendar();
    const apple =
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=5 High St Leeds LS1 4DY;X-TITLE=Old Mill:geo:-1.5,53.8';
    const place = 'LOCATION:Old Mill\\, 5 High St\\, Leeds\\, LS1 4DY\\, UK';
    await importText(calendar, calendarOf([meeting('a@x', place, 'GEO:53.8;-1.5', apple)]));
    expect((await contentsOf(calendar)).venues).toMatchObject([
      {
        address: '5 High St',
        city: 'Leeds',
        zip: 'LS1 4DY',
        country: 'UK',
        geo_lat: 53.8,
        texts: { en: { title: 'Old Mill' } },
      },
    ]);
  });

  test.each(['CANCELLED', 'Canceled '])(
    'An event that is %s is not imported, but cancels the stored event',
    async (word) => {
      const calendar = await openTestCalendar();
      const at = (stamp: string, ...lines: string[]) => [...meeting('a@x', ...lines), `LAST-MODIFIED:${stamp}`];
      const cancelled = calendarOf([at('20260202T000000Z', `STATUS:${word}`, 'COMMENT:Ill')]);
      expect((await importText(calendar, cancelled)).report.counts.events).toMatchObject({ created: 0, skipped: 1 });
      await importText(calendar, calendarOf([at('20260201T000000Z')]));
      expect((await importText(calendar, cancelled)).report.counts.events).toMatchObject({ updated: 1 });
      expect(await onlyEvent(calendar)).toMatchObject({
        status: 'publish',
        event_status: 'canceled',
        texts: { en: { event_status_reason: 'Ill' } },
      });
      await importText(calendar, calendarOf([at('20260203T000000Z', 'STATUS:CONFIRMED')]));
      expect(await onlyEvent(calendar)).toMatchObject({ status: 'publish', event_status: 'scheduled' });
    },
  );
});

describe('a second import of a calendar file', () => {
  test('A second import of the same file changes nothing, not even occurrences and venues', async () => {
    const calendar = await openTestCalendar();
    const text = calendarOf([
      rich,
      meeting('s@x', 'DTSTART:20270101T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=5', 'LOCATION:Old Mill', 'CATEGORIES:Music'),
      meeting('s@x', 'RECURRENCE-ID:20270108T100000Z', 'DTSTART:20270108T120000Z', 'LOCATION:Elsewhere'),
      meeting('d@x', 'DTSTART;VALUE=DATE:20270601'),
    ]);
    await importText(calendar, text);
    const before = calendar.store.version();
    const { report } = await importText(calendar, text.replaceAll('DTSTAMP:20260101', 'DTSTAMP:20260501'));
    expect(report.counts).toMatchObject({
      events: { created: 0, updated: 0, unchanged: 8, skipped: 0 },
      venues: { created: 0 },
      organizers: { created: 0 },
      categories: { created: 0 },
    });
    expect(calendar.store.version()).toBe(before);
  });

  test('A stored text keeps its tabs, which calendar files do not preserve', async () => {
    const calendar = await openTestCalendar();
    const at = (html: string) => calendarOf([meeting('a@x', `X-ALT-DESC;FMTTYPE=text/html:${html}`)]);
    const html = '<p>One\ttwo</p>';
    await importText(calendar, at(html));
    expect((await onlyEvent(calendar)).texts['en']?.description).toBe(html);
    const { report } = await importText(calendar, at('<p>One two</p>'));
    expect(report.counts.events).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await onlyEvent(calendar)).texts['en']?.description).toBe(html);
  });

  test('A website is kept if the file has another spelling of the same URL', async () => {
    const calendar = await openTestCalendar();
    const at = (url: string) => calendarOf([[...meeting('a@x', `URL:${url}`), 'LAST-MODIFIED:20260202T000000Z']]);
    await importText(calendar, at('https://münchen.example/ä?b=%2F'));
    const { report } = await importText(calendar, at('https://m%C3%BCnchen.example/%C3%A4?b=%2F'));
    expect(report.counts.events).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await onlyEvent(calendar)).texts['en']?.website).toBe('https://münchen.example/ä?b=%2F');
    await importText(calendar, at('https://m%C3%BCnchen.example/%C3%BC?b=%2F'));
    expect((await onlyEvent(calendar)).texts['en']?.website).toBe('https://m%C3%BCnchen.example/%C3%BC?b=%2F');
  });

  test('A second import updates changed fields and keeps those that the file does not contain', async () => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([rich]));
    const before = await onlyEvent(calendar);
    const changed = [
      ...meeting('rich@x', 'DTSTART;TZID=Europe/Berlin:20270602T100000'),
      'LAST-MODIFIED:20260303T000000Z',
    ];
    await importText(calendar, calendarOf([changed]));
    const { venues, organizers, categories, cost } = before;
    expect(await onlyEvent(calendar)).toMatchObject({
      start_date: '2027-06-02 10:00:00',
      texts: before.texts,
      venues,
      organizers,
      categories,
      cost,
    });
  });

  test('An event that was changed here later is not overwritten', async () => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([rich]));
    await calendar.store.write(async (db) => {
      await db.updateTable('events').set({ modified_at: 1_780_000_000, cost: '9' }).execute();
      await db.updateTable('record_texts').set({ title: 'Ours' }).where('kind', '=', 'event').execute();
    });
    const { report } = await importText(calendar, calendarOf([rich]));
    expect(report.counts.events).toMatchObject({ updated: 0, skipped: 1 });
    expect((await onlyEvent(calendar)).texts['en']?.title).toBe('Ours');
  });

  test('A calendar file does not publish a stored draft', async () => {
    const calendar = await openTestCalendar();
    await importText(calendar, calendarOf([rich]));
    await calendar.store.write((db) => db.updateTable('events').set({ status: 'draft' }).execute());
    const newer = rich.map((line) => line.replace('LAST-MODIFIED:2026', 'LAST-MODIFIED:2027'));
    await importText(calendar, calendarOf([newer.map((line) => line.replace('SUMMARY:', 'SUMMARY:New '))]));
    expect(await onlyEvent(calendar)).toMatchObject({ status: 'draft', texts: { en: { title: 'New Meeting' } } });
  });

  test('Occurrences that no longer take place are trashed', async () => {
    const calendar = await openTestCalendar();
    const series = (rule: string) =>
      calendarOf([meeting('s@x', 'DTSTART:20270201T100000Z', `RRULE:${rule}`, 'CATEGORIES:Music')]);
    await importText(calendar, series('FREQ=DAILY;COUNT=3'));
    const { report } = await importText(calendar, series('FREQ=DAILY;COUNT=2'));
    expect(report.counts.events).toMatchObject({ updated: 1, unchanged: 3 });
    const { events } = await contentsOf(calendar);
    expect(events.map((event) => event['status'])).toEqual(['publish', 'publish', 'publish', 'trash']);
    await importText(calendar, series('FREQ=DAILY;COUNT=3'));
    expect((await contentsOf(calendar)).events.map((event) => event['status'])).not.toContain('trash');
  });

  test('With --prune, events that are no longer in the source are trashed with their occurrences', async () => {
    const calendar = await openTestCalendar();
    const series = meeting('s@x', 'DTSTART:20270201T100000Z', 'RRULE:FREQ=DAILY;COUNT=2');
    await importText(calendar, calendarOf([meeting('other@x')]), {}, 'other.ics');
    await importText(calendar, calendarOf([meeting('a@x'), meeting('b@x'), series]));
    const file = calendarOf([meeting('a@x')]);
    expect((await importText(calendar, file)).report.counts.events).toMatchObject({ updated: 0 });
    const { report } = await importText(calendar, file, { files: { prune: true } });
    expect(report.counts.events).toMatchObject({ updated: 4, unchanged: 1 });
    const { events } = await contentsOf(calendar);
    const kept = events.filter((event) => event['status'] === 'publish').map((event) => event.external_id);
    expect(kept).toEqual(['other@x', 'a@x']);
    // Events in the trash free their slug, as after a DELETE.
    const slugs = events.filter((event) => event['status'] === 'trash').map((event) => event.texts['en']?.slug);
    expect(slugs).toEqual(Array(4).fill(expect.stringMatching(/__trashed(-\d+)?$/)));
    expect((await importText(calendar, file, { files: { prune: true } })).report.counts.events.updated).toBe(0);
  });
});

describe('a file exported from this calendar', () => {
  /** As in our own exports: the id of the record at the host of the calendar. */
  const written = async (calendar: TestCalendar, ...more: string[]) => {
    const { id } = await onlyEvent(calendar);
    return calendarOf([
      [
        `UID:${id}@calendar.example`,
        'DTSTAMP:20270101T000000Z',
        'LAST-MODIFIED:20260102T100000Z',
        'SUMMARY:Fair',
        'DTSTART;TZID=Europe/Paris:20260901T180000',
        'DTEND;TZID=Europe/Paris:20260901T200000',
        'DESCRIPTION:Words and marks',
        'CATEGORIES:Music,open air',
        'LOCATION:Town Hall\\, 1 Main Street\\, Lyon\\, France',
        'URL:https://calendar.example/event/fair',
        ...more,
      ],
    ]);
  };

  const page = {
    id: 5,
    title: 'Fair',
    slug: 'fair',
    description: '<p>Words <b>and</b> marks</p>',
    excerpt: '<p>Short</p>',
    website: 'https://fair.example/',
    cost: '5',
    featured: true,
    date_utc: '2026-01-01 10:00:00',
    modified_utc: '2026-01-02 10:00:00',
    start_date: '2026-09-01 18:00:00',
    end_date: '2026-09-01 20:00:00',
    timezone: 'Europe/Paris',
    categories: [{ id: 1, name: 'Music', slug: 'music' }],
    tags: [{ id: 2, name: 'Open air', slug: 'open-air' }],
    venue: { id: 6, venue: 'Town Hall', address: '1 Main Street', city: 'Lyon', country: 'France', slug: 'hall' },
    organizer: [
      { id: 7, organizer: 'Ann', slug: 'ann' },
      { id: 8, organizer: 'Ben', slug: 'ben' },
    ],
  };

  test.each([{ ownHost: 'calendar.example' }, { ownHost: undefined }])(
    'A file that this calendar wrote changes nothing with %o',
    async (files) => {
      const calendar = await openTestCalendar();
      await calendar.importAll([[page]]);
      const before = await calendar.exportText();
      const text = await written(calendar, 'ORGANIZER;CN=Ann:mailto:noreply@calendar.example');
      const { report } = await importText(calendar, text, { files });
      expect(report.counts).toMatchObject({
        events: { created: 0, updated: 0, unchanged: 1 },
        venues: { created: 0 },
        organizers: { created: 0 },
        categories: { created: 0 },
        tags: { created: 0 },
      });
      expect(await calendar.exportText()).toBe(before);
    },
  );

  test('A change in a file of this calendar changes the same event', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([[page]]);
    const text = (await written(calendar)).replace('SUMMARY:Fair', 'SUMMARY:Market').replace('20260102T', '20260103T');
    const { report } = await importText(calendar, text, { files: { ownHost: 'calendar.example' } });
    expect(report.counts.events).toMatchObject({ updated: 1, created: 0 });
    expect(await onlyEvent(calendar)).toMatchObject({
      texts: { en: { title: 'Market', slug: 'fair', description: '<p>Words <b>and</b> marks</p>' } },
    });
  });
});

test('Several files of several formats are imported together', async () => {
  const calendar = await openTestCalendar();
  const files = [
    fileOf(calendar.folder, 'a.ics', calendarOf([meeting('a@x', 'LOCATION:Hall')])),
    fileOf(calendar.folder, 'b.csv', 'title,start_date,venue\nFair,2027-01-01,Hall\n'),
    fileOf(calendar.folder, 'c.json', [{ title: 'Page', start_date: '2027-01-01' }]),
  ];
  const { report } = await importFiles(calendar.store, files);
  expect(report.counts).toMatchObject({ events: { created: 3 }, venues: { created: 1 } });
  expect(remarksOf(report.skipped)).toEqual({});
});

test('A venue is not duplicated, however many of its name are in the trash', async () => {
  const calendar = await openTestCalendar();
  const halls = Array.from({ length: 102 }, (_, n) => meeting(`m${n}@x`, `LOCATION:Hall ${n}`));
  await importText(calendar, calendarOf(halls));
  await calendar.store.write(async (db) => {
    await sql`update record_texts set title = 'Hall', title_folded = 'hall' where kind = 'venue'`.execute(db);
    await sql`update linked_records set external_id = null`.execute(db);
    await sql`update linked_records set status = 'trash', trashed_from = 'publish'
      where id < (select max(id) from linked_records)`.execute(db);
  });
  const { report } = await importText(calendar, calendarOf([meeting('new@x', 'LOCATION:Hall')]));
  expect(report.counts.venues).toMatchObject({ created: 0, unchanged: 1 });
});
