// Pages with the defects that real sites have.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseExport } from '../../support/calendars/export-text.ts';
import {
  fileOf,
  importFiles,
  openTestCalendar,
  pageEvent,
  pageTerm,
  pageVenue,
  remarksOf,
  temporaryFolder,
} from '../support.ts';

const harbourTown = fileURLToPath(new URL('../fixtures/harbour-town.json', import.meta.url));

async function importHarbourTown() {
  const calendar = await openTestCalendar();
  const { report } = await importFiles(calendar.store, [harbourTown]);
  const { events, venues, organizers, categories, tags } = parseExport(await calendar.exportText());
  return { calendar, report, events, venues, organizers, categories, tags };
}

describe('a page with every defect', () => {
  test('An event is imported with a plain title, safe HTML and recomputed instants', async () => {
    const { events } = await importHarbourTown();
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({
      id: 501,
      status: 'publish',
      author: 'administrator-1',
      date_utc: '2026-03-02 14:15:00',
      modified_utc: '2026-03-05 15:00:00',
      external_id: 'harbour.example?id=501',
      start_date: '2026-05-04 18:00:00',
      end_date: '2026-05-04 18:00:00',
      timezone: 'America/New_York',
      utc_start_date: '2026-05-04 22:00:00',
      utc_end_date: '2026-05-04 22:00:00',
      cost: '$5 – $12',
      featured: true,
      show_map: true,
      categories: [5, 9],
      tags: [31],
      venues: [502],
      organizers: [503],
    });
    expect(events[0].texts.en).toEqual({
      title: 'Fish & Chips – an open evening',
      description: expect.stringMatching(/^<p>Bring a fork\.<\/p>\n+<p>All of caf&#233; welcome\.<\/p>$/),
      excerpt: '',
      website: '',
      slug: 'fish-chips',
    });
  });

  test('Missing keys, an unknown zone and a reversed end are replaced', async () => {
    const { events } = await importHarbourTown();
    expect(events[1]).toMatchObject({
      id: 504,
      external_id: 'harbour.example?id=504',
      all_day: true,
      start_date: '2026-06-12 00:00:00',
      end_date: '2026-06-12 23:59:59',
      timezone: 'America/New_York',
      date_utc: '2026-03-03 08:00:00',
      modified_utc: '2026-03-03 08:00:00',
      venues: [502, 505],
      texts: { en: { title: 'Regatta', slug: 'regatta' } },
    });
    expect(events[2]).toMatchObject({
      id: 508,
      status: 'draft',
      date_utc: '2026-03-03 09:00:00',
      start_date: '2026-07-01 10:00:00',
      end_date: '2026-07-01 10:00:00',
      timezone: 'UTC+5.5',
      utc_start_date: '2026-07-01 04:30:00',
    });
  });

  test('Venues, organizers and terms are imported with their defects corrected', async () => {
    const { venues, organizers, categories, tags } = await importHarbourTown();
    expect(venues).toMatchObject([
      {
        id: 502,
        city: 'Harbour Town',
        stateprovince: 'ME',
        geo_lat: 43.65,
        geo_lng: -70.25,
        show_map: true,
        show_map_link: false,
        texts: { en: { title: 'Pier 4 – Upper Deck', website: 'http://www.pier4.example', slug: 'pier-4' } },
      },
      { id: 505, texts: { en: { title: 'Yacht Club', slug: 'yacht-club' } } },
    ]);
    expect(organizers).toMatchObject([{ id: 503, email: '', phone: '555 0100' }]);
    expect(categories).toMatchObject([
      {
        id: 5,
        parent: 0,
        external_id: 'harbour.example?category=5',
        texts: { en: { name: 'Food & Drink', slug: 'food-drink' } },
      },
      { id: 9, parent: 5, texts: { en: { name: 'Suppers', description: 'At one table' } } },
    ]);
    expect(tags).toMatchObject([{ id: 31, external_id: 'harbour.example?tag=31' }]);
  });

  test('The report has what was skipped and what was changed', async () => {
    const { report } = await importHarbourTown();
    expect(report.counts).toMatchObject({
      events: { created: 3, updated: 0, unchanged: 0, skipped: 3 },
      venues: { created: 2, skipped: 0 },
      organizers: { created: 1 },
      categories: { created: 2 },
      tags: { created: 1 },
    });
    expect(remarksOf(report.skipped)).toEqual({
      'has no title': ['event 506'],
      'has an invalid start': ['event 507 "Some day": soon'],
      'is not an object': ['events[4]'],
    });
    expect(remarksOf(report.notes)).toEqual({
      'has an image, which is not imported': ['event 501 "Fish & Chips – an open evening"'],
      'has <script> in its text, which is removed': ['event 501 "Fish & Chips – an open evening"'],
      'has custom fields, which are not imported': ['event 501 "Fish & Chips – an open evening"'],
      'has a utc_end_date before its start; recomputed': [
        'event 501 "Fish & Chips – an open evening": 2026-05-04 04:00:00 becomes 2026-05-04 22:00:00',
      ],
      'has a website without http:// or https://; http:// is added': [
        'venue 502 "Pier 4 – Upper Deck": www.pier4.example',
      ],
      'has an invalid e-mail address, which is left out': ['organizer 503 "Friends of the Pier": not an address'],
      "has an unknown time zone; it gets the site's, America/New_York": ['event 504 "Regatta": Mars/Olympus'],
      'ends before it starts; the end is now the start': ['event 504 "Regatta": end_date 2026-06-10 23:59:59'],
      'has an unknown status; it becomes a draft': ['event 508 "Draft of a draft": tribe-ignored'],
      'has no end date; it ends when it starts': ['event 508 "Draft of a draft"'],
      'has a different number of events here than at the source': ['category 5 "Food & Drink": 12 there, 1 here'],
    });
  });
});

describe('single values', () => {
  async function eventOf(more: Record<string, unknown>) {
    const calendar = await openTestCalendar();
    const { report } = await calendar.importAll([{ events: [pageEvent(10, more)] }]);
    const [event] = parseExport(await calendar.exportText()).events;
    return { event, notes: Object.keys(remarksOf(report.notes)) };
  }

  test.each([
    ['future with its time to come', { status: 'future', date_utc: '2099-01-01 00:00:00' }, 'publish'],
    ['trash', { status: 'trash', slug: 'gone__trashed' }, 'trash'],
    ['private', { status: 'private' }, 'private'],
    ['none', { status: undefined }, 'publish'],
    ['unknown, with the name of a member of an object', { status: 'constructor' }, 'draft'],
  ])('An event is imported with the right status: %s', async (_, more, status) => {
    expect((await eventOf(more)).event).toMatchObject({ status });
  });

  test('A trashed event does not occupy its slug', async () => {
    const { event } = await eventOf({ status: 'trash', slug: 'gone__trashed-2' });
    expect(event).toMatchObject({ trashed_from: 'publish', texts: { en: { slug: 'gone__trashed' } } });
  });

  test('An instant selects the second of two equal hours', async () => {
    const fold = { timezone: 'America/New_York', start_date: '2026-11-01 01:30:00', end_date: '2026-11-01 02:30:00' };
    const second = await eventOf({ ...fold, utc_start_date: '2026-11-01 06:30:00' });
    expect(second.event).toMatchObject({ start_date: '2026-11-01 01:30:00', utc_start_date: '2026-11-01 06:30:00' });
    const first = await eventOf(fold);
    expect(first.event).toMatchObject({ utc_start_date: '2026-11-01 05:30:00' });
  });

  test('An all-day event whose day ends with a repeated hour includes both, without a remark', async () => {
    const day = { all_day: true, start_date: '2027-04-03 00:00:00', end_date: '2027-04-03 23:59:59' };
    const utc = { utc_start_date: '2027-04-03 03:00:00', utc_end_date: '2027-04-04 02:59:59' };
    const { event, notes } = await eventOf({ timezone: 'America/Santiago', ...day, ...utc });
    expect(event).toMatchObject({ end_date: '2027-04-03 23:59:59', utc_end_date: '2027-04-04 03:59:59' });
    expect(notes).toEqual([]);
  });

  test('Dates are read from their parts, or from the UTC time without a local one', async () => {
    const parts = { year: '2026', month: '9', day: '1', hour: '7', minutes: '05', seconds: '0' };
    const { event } = await eventOf({
      start_date: undefined,
      start_date_details: parts,
      end_date: null,
      utc_end_date: '2026-09-01 06:00:00',
    });
    expect(event).toMatchObject({ start_date: '2026-09-01 07:05:00', end_date: '2026-09-01 08:00:00' });
  });

  test('A cost is read from its details, and one that contradicts them is reported', async () => {
    const listed = await eventOf({ cost: '', cost_details: { values: ['10', '20'] } });
    expect(listed).toMatchObject({ event: { cost: '10, 20' }, notes: [] });
    const other = await eventOf({ cost: '€15', cost_details: { values: ['16'] } });
    expect(other).toMatchObject({
      event: { cost: '€15' },
      notes: ['has cost_details that do not fit its cost; recomputed'],
    });
  });

  test.each([
    ['Free – $30', { currency_symbol: '$', currency_position: 'prefix' }, ['0', '10', '30'], '$0, $10, $30'],
    ['$5 – $30', {}, ['5', '10', '30'], '$5, $10, $30'],
    ['5€ – 30€', {}, ['5', '10', '30'], '5 €, 10 €, 30 €'],
    ['Free', {}, ['0'], '0'],
  ])('Prices displayed as %s, with %j, keep their currency', async (cost, currency, values, stored) => {
    const { event, notes } = await eventOf({ cost, cost_details: { ...currency, values } });
    expect([event['cost'], notes]).toEqual([stored, []]);
  });

  test('An event with a password at its source is imported masked', async () => {
    const { notes } = await eventOf({ all_day: null, show_map: null, show_map_link: null });
    expect(notes).toEqual(['is protected by a password at its source, which shows only its title and dates']);
  });

  test('A title is shortened to the characters that the API accepts', async () => {
    const { event, notes } = await eventOf({ title: '🎻'.repeat(2001), slug: 'long' });
    expect(event.texts.en).toMatchObject({ title: '🎻'.repeat(2000) });
    expect(notes).toEqual(['has more than 2000 characters in its title, which is shortened']);
    expect(await eventOf({ title: '🎻'.repeat(1500), slug: 'long' })).toMatchObject({ notes: [] });
  });

  test.each([
    [undefined, 'has no end date; it ends when it starts'],
    ['soon', 'has an invalid end; it ends when it starts'],
  ])('An event with the end %s ends when it starts, and the report says why', async (end_date, note) => {
    const { event, notes } = await eventOf({ end_date });
    expect([event['end_date'], notes]).toEqual([event['start_date'], [note]]);
  });

  test('A cost is shortened to the characters that the API accepts', async () => {
    const { event, notes } = await eventOf({ cost: 'x'.repeat(1001) });
    expect(event['cost']).toBe('x'.repeat(1000));
    expect(notes).toEqual(['has more than 1000 characters in its cost, which is shortened']);
  });

  test('Text that the database cannot store is cleaned', async () => {
    const { event } = await eventOf({ title: 'a\0b\ud800c', slug: '' });
    expect(event.texts.en).toMatchObject({ title: 'ab\ufffdc' });
  });
});

test.each([
  ['its members', { event_status: 'canceled', event_status_reason: 'Ill', attendance_mode: 'online' }],
  [
    'schema.org data of a single read',
    {
      event_status_reason: 'Ill',
      json_ld: {
        eventStatus: 'https://schema.org/EventCancelled',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      },
    },
  ],
  ['words of other programs', { event_status: 'cancelled', event_status_reason: 'Ill', is_virtual: true, venue: [] }],
])('Whether an event takes place as announced is read from %s', async (_, members) => {
  const calendar = await openTestCalendar();
  const event = { ...pageEvent(1), ...members, virtual_url: 'https://meet.example/' };
  await importFiles(calendar.store, [fileOf(temporaryFolder(), 'page.json', { events: [event] })]);
  const { events } = parseExport(await calendar.exportText());
  expect(events[0]).toMatchObject({
    event_status: 'canceled',
    attendance_mode: 'online',
    online_url: 'https://meet.example/',
    texts: { en: { event_status_reason: 'Ill' } },
  });
});

test('Lists of all kinds, a bare list, and references by id and by name are read', async () => {
  const calendar = await openTestCalendar();
  const { report } = await calendar.importAll([
    { venues: [pageVenue(20)], total: 1 },
    { organizers: [{ id: 21, organizer: 'Org', global_id: 'town.example?id=21' }] },
    { categories: [pageTerm(4, { parent: 3 }), pageTerm(3)], total: 2 },
    [
      pageEvent(30, {
        rest_url: 'https://town.example/wp-json/tribe/events/v1/events/30',
        venue: 20,
        organizer: [21, 99],
        categories: [3, 'New one'],
        tags: 'x',
      }),
    ],
  ]);
  const { events, categories, tags } = parseExport(await calendar.exportText());
  expect(events).toMatchObject([{ id: 30, venues: [20], organizers: [21], categories: [3, 5], tags: [6] }]);
  expect(categories).toMatchObject([
    { id: 3, parent: 0 },
    { id: 4, parent: 3 },
    { id: 5, texts: { en: { name: 'New one' } } },
  ]);
  expect(tags).toMatchObject([{ texts: { en: { name: 'x' } } }]);
  expect(remarksOf(report.notes)).toEqual({
    'refers to an organizer that cannot be imported; imported without it': ['event 30 "Event 30": 99'],
  });
});

test('Descriptions with images of the old site are reported', async () => {
  const calendar = await openTestCalendar();
  const description = '<p>Map:</p>\n<p><img src="https://old.example/map.jpg" alt="" /></p>';
  const page = { events: [pageEvent(1, { description }), pageEvent(2)] };
  const notesOf = async () => remarksOf((await calendar.importAll([page])).report.notes);
  expect(await notesOf()).toEqual({
    'has images in its description, which stay on the old site; pages link to them': [
      expect.stringContaining('event 1 '),
    ],
  });
  expect(await notesOf()).toEqual({});
});

test('A record without an id takes none from a record that follows', async () => {
  const calendar = await openTestCalendar();
  const { id: _, global_id: __, ...venue } = pageVenue(1) as Record<string, unknown>;
  const page = fileOf(calendar.folder, 'page.json', { events: [pageEvent(7, { venue }), pageEvent(1)] });
  await importFiles(calendar.store, [page]);
  const { events, venues } = parseExport(await calendar.exportText());
  expect(events.map(({ id }: { id: number }) => id).sort()).toEqual([1, 7]);
  expect(venues.map(({ id }: { id: number }) => id)).toEqual([8]);
});
