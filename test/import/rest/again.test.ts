// Repeated imports: what is recognised, what changes, and what does not.
import { describe, expect, test } from 'vitest';
import { parseExport, withoutTime } from '../../support/calendars/export-text.ts';
import { openTestCalendar, pageEvent, pageTerm, pageVenue, remarksOf, type TestCalendar } from '../support.ts';

const page = (more: Record<string, unknown> = {}) => ({
  events: [
    pageEvent(100, {
      venue: pageVenue(101),
      organizer: [{ ...pageVenue(102), organizer: 'Org' }],
      categories: [pageTerm(7, { parent: 8 }), pageTerm(8)],
      ...more,
    }),
    pageEvent(103, { categories: [pageTerm(8)] }),
  ],
});

const contents = async (calendar: TestCalendar) => parseExport(await calendar.exportText());
const outcomes = async (calendar: TestCalendar, ...pages: unknown[]) =>
  (await calendar.importAll(pages, { now: 1_900_000_000 })).report;

describe('a second import', () => {
  test('A second import of the same pages changes nothing', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([page()]);
    const before = await calendar.exportText();
    const version = calendar.store.version();
    const report = await outcomes(calendar, page());
    expect(report.counts).toMatchObject({
      events: { created: 0, updated: 0, unchanged: 2, skipped: 0 },
      venues: { created: 0, updated: 0, unchanged: 1 },
      organizers: { unchanged: 1 },
      categories: { created: 0, updated: 0, unchanged: 2 },
    });
    expect(report.notes).toEqual([]);
    expect(calendar.store.version()).toBe(version);
    expect(withoutTime(await calendar.exportText())).toBe(withoutTime(before));
  });

  test('A second import of records without dates changes nothing', async () => {
    const calendar = await openTestCalendar();
    const bare = [
      {
        id: 1,
        title: 'Bare',
        start_date: '2026-05-01 10:00',
        end_date: '2026-05-01 11:00',
        venue: { id: 2, venue: 'Hall' },
      },
    ];
    await calendar.importAll([bare]);
    const before = await calendar.exportText();
    const version = calendar.store.version();
    const report = await outcomes(calendar, bare);
    expect(report.counts.events).toMatchObject({ unchanged: 1, updated: 0 });
    expect(calendar.store.version()).toBe(version);
    expect(withoutTime(await calendar.exportText())).toBe(withoutTime(before));
  });

  test('A second import applies what changed at the source', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([page()]);
    const changed = page({
      title: 'Renamed',
      slug: 'renamed',
      status: 'draft',
      end_date: '2026-09-01 21:30:00',
      modified_utc: '2026-02-01 00:00:00',
      venue: pageVenue(104),
      organizer: [],
      categories: [pageTerm(8)],
    });
    const { counts } = await outcomes(calendar, changed);
    expect(counts.events).toMatchObject({ updated: 1, unchanged: 1 });
    expect(counts.venues).toMatchObject({ created: 1 });
    const { events, categories } = await contents(calendar);
    expect(events[0]).toMatchObject({
      id: 100,
      status: 'draft',
      modified_utc: '2026-02-01 00:00:00',
      utc_end_date: '2026-09-01 19:30:00',
      venues: [104],
      organizers: [],
      categories: [8],
      texts: { en: { title: 'Renamed', slug: 'renamed' } },
    });
    expect(categories).toMatchObject([{ id: 7, parent: 8 }, { id: 8 }]);
    const counted = await calendar.store.reader
      .selectFrom('terms')
      .select(['id', 'event_count'])
      .orderBy('id')
      .execute();
    expect(counted).toEqual([
      { id: 7, event_count: 0 },
      { id: 8, event_count: 1 },
    ]);
  });

  test('A second import finds terms that were renamed or moved', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([page()]);
    const tree = { categories: [pageTerm(7, { parent: 0, name: 'Other name' }), pageTerm(8, { parent: 7 })] };
    const { counts } = await outcomes(calendar, tree);
    expect(counts.categories).toMatchObject({ updated: 2, unchanged: 0 });
    expect((await contents(calendar)).categories).toMatchObject([
      { id: 7, parent: 0, texts: { en: { name: 'Other name', slug: 'term-7' } } },
      { id: 8, parent: 7 },
    ]);
  });

  test('A new term with the former name and slug of another, which was renamed, is a term of its own', async () => {
    const calendar = await openTestCalendar();
    const music = { name: 'Music', slug: 'music' };
    await calendar.importAll([{ categories: [pageTerm(7, music)] }]);
    const categories = [pageTerm(7, { name: 'Concerts', slug: 'concerts' }), pageTerm(8, music)];
    const events = [pageEvent(100, { categories: [pageTerm(8, music)] })];
    const { counts } = await outcomes(calendar, { categories, events });
    expect(counts.categories).toMatchObject({ created: 1, updated: 1 });
    const stored = await contents(calendar);
    expect(stored.categories).toMatchObject([
      { id: 7, texts: { en: { name: 'Concerts', slug: 'concerts' } } },
      { id: 8, texts: { en: music } },
    ]);
    expect(stored.events).toMatchObject([{ categories: [8] }]);
  });
});

describe('records that were changed here since', () => {
  async function importedAndEdited(seconds: number) {
    const calendar = await openTestCalendar();
    await calendar.importAll([page()]);
    await calendar.store.write(async (db) => {
      await db.updateTable('events').set({ cost: '$99', modified_at: seconds }).where('id', '=', 100).execute();
      await db
        .updateTable('linked_records')
        .set({ city: 'Here', modified_at: seconds })
        .where('id', '=', 101)
        .execute();
    });
    return calendar;
  }
  const at = (iso: string) => Date.parse(iso) / 1000;

  test('A local change is preserved if the source has no later one', async () => {
    const calendar = await importedAndEdited(at('2026-03-01T00:00:00Z'));
    const { counts, skipped } = await outcomes(
      calendar,
      page({ title: 'Older change', modified_utc: '2026-02-01 00:00:00' }),
    );
    expect(counts.events).toMatchObject({ skipped: 1, unchanged: 1 });
    expect(counts.venues).toMatchObject({ skipped: 1 });
    expect(remarksOf(skipped)).toEqual({
      'was changed here after its last change at the source; left unchanged': [
        'venue 101 "Venue 101"',
        'event 100 "Older change"',
      ],
    });
    expect((await contents(calendar)).events[0]).toMatchObject({ cost: '$99', texts: { en: { title: 'Event 100' } } });
  });

  test('A later change at the source replaces one here', async () => {
    const calendar = await importedAndEdited(at('2026-03-01T00:00:00Z'));
    const { counts } = await outcomes(calendar, page({ title: 'Later change', modified_utc: '2026-04-01 00:00:00' }));
    expect(counts.events).toMatchObject({ updated: 1 });
    expect((await contents(calendar)).events[0]).toMatchObject({ cost: '', texts: { en: { title: 'Later change' } } });
  });
});

describe('ids and slugs', () => {
  test('Ids and slugs that are in use are replaced by new ones, which do not change again', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([page()]);
    const other = JSON.parse(
      JSON.stringify(page()).replaceAll('town.example', 'village.example').replaceAll('Term ', 'Other '),
    );
    await calendar.importAll([other]);
    const { events, venues, categories } = await contents(calendar);
    // New ids are above all those of the source: 104 and so on.
    expect(events.map((event: { id: number }) => event.id)).toEqual([100, 103, 106, 107]);
    expect(events[2]).toMatchObject({
      external_id: 'village.example?id=100',
      venues: [104],
      organizers: [105],
      categories: [9, 10],
      texts: { en: { slug: 'event-100-2' } },
    });
    expect(venues).toMatchObject([
      { id: 101 },
      { id: 104, external_id: 'village.example?id=101', texts: { en: { slug: 'venue-101-2' } } },
    ]);
    expect(categories.map((term: { id: number; parent: number }) => [term.id, term.parent])).toEqual([
      [7, 8],
      [8, 0],
      [9, 10],
      [10, 0],
    ]);
    const version = calendar.store.version();
    expect((await outcomes(calendar, other)).counts.events).toMatchObject({ unchanged: 2 });
    expect(calendar.store.version()).toBe(version);
  });

  test('A published event and its venue keep slugs that end like those in the trash, and do not change again', async () => {
    const calendar = await openTestCalendar();
    const untrashed = { slug: 'fest__trashed', venue: pageVenue(9, { slug: 'hall__trashed' }) };
    const pages = [{ events: [pageEvent(1, { slug: 'fest' }), pageEvent(2, untrashed)] }];
    expect((await outcomes(calendar, ...pages)).notes).toEqual([]);
    const version = calendar.store.version();
    expect((await outcomes(calendar, ...pages)).counts).toMatchObject({
      events: { updated: 0, unchanged: 2 },
      venues: { updated: 0, unchanged: 1 },
    });
    expect(calendar.store.version()).toBe(version);
    const { events, venues } = await contents(calendar);
    const slugs = [...events, ...venues].map(({ texts }: { texts: { en: { slug: string } } }) => texts.en.slug);
    expect(slugs).toEqual(['fest', 'fest__trashed', 'hall__trashed']);
  });

  test('A record gets its own id although a new record would have got that', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([{ events: [pageEvent(1)] }]);
    await calendar.importAll([
      {
        events: [
          { ...pageEvent(1), global_id: 'b.example?id=1' },
          { ...pageEvent(2), global_id: 'b.example?id=2' },
        ],
      },
    ]);
    const { events } = await contents(calendar);
    expect(events.map(({ id, external_id }: { id: number; external_id: string }) => [id, external_id])).toEqual([
      [1, 'town.example?id=1'],
      [2, 'b.example?id=2'],
      [3, 'b.example?id=1'],
    ]);
  });

  test('An id that other servers cannot store is replaced', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([{ events: [pageEvent(9_007_199_254_740_991), pageEvent(5)] }]);
    const ids = (await contents(calendar)).events.map((event: { id: number }) => event.id);
    expect(ids).toContain(5);
    expect(Math.max(...ids)).toBeLessThan(2 ** 32);
  });

  test('Terms of the same slug and name are shared', async () => {
    const calendar = await openTestCalendar();
    const term = (site: string) =>
      pageTerm(4, {
        name: 'Music',
        slug: 'music',
        urls: { self: `https://${site}/wp-json/tribe/events/v1/categories/4` },
      });
    await calendar.importAll([{ events: [pageEvent(1, { categories: [term('a.example')] })] }]);
    await calendar.importAll([{ events: [pageEvent(2, { categories: [term('b.example')] })] }]);
    const { events, categories } = await contents(calendar);
    expect(categories).toHaveLength(1);
    expect(events).toMatchObject([{ categories: [4] }, { categories: [4] }]);
  });

  test('Categories whose parents form a cycle stay at the top', async () => {
    const calendar = await openTestCalendar();
    const { report } = await calendar.importAll([
      { categories: [pageTerm(1, { parent: 2 }), pageTerm(2, { parent: 1 }), pageTerm(3, { parent: 99 })] },
    ]);
    expect((await contents(calendar)).categories.map((term: { parent: number }) => term.parent)).toEqual([2, 0, 0]);
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      'has a parent category that is not part of the import; left unchanged',
      'has a parent category that is one of its own subcategories; left unchanged',
    ]);
  });
});

test('A page saved from the same calendar adds nothing', async () => {
  const calendar = await openTestCalendar();
  await calendar.importAll([page()]);
  await calendar.store.write(async (db) => {
    await db.updateTable('events').set({ external_id: null }).execute();
    await db.updateTable('linked_records').set({ external_id: null }).execute();
    await db.updateTable('terms').set({ external_id: null }).execute();
  });
  const own = JSON.parse(JSON.stringify(page()).replaceAll('town.example', 'here.example'));
  const version = calendar.store.version();
  const { counts } = await outcomes(calendar, own);
  expect(counts).toMatchObject({
    events: { unchanged: 2, created: 0 },
    venues: { unchanged: 1 },
    categories: { unchanged: 2 },
  });
  expect(calendar.store.version()).toBe(version);
});

test('A page in another language does not change texts', async () => {
  const calendar = await openTestCalendar();
  await calendar.importAll([{ events: [pageEvent(1, { language: 'fr', title: 'Bonjour' })] }]);
  expect((await contents(calendar)).events[0]).toMatchObject({ language: 'fr', texts: { fr: { title: 'Bonjour' } } });
  const { counts } = await outcomes(calendar, { events: [pageEvent(1, { language: 'en', title: 'Hello' })] });
  expect(counts.events).toMatchObject({ unchanged: 1 });
  expect((await contents(calendar)).events[0].texts).toEqual({ fr: expect.objectContaining({ title: 'Bonjour' }) });
});

test('An event in two files is imported once', async () => {
  const calendar = await openTestCalendar();
  const { report } = await calendar.importAll([page(), page()]);
  expect(report.counts.events).toMatchObject({ created: 2, skipped: 2 });
  expect(Object.keys(remarksOf(report.skipped))).toEqual(['occurs more than once; the first one is imported']);
});

test('Records belong to the first administrator, else the first user, else the future one', async () => {
  for (const [users, author] of [
    [['author', 'administrator'], 'administrator-1'],
    [['author'], 'author-1'],
    [[], 1],
  ] as const) {
    const calendar = await openTestCalendar(users);
    await calendar.importAll([{ events: [pageEvent(1)] }]);
    expect((await contents(calendar)).events[0].author).toBe(author);
  }
});

test('Imported records are found by search', async () => {
  const calendar = await openTestCalendar();
  await calendar.importAll([
    {
      events: [
        pageEvent(1, { title: 'Éclair & co', description: '<p>Soufflé</p>', venue: pageVenue(2, { city: 'Lyon' }) }),
      ],
    },
  ]);
  const texts = await calendar.store.reader
    .selectFrom('record_texts')
    .select(['title_folded', 'body_folded'])
    .orderBy('record_id')
    .execute();
  expect(texts[0]).toEqual({ title_folded: 'eclair & co', body_folded: expect.stringContaining('souffle') });
  expect(texts[1]?.body_folded).toContain('lyon');
});
