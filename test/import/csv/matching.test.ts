// Which stored events, venues and organizers the rows of a spreadsheet mean.
import { describe, expect, test } from 'vitest';
import { contentsOf, onlyEvent } from '../ical/support.ts';
import { openTestCalendar, pageEvent, pageTerm, pageVenue } from '../support.ts';
import { importRows, rows } from './rows.ts';

test('A name in another case, with other accents or more spaces means the stored venue, if no other has exactly this name', async () => {
  const calendar = await openTestCalendar();
  const venues = ['Café Dupont', 'Mill', 'MILL'].map((venue, index) => pageVenue(index + 1, { venue }));
  await calendar.importAll([{ venues }]);
  const names = ['CAFE  DUPONT', 'café dupont ', 'MILL'];
  const lines = names.map((venue, index) => `Fair ${index},2027-06-01 10:00,${venue}`);
  await importRows(calendar, rows('title,start_date,venue', ...lines));
  const contents = await contentsOf(calendar);
  expect(contents.venues.length).toBe(3);
  expect(contents.events.map((event) => event['venues'])).toEqual([[1], [1], [3]]);
});

test('A venue in another state is another venue; a row without a state means the stored one', async () => {
  const calendar = await openTestCalendar();
  const row = (state: string, start: string) => `Fair,2027-06-01 ${start},Town Hall,Springfield,${state}`;
  const lines = [row('IL', '10:00'), row('il', '11:00'), row('MO', '12:00'), row('', '13:00')];
  await importRows(calendar, rows('title,start_date,venue,venue city,Venue State', ...lines));
  const { venues, events } = await contentsOf(calendar);
  expect(venues.map((venue) => venue['stateprovince'])).toEqual(['IL', 'MO']);
  const [illinois, missouri] = venues.map(({ id }) => [id]);
  expect(events.map((event) => event['venues'])).toEqual([illinois, illinois, missouri, illinois]);
});

test('A zip that a spreadsheet took for a number means the stored venue', async () => {
  const calendar = await openTestCalendar();
  await calendar.importAll([{ venues: [pageVenue(1, { venue: 'Opera', city: 'Dresden', zip: '01067' })] }]);
  const row = (zip: string, start: string) => `Fair,2027-06-01 ${start},Opera,Dresden,${zip}`;
  await importRows(
    calendar,
    rows('title,start_date,venue,venue_city,venue_zip', row('1067', '10:00'), row('1069', '11:00')),
  );
  const { venues, events } = await contentsOf(calendar);
  expect(venues.map(({ zip }) => zip)).toEqual(['01067', '1069']);
  expect(events.map((event) => event['venues'])).toEqual(venues.map(({ id }) => [id]));
});

test('Names that differ only in case and punctuation mean the same record', async () => {
  const calendar = await openTestCalendar();
  const row = (organizers: string, start: string) => `Fair,2027-06-01 ${start},${organizers}`;
  const names = 'C Berlin; C++ Berlin; C# Berlin; राम; रोम; ?!; …; 🎷; St. Mary’s';
  await importRows(calendar, rows('title,start_date,organizers', row(names, '10:00'), row("ST MARY'S", '12:00')));
  const { organizers, events } = await contentsOf(calendar);
  expect(organizers.map(({ texts }) => texts['en']?.title)).toEqual(names.split('; '));
  expect(events[1]?.['organizers']).toEqual([organizers.at(-1)?.id]);
});

test('A venue that an import made and that is in the trash gives way to another one of its name', async () => {
  const calendar = await openTestCalendar();
  const fair = (day: number) => rows('title,start_date,venue', `Fair ${day},2027-06-0${day} 10:00,Mill`);
  await importRows(calendar, fair(1));
  await calendar.store.write(async (db) => {
    await db.updateTable('linked_records').set({ status: 'trash', trashed_from: 'publish' }).execute();
  });
  await calendar.importAll([{ venues: [pageVenue(900, { venue: 'Mill' })] }]);
  await importRows(calendar, fair(2));
  const { venues, events } = await contentsOf(calendar);
  expect(venues.length).toBe(2);
  expect(events.map((event) => event['venues'])).toEqual([[venues[0]?.id], [900]]);
});

test('Of two venues with a name, the published one is meant before the draft', async () => {
  const calendar = await openTestCalendar();
  const venues = [pageVenue(1, { venue: 'Mill', status: 'draft' }), pageVenue(2, { venue: 'Mill' })];
  await calendar.importAll([{ venues }]);
  await importRows(calendar, rows('title,start_date,venue', 'Fair,2027-06-01 10:00,Mill'));
  expect(await onlyEvent(calendar)).toMatchObject({ venues: [2] });
});

test('A name that several categories have means the oldest of them, also after it was changed', async () => {
  const calendar = await openTestCalendar();
  const jazz = (id: number, parent: number) => pageTerm(id, { name: 'Jazz', parent });
  await calendar.importAll([{ categories: [pageTerm(1), pageTerm(2), jazz(3, 1), jazz(4, 2)] }]);
  await calendar.importAll([{ categories: [{ ...jazz(3, 1), description: 'Swing' }] }]);
  await importRows(calendar, rows('title,start_date,categories', 'Fair,2027-06-01 10:00,Jazz'));
  expect(await onlyEvent(calendar)).toMatchObject({ categories: [3] });
});

describe('matching rows with events', () => {
  const start = rows('title,start_date,slug', 'Fair,2027-06-01 10:00,fair');
  const countAfter = async (second: string) => {
    const calendar = await openTestCalendar();
    await importRows(calendar, start);
    const { id } = await onlyEvent(calendar);
    const { report } = await importRows(calendar, second.replace('ID', String(id)));
    return report.counts.events;
  };

  test.each([
    ['A row matches the event with its id', rows('id,title', 'ID,Other'), { updated: 1 }],
    [
      'A row matches the event with its title and start',
      rows('title,start_date,cost', 'Fair,2027-06-01 10:00,5'),
      { updated: 1 },
    ],
    [
      'A row matches the event with its slug and start',
      rows('title,slug,start_date', 'Other,fair,2027-06-01 10:00'),
      { updated: 1 },
    ],
    [
      'A row with another start is a new event',
      rows('title,start_date', 'Fair,2027-06-02 10:00'),
      { created: 1, updated: 0 },
    ],
    [
      'A row with an unknown id is a new event',
      rows('id,title,start_date', '900,Fair,2027-06-02 10:00'),
      { created: 1 },
    ],
  ])('%s', async (_, second, expected) => {
    expect(await countAfter(second)).toMatchObject(expected);
  });

  test('A row matches an event before one of the same title and start that is in the trash', async () => {
    const calendar = await openTestCalendar();
    const row = (id: number, slug: string) => pageEvent(id, { title: 'Fair', slug });
    await calendar.importAll([{ events: [row(5, 'fair'), row(6, 'fair-2')] }]);
    const trash = (id: number, status: 'trash' | 'publish') =>
      calendar.store.write(async (db) => {
        await db.updateTable('events').set({ status, trashed_from: null }).where('id', '=', id).execute();
      });
    for (const [trashed, live] of [
      [5, 6],
      [6, 5],
    ] as const) {
      await trash(trashed, 'trash');
      await trash(live, 'publish');
      const table = rows('title,start_date,timezone,cost', `Fair,2026-09-01 18:00,Europe/Paris,${live}`);
      await importRows(calendar, table);
      const { events } = await contentsOf(calendar);
      expect(events.find(({ id }) => id === live)).toMatchObject({ cost: String(live) });
    }
  });

  test.each([
    ['an all-day event whose start has a time', 'title,start_date,all_day', ['Fair,2027-06-01 10:00,yes']],
    [
      'events whose slug another one has',
      'title,slug,start_date',
      ['Fair,fair,2027-06-01 10:00', 'Fair,fair,2027-06-02 10:00', 'Walk,fair,2027-06-02 10:00'],
    ],
    ['an event whose slug ends like those in the trash', 'title,slug,start_date', ['Fair,fair__trashed,2027-06-01']],
    ['an event whose id a venue has', 'id,title,start_date', ['900,Fair,2027-06-01 10:00']],
  ])('Rows of %s match them when they are imported again', async (_, head, lines) => {
    const calendar = await openTestCalendar();
    await calendar.importAll([{ venues: [pageVenue(900)] }]);
    const files = { skipInvalid: true };
    const { report } = await importRows(calendar, rows(head, ...lines), files);
    const again = await importRows(calendar, rows(head, ...lines), files);
    expect(again.report.counts.events).toMatchObject({ created: 0, updated: 0 });
    expect(again.report.counts.events.unchanged).toBe(report.counts.events.created);
  });

  test('A row whose id belongs to another kind of record does not change that record', async () => {
    await expect(countAfter(rows('id,title,start_date', 'ID,Another thing,2028-01-01'))).rejects.toThrow(
      'id is that of another stored event, "Fair": ',
    );
  });
});
