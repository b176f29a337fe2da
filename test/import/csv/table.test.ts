// Spreadsheets of events.
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { Stopped } from '../../../src/core/transfer-problem.ts';
import type { ImageFetcher } from '../../../src/http/request/remote-images.ts';
import { startTestApp } from '../../support/test-app.ts';
import { contentsOf, importText, onlyEvent } from '../ical/support.ts';
import { fileOf, importFiles, openTestCalendar, remarksOf, temporaryFolder } from '../support.ts';
import { importRows, rows } from './rows.ts';
import { values, whole } from './whole-row.ts';

describe('a spreadsheet', () => {
  test('A spreadsheet imports the values of all of its columns', async () => {
    const calendar = await openTestCalendar();
    const { report } = await importRows(calendar, whole);
    expect(report.notes).toEqual([]);
    const { events, venues, organizers, categories, tags } = await contentsOf(calendar);
    expect(events).toMatchObject([
      {
        external_id: 'crm-7',
        start_date: '2027-06-01 10:00:00',
        utc_end_date: '2027-06-01 10:00:00',
        timezone: 'Europe/Berlin',
        cost: '10 €',
        featured: true,
        show_map: false,
        texts: {
          en: {
            title: 'Summer, fair',
            slug: 'summer-fair',
            description: '<p>One "quoted" line</p>\n<p>and another</p>',
            website: 'https://fair.example/',
          },
        },
      },
    ]);
    expect(venues).toMatchObject([
      {
        address: '1 Main Street',
        city: 'Springfield',
        state: 'IL',
        stateprovince: 'IL',
        zip: '62701',
        country: 'United States',
      },
    ]);
    expect(organizers.map(({ texts }) => texts['en']?.title)).toEqual(['Ann', 'Ben']);
    const named = Object.fromEntries(
      categories.map((term) => [(term.texts['en'] as unknown as { name: string }).name, term]),
    );
    expect(named['Jazz']?.['parent']).toBe(named['Music']?.id);
    expect(tags).toHaveLength(2);
    expect(events[0]?.['categories']).toEqual([named['Jazz']?.id, named['Free']?.id].sort());
  });

  test('An imported spreadsheet is exported again with the same value in every column', async () => {
    const app = await startTestApp();
    await importFiles(app.store, [fileOf(temporaryFolder(), 'events.csv', whole)]);
    const query = { start_date: '2027-01-01', hide_from_listings: 'true' };
    const { body } = await app.request<unknown>({ as: 'admin', path: '/events.csv', query });
    expect(parse(String(body), { columns: true })).toEqual([{ ...values, id: expect.stringMatching(/^\d+$/) }]);
  });

  test('Names of terms that are too long are cut between characters', async () => {
    const calendar = await openTestCalendar();
    const row = `A,2027-06-01 10:00,2027-06-01 12:00,${'🎉'.repeat(201)}`;
    await importRows(calendar, rows('title,start_date,end_date,tags', row));
    const { tags } = await contentsOf(calendar);
    expect(tags).toMatchObject([{ texts: { en: { name: '🎉'.repeat(200) } } }]);
  });

  test('Names and addresses that are too long are shortened and reported, so that an export can be restored', async () => {
    const calendar = await openTestCalendar();
    const [half, long] = ['x'.repeat(150), 'y'.repeat(2001)];
    const cells = ['A', '2027-06-01 10:00', long, long, `${long} > ${long}`, `${half} > ${half}`];
    const table = rows('title,start_date,venue,venue_city,organizers,tags', cells.join(','));
    const { report } = await importRows(calendar, table);
    expect(report.notes.map(({ what }) => what)).toEqual([
      'has more than 2000 characters in its venue, which is shortened',
      'has more than 2000 characters in its venue_city, which is shortened',
      'has more than 2000 characters in its organizers, which is shortened',
      'has more than 200 characters in its tags, which is shortened',
    ]);
    const restored = await openTestCalendar([]);
    const { counts } = (await restored.importAll([await calendar.exportText()])).report;
    expect(counts).toMatchObject({ events: { created: 1 }, venues: { created: 1 }, tags: { created: 1 } });
    expect((await importRows(calendar, table)).report.counts).toMatchObject({ events: { unchanged: 1 } });
  });

  test('A spreadsheet that is imported a second time changes nothing', async () => {
    const calendar = await openTestCalendar();
    await importRows(calendar, whole);
    const before = calendar.store.version();
    const { report } = await importRows(calendar, whole);
    expect(report.counts).toMatchObject({
      events: { created: 0, updated: 0, unchanged: 1 },
      venues: { created: 0 },
      organizers: { created: 0 },
      categories: { created: 0 },
    });
    expect(calendar.store.version()).toBe(before);
  });

  test('A row with an unchanged start keeps the second of two equal hours', async () => {
    const calendar = await openTestCalendar();
    const night = 'night,Night,2026-10-25T02:30:00+01:00,2026-10-25T03:30:00+01:00,Europe/Berlin';
    await importRows(calendar, rows('external_id,title,start_date,end_date,timezone', night));
    await importRows(calendar, rows('external_id,title,start_date', 'night,Long night,2026-10-25 02:30:00'));
    expect(await onlyEvent(calendar)).toMatchObject({
      utc_start_date: '2026-10-25 01:30:00',
      texts: { en: { title: 'Long night' } },
    });
  });

  test('A row with the id and external id of an event can change title and start at once', async () => {
    const calendar = await openTestCalendar();
    await importRows(
      calendar,
      rows('external_id,title,start_date,end_date', 'a,Old,2027-06-01 10:00,2027-06-01 11:00'),
    );
    const { id } = await onlyEvent(calendar);
    const row = `${id},a,New,2027-07-01 10:00,2027-07-01 11:00`;
    await importRows(calendar, rows('id,external_id,title,start_date,end_date', row));
    const changed = { id, start_date: '2027-07-01 10:00:00', texts: { en: { title: 'New' } } };
    expect(await onlyEvent(calendar)).toMatchObject(changed);
  });

  test('An empty cell or a missing column keeps the stored value', async () => {
    const calendar = await openTestCalendar();
    await importRows(calendar, whole);
    const before = await onlyEvent(calendar);
    await importRows(calendar, rows('external_id,title,start_date,cost', 'crm-7,Autumn fair,,'));
    const after = await onlyEvent(calendar);
    expect(after.texts['en']?.title).toBe('Autumn fair');
    const { texts: _, modified_utc: __, ...rest } = before;
    expect(after).toMatchObject(rest);
    expect(after.texts['en']?.slug).toBe('summer-fair');
  });

  test.each([
    ['semicolons', 'title;start_date\nFair;2027-06-01 10:00\n'],
    ['tabs', 'start_date\ttitle\n2027-06-01 10:00\tFair\n'],
    ['a byte order mark', '\ufefftitle,start_date\nFair,2027-06-01 10:00\n'],
    ['UTF-16', Buffer.from('\ufefftitle,start_date\nFair,2027-06-01 10:00\n', 'utf16le')],
    ['headings in any case', 'TITLE,Start Date\nFair,2027-06-01 10:00\n'],
    [
      'the headings of a well-known importer',
      'Event Name,Event Start Date,Event Start Time,Event Category\nFair,2027-06-01,10:00,"A, B"\n',
    ],
    ['cells that are guarded against formulas', "title,start_date,description\nFair,2027-06-01 10:00,'=1+1\n"],
    ['rows of empty cells', 'title,start_date\nFair,2027-06-01 10:00\n,\n" ", \n\n,,,\n'],
    ['a line that declares the separator', 'sep=;\r\ntitle;start_date\r\nFair;2027-06-01 10:00\r\n'],
    ['that line in quotes', '\ufeff"sep=|"\ntitle|start_date\nFair|2027-06-01 10:00\n'],
  ])('A spreadsheet with %s is read', async (_, text) => {
    const calendar = await openTestCalendar();
    await importRows(calendar, text);
    expect(await onlyEvent(calendar)).toMatchObject({
      start_date: '2027-06-01 10:00:00',
      texts: { en: { title: 'Fair' } },
    });
  });

  test('A spreadsheet in Windows-1252 is recognised, and reported', async () => {
    const calendar = await openTestCalendar();
    const text = Buffer.from('title,start_date\nCaf\xe9 \x96 M\xfcnchen,2027-06-01\n', 'latin1');
    const { report } = await importRows(calendar, text);
    expect((await onlyEvent(calendar)).texts['en']?.title).toBe('Café – München');
    expect(remarksOf(report.notes)).toMatchObject({ 'is not in UTF-8': ['the file: read as windows-1252'] });
  });

  test.each([
    ['WAHR', 'FALSCH'],
    ['vrai', 'faux'],
    ['VERDADERO', 'falso'],
    ['Verdadeiro', 'não'],
    ['ja', 'nein'],
    ['oui', 'non'],
    ['sí', 'no'],
    ['ИСТИНА', 'лъжа'],
    ['はい', 'いいえ'],
    ['是', '否'],
  ])('Switches may be written as %s and %s', async (yes, no) => {
    const calendar = await openTestCalendar();
    await importRows(calendar, rows('title,start_date,featured,show_map', `Fair,2027-06-01,${yes},${no}`));
    expect(await onlyEvent(calendar)).toMatchObject({ featured: true, show_map: false });
  });

  test('The report lists unknown columns', async () => {
    const { report } = await importRows(
      await openTestCalendar(),
      rows('title,start_date,colour', 'Fair,2027-06-01,red'),
    );
    expect(remarksOf(report.notes)).toEqual({ 'has an unknown column': ['the file: colour'] });
  });
});

describe('rows with errors', () => {
  const faulty = rows(
    'title,start_date,end_date,timezone,website,all_day,status,id',
    'Good,2027-06-01 10:00,,,,,,',
    ',2027-06-01 10:00,,,,,,',
    'Bad,someday,,,,,,',
    '"Two',
    'lines",2027-06-02,2027-06-01,Nowhere,see poster,perhaps,gone,x',
    'Good,2027-06-01 10:00,,,,,,',
    'Long,2027-06-02,,,,,,,,surplus',
  );

  test('A file with errors is not imported at all, and each error is reported with line and column', async () => {
    const calendar = await openTestCalendar();
    await expect(importRows(calendar, faulty)).rejects.toThrow(
      [
        'events.csv has rows with errors; --skip-invalid leaves them out.',
        '  line 3: title is missing',
        '  line 4: start_date is not a date: "someday"',
        '  line 5: id is not an id: "x"',
        '  line 7: is about the same event as line 2',
        '  line 8: has more cells than there are columns',
      ].join('\n'),
    );
    expect((await contentsOf(calendar)).events).toEqual([]);
  });

  test.each([
    ['Titel;Datum;Sprache', 'Deutsch', 'de'],
    ['Titre;Date;Langue', 'allemand', 'de'],
    ['タイトル;日付;言語', '日本語', 'ja'],
    ['Título;Data;Idioma', 'português (Brasil)', 'pt-br'],
    ['Titel;Datum;Sprache', 'Deutsch/Englisch', 'en'],
    ['title;start_date;language', 'pt_BR', 'pt-br'],
    ['title;start_date;language', 'ZH-HANS', 'zh-hans'],
  ])('A column for the language is found by its heading in any language (%s: %s)', async (head, cell, language) => {
    const calendar = await openTestCalendar();
    await importRows(calendar, rows(head, `Fair;2027-06-02;${cell}`));
    expect((await contentsOf(calendar)).events).toMatchObject([{ language }]);
  });

  test('All errors of a row are reported', async () => {
    const row = rows(
      'title,start_date,timezone,website,all_day,status,cost,external_id,language',
      `Fair,2027-06-02,Nowhere,see poster,perhaps,gone,${'9'.repeat(1001)},${'x'.repeat(300)},xx`,
    );
    await expect(importRows(await openTestCalendar(), row)).rejects.toThrow(
      new RegExp(
        [
          'cost must be at most 1000 characters long',
          'website must be a URL that starts with http:// or https:// and contains no spaces',
          'all_day is neither yes nor no',
          'timezone is not a known time zone',
          'status is none of',
          'language is not a language',
          'external_id is not a valid external id',
        ].join('.*\\n.*'),
      ),
    );
  });

  test.each([
    ['external_id', 'x'],
    ['id', '5'],
  ])('Two rows cannot have the same %s', async (column, value) => {
    const twice = rows(`title,start_date,${column}`, `A,2027-06-02,${value}`, `B,2027-06-03,${value}`);
    await expect(importRows(await openTestCalendar(), twice)).rejects.toThrow(
      'line 3: is about the same event as line 2',
    );
  });

  test('With --skip-invalid only rows with errors are skipped', async () => {
    const calendar = await openTestCalendar();
    const { report } = await importRows(calendar, faulty, { skipInvalid: true });
    expect(report.counts.events).toMatchObject({ created: 1, skipped: 5 });
    expect(remarksOf(report.skipped)).toMatchObject({ 'start_date is not a date': ['event "Bad" in line 4: someday'] });
  });

  test.each([
    ['', 'is empty'],
    ['colour,size\nred,1\n', 'needs the columns title and start_date'],
    ['colour;size\nred;1\n', 'its first line has "colour", "size"'],
    ['title,title,start_date\n', 'has two columns for title'],
    ['title,start_date\n"Fair,2027-06-01\n', 'a quote that begins in this row is never closed (line 2)'],
    [`title,start_date\n${'x'.repeat(2_000_000)},2027-06-01\n`, 'a row has more than 1 MiB (line 2)'],
    [`title,start_date\nFa"ir,2027-06-01\n`, 'a quote stands in the middle of a cell that is not quoted (line 2)'],
    [
      'title,start_date\r\n"Two\r\nlines",2027-06-01\r\n\r\nFair,2027-06-01\r\n"Fa"ir,2027-06-02\r\n',
      'something follows the end of a quoted cell (line 6)',
    ],
    ['<html><title>No</title></html>', 'is a web page, not a spreadsheet'],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'is compressed (gzip); unpack it first'],
    [Buffer.from('PK\x03\x04'), 'is a ZIP file or a workbook'],
    [Buffer.from('SQLite format 3\0'), 'is an SQLite database; "kalends copy"'],
    [
      Buffer.from(`${'backup.json'.padEnd(257, '\0')}ustar`),
      'is an archive (tar). A backup is put back by "kalends restore"',
    ],
  ])('A file that is not a spreadsheet is refused (%#)', async (text, problem) => {
    await expect(importRows(await openTestCalendar(), text)).rejects.toThrow(problem);
  });
});

test('An import that is stopped while it fetches images ends after the next ones, and discards them', async () => {
  const stop = new AbortController();
  const asked: string[] = [];
  const discarded: string[] = [];
  const images: ImageFetcher = {
    async fetch(urls) {
      asked.push(...urls);
      stop.abort();
      return new Map(urls.map((url) => [url, { key: 'image_broken' }]));
    },
    discardUnused: async (fetched) => void discarded.push(...fetched.keys()),
  };
  const lines = Array.from({ length: 45 }, (_, n) => `Fair ${n},2027-01-01,https://a.example/${n}.png`);
  const calendar = await openTestCalendar();
  const importing = importText(
    calendar,
    rows('title,start_date,image', ...lines),
    { files: { images }, signal: stop.signal },
    'events.csv',
  );
  await expect(importing).rejects.toThrow(Stopped);
  expect(asked).toHaveLength(20);
  expect(discarded).toEqual(asked);
});

test('Slugs in all languages follow an event that a spreadsheet moves into the trash and out of it', async () => {
  const app = await startTestApp();
  const send = (method: 'POST' | 'PATCH', path: string, json: object) =>
    app.request<{ id: number }>({ as: 'admin', method, path, json });
  const { body } = await send('POST', '/events', { title: 'Feast', start_date: '2027-06-01', end_date: '2027-06-01' });
  await send('PATCH', `/events/${body.id}`, { title: 'Fête', slug: 'fete', i18n_language: 'fr' });
  for (const [status, mark] of [
    ['trash', '__trashed'],
    ['publish', ''],
  ]) {
    for (const table of [
      rows('id,status', `${body.id},${status}`),
      rows('id,status,slug', `${body.id},${status},feast__trashed`),
    ]) {
      await importFiles(app.store, [fileOf(temporaryFolder(), 'events.csv', table)], { now: app.clock.now() + 60 });
      const texts = await app.store.reader.selectFrom('record_texts').select('slug').orderBy('slug').execute();
      expect(texts).toEqual([{ slug: `feast${mark}` }, { slug: `fete${mark}` }]);
    }
  }
});
