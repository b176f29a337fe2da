// The calendar can import what it exports for calendar programs and spreadsheets.
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { fillLarge } from '../support/calendars/large-calendar.ts';
import { png } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { someOf } from '../support/runs.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fileOf, type ImportOptions, importFiles, remarksOf, temporaryFolder } from './support.ts';

const host = 'calendar.example';
/** The calendar that is exported. */
const served = { settings: { siteUrl: `http://${host}` } };
const allTime = 'start_date=1800-01-01&end_date=2999-12-31';
const siteZone = 'America/New_York';

async function startFilled(events: number): Promise<TestApp> {
  const calendar = await startTestApp(served);
  await fillLarge(calendar.store, events, calendar.clock.now(), async () => {
    const ids: number[] = [];
    for (const width of [40, 41]) {
      const bytes = await png({ width, height: 30, colour: `rgb(${width},80,120)` });
      ids.push((await uploadRaw(bytes, { app: calendar, as: 'admin' })).body.id);
    }
    return ids;
  });
  // External ids of other programs, globally unique or not.
  for (const [name, id] of Object.entries({ 'feed-1': 300, 'a-b@elsewhere.example': 301, 'feed-2': 302 }))
    await calendar.store.write((db) =>
      db.updateTable('events').set({ external_id: name }).where('id', '=', id).execute(),
    );
  return calendar;
}

async function fileFrom(calendar: TestApp, name: string, as?: 'admin', at = host): Promise<string> {
  const path = `http://${at}/${name}?${allTime}`;
  const { status, body } = await calendar.request<string>({ path, headers: { host: at }, ...(as ? { as } : {}) });
  expect(status).toBe(200);
  return body;
}

async function importText(calendar: TestApp, name: string, text: string, files: ImportOptions['files'] = {}) {
  const path = fileOf(temporaryFolder(), name, text);
  // A day later, so that every write changes a time.
  return importFiles(calendar.store, [path], { now: calendar.clock.now() + 86_400, siteZone, files });
}

const readers = [
  ['the public', undefined],
  ['an administrator', 'admin'],
] as const;

const tables = [
  'events',
  'record_texts',
  'linked_records',
  'event_links',
  'terms',
  'term_texts',
  'event_terms',
  'media',
  'changes',
] as const;

async function contentOf({ store }: TestApp): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await store.reader.selectFrom(table).selectAll().execute();
    content[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return content;
}

const exported = ['events.ics', 'events.csv'].flatMap((name) => readers.map(([who, as]) => [name, who, as] as const));

test.each(someOf(exported))(
  'Importing %s, exported for %s, into its own calendar changes nothing',
  async (name, _, as) => {
    const calendar = await startFilled(500);
    const text = await fileFrom(calendar, name, as);
    const before = await contentOf(calendar);
    const { report } = await importText(calendar, name, text, { ownHost: host });
    expect(remarksOf(report.skipped)).toEqual({});
    expect(report.counts.events).toMatchObject({ created: 0, updated: 0, skipped: 0 });
    expect(report.counts.events.unchanged).toBeGreaterThan(as ? 400 : 200);
    expect(await contentOf(calendar)).toEqual(before);
  },
);

const copyHost = 'copy.example';

/** Lines of the events of a calendar file by UID, without the properties named. */
function eventsIn(text: string, without: RegExp): Record<string, string[]> {
  const events: Record<string, string[]> = {};
  for (const block of text.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n').slice(1)) {
    const lines = block.slice(0, block.indexOf('END:VEVENT')).trimEnd().split('\r\n');
    const uid = lines.find((line) => line.startsWith('UID:')) as string;
    events[uid] = lines.filter((line) => !without.test(line)).sort();
  }
  return events;
}

/** Imports a file and waits for the coordinates of its venues. */
async function copyOf(name: string, text: string): Promise<TestApp> {
  const copy = await startTestApp();
  const { report } = await importText(copy, name, text, { ownHost: copyHost });
  expect(remarksOf(report.skipped)).toEqual({});
  copy.clock.advance(100_000);
  return copy;
}

test.each(someOf(readers))('events.ics for %s creates the same calendar elsewhere', async (_, as) => {
  const text = await fileFrom(await startFilled(500), 'events.ics', as);
  const copy = await copyOf('events.ics', text);
  const again = await fileFrom(copy, 'events.ics', as, copyHost);
  // As documented: times of change and pages are those of the copy, and images are fetched.
  const own = /^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE|URL|X-WEBSITE|IMAGE|ATTACH)[:;]/;
  const before = eventsIn(text, own);
  expect(Object.keys(before).length).toBeGreaterThan(200);
  expect(eventsIn(again, own)).toEqual(before);
  // Events without a website get the page of the original.
  const textOf = (lines: string[], name: string) => lines.find((line) => line.startsWith(name))?.replace(/^[^:]*:/, '');
  const [sent, came] = [eventsIn(text, /^$/), eventsIn(again, /^$/)];
  for (const [uid, lines] of Object.entries(sent))
    expect(textOf(came[uid] as string[], 'X-WEBSITE')).toBe(textOf(lines, 'X-WEBSITE') ?? textOf(lines, 'URL'));

  const content = await contentOf(copy);
  const { report } = await importText(copy, 'events.ics', text, { ownHost: copyHost });
  expect(report.counts.events).toMatchObject({ created: 0, updated: 0, skipped: 0 });
  expect(await contentOf(copy)).toEqual(content);
});

test('events.csv of one calendar gives the same table in another', async () => {
  const text = await fileFrom(await startFilled(500), 'events.csv', 'admin');
  const copy = await copyOf('events.csv', text);
  const again = await fileFrom(copy, 'events.csv', 'admin', copyHost);
  const rowsOf = (table: string) =>
    parse<Record<string, string>>(table, { columns: true }).map(({ image: _, ...row }) => row);
  const rows = rowsOf(text);
  expect(rows.length).toBeGreaterThan(400);
  expect(rows.filter(({ status }) => status === 'future').length).toBeGreaterThan(5);
  // The table lacks the publication time of scheduled events.
  const expected = rows.map((row) => (row['status'] === 'future' ? { ...row, status: 'draft' } : row));
  expect(rowsOf(again)).toEqual(expected);
});

test('Times in the second of two equal hours survive a spreadsheet', async () => {
  const calendar = await startTestApp(served);
  const spans = [
    ['2027-11-07T01:30:00-04:00', '2027-11-07T01:30:00-05:00'],
    ['2027-11-07T01:45:00-04:00', '2027-11-07T01:15:00-05:00'],
    ['2027-11-07T01:30:00-05:00', '2027-11-07T03:00:00-05:00'],
  ];
  for (const [start_date, end_date] of spans) {
    const json = { title: 'Night', timezone: siteZone, start_date, end_date };
    expect(await calendar.request({ as: 'ed', method: 'POST', path: '/events', json })).toMatchObject({ status: 201 });
  }
  const text = await fileFrom(calendar, 'events.csv', 'admin');
  const before = await contentOf(calendar);
  await importText(calendar, 'events.csv', text, { ownHost: host });
  expect(await contentOf(calendar)).toEqual(before);
  const copy = await copyOf('events.csv', text);
  const instants = async ({ store }: TestApp) =>
    store.reader.selectFrom('events').select(['start_utc', 'end_utc']).orderBy('id').execute();
  expect(await instants(copy)).toEqual(await instants(calendar));
});

test('Names with separators survive a spreadsheet', async () => {
  const calendar = await startTestApp(served);
  const create = (path: string, json: object) => calendar.request({ as: 'ed', method: 'POST', path, json });
  const names = ['a; b', 'x > y', 'back\\slash;', "'quoted", '=1+1', '@home', "'=1", 'plain'];
  const parent = (await create('/categories', { name: 'Arts; Crafts > more' })).body['id'];
  for (const name of names) await create('/tags', { name });
  await create('/categories', { name: 'Folk > Jazz', parent });
  const event = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00', title: '=SUM(A1); "x"' };
  await create('/events', {
    ...event,
    tags: names,
    categories: ['Folk > Jazz'],
    venue: { venue: "'Hall, 1; 2 > 3" },
    organizer: [{ organizer: 'Ann; Ed' }, { organizer: '-Bob > Co' }],
  });
  const text = await fileFrom(calendar, 'events.csv', 'admin');
  const copy = await copyOf('events.csv', text);
  expect(await fileFrom(copy, 'events.csv', 'admin')).toBe(text);
  const { body } = await copy.request<Record<string, Record<string, unknown>[]>>({ path: '/tags' });
  expect(body['tags']?.map(({ name }) => name).sort()).toEqual(names.toSorted());
});

test('The name of a venue with commas survives a calendar file', async () => {
  const calendar = await startTestApp(served);
  const event = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00', title: 'Concert' };
  const venues = [
    { venue: "St. Paul's, Hall 2", address: '5 High St', city: 'York' },
    { venue: 'Café "A, B"', address: 'Street 1', city: 'Berlin', country: 'Germany' },
  ];
  for (const venue of venues)
    await calendar.request({ as: 'ed', method: 'POST', path: '/events', json: { ...event, venue } });
  const text = await fileFrom(calendar, 'events.ics');
  const before = await contentOf(calendar);
  await importText(calendar, 'events.ics', text, { ownHost: host });
  expect(await contentOf(calendar)).toEqual(before);
  const copy = await copyOf('events.ics', text);
  const { body } = await copy.request<{ venues: { venue: string; city: string }[] }>({ path: '/venues' });
  expect(body.venues.map(({ venue, city }) => [venue, city]).sort()).toEqual(
    venues.map(({ venue, city }) => [venue, city]).sort(),
  );
});

/** Records with texts in some languages, with equal names, hidden from some callers, and protected. */
async function startMultilingual(): Promise<TestApp> {
  const calendar = await startTestApp(served);
  const send = async (path: string, json: object, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') => {
    const { status, body } = await calendar.request<{ id: number }>({ as: 'admin', method, path, json });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body.id;
  };
  const translated = async (path: string, french: object, english: object) => {
    const id = await send(path, { ...french, i18n_language: 'fr' });
    await send(`${path}/${id}`, { ...english, i18n_language: 'en' }, 'PATCH');
    return id;
  };
  const music = await translated('/categories', { name: 'Musique' }, { name: 'Music' });
  const jazz = await translated('/categories', { name: 'Djaz', parent: music }, { name: 'Jazz' });
  const tags = [await send('/tags', { name: 'Free' }), await translated('/tags', { name: 'Libre' }, { name: 'Free' })];
  const venue = await translated('/venues', { venue: 'La Halle', city: '…' }, { venue: 'The Hall' });
  const organizers = [
    await send('/organizers', { organizer: 'Zoé', status: 'draft' }),
    await translated('/organizers', { organizer: 'Amis', email: 'a@b.example' }, { organizer: 'Friends' }),
    await send('/organizers', { organizer: 'Gone' }),
    await send('/organizers', { organizer: 'Ann', phone: '1' }),
    await send('/organizers', { organizer: 'Ann', phone: '2' }),
    await send('/organizers', { organizer: `Long ${'name '.repeat(60)}` }),
  ];
  const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00', timezone: 'Europe/Paris' };
  const named = { venue, categories: [jazz], tags };
  const texts = { title: 'Fête', description: '<p>Venez</p>', excerpt: 'Court', website: 'https://fr.example/' };
  const state = { event_status: 'postponed', attendance_mode: 'mixed', online_url: 'https://meet.example/' };
  const english = [
    { title: 'Feast', description: 'Come', excerpt: 'Short', website: 'https://en.example/', slug: 'feast' },
    { event_status_reason: 'Rain' },
    { description: 'Come' },
    { website: 'https://en.example/', excerpt: 'Short' },
    { slug: 'my-feast' },
    { title: 'Feast' },
  ];
  for (const one of english) {
    const organizer = organizers.toReversed();
    await translated(
      '/events',
      { ...when, ...texts, ...named, ...state, event_status_reason: 'Pluie', organizer },
      one,
    );
    await translated('/events', { ...when, title: 'Bal', slug: '', organizer: organizers }, one);
  }
  await send('/events', { ...when, ...texts, ...named, organizer: [organizers[4]] });
  const switches = { all_day: true, featured: true, sticky: true, show_map: true, show_map_link: true };
  await send('/events', { ...when, ...texts, ...named, ...switches, password: 'secret' });
  const parent = await send('/events', { ...when, title: 'Whole', status: 'draft' });
  await send('/events', { ...when, title: 'Blank', external_id: ' blanks ', post_parent: parent });
  await send(`/events/${parent}`, {}, 'DELETE');
  await send(`/organizers/${organizers[2]}`, {}, 'DELETE');
  return calendar;
}

test.each(someOf(exported))(
  'Importing %s in several languages, exported for %s, changes nothing',
  async (name, _, as) => {
    const calendar = await startMultilingual();
    const before = await contentOf(calendar);
    for (const language of ['', 'fr/', 'de/']) {
      const text = await fileFrom(calendar, language + name, as);
      const { report } = await importText(calendar, name, text, { ownHost: host });
      expect(remarksOf(report.skipped)).toEqual({});
      expect(report.counts.events).toMatchObject({ created: 0, updated: 0, unchanged: 15, skipped: 0 });
      expect(await contentOf(calendar), language).toEqual(before);
      // Other programs drop the languages of texts.
      await importText(calendar, name, text.replace(/(?:\r\n )?;(?:\r\n )?LANGUAGE=[\w-]+/g, ''), { ownHost: host });
      expect(await contentOf(calendar), language).toEqual(before);
    }
  },
);

test.each([
  [{}, {}],
  [{ external_id: 'row-1' }, { external_id: 'row-2' }],
  [{ external_id: 'a@x.example' }, { external_id: 'row-2' }],
])(
  'A sub-event %j of %j keeps its parent when a calendar file of its own calendar is imported',
  async (part, whole) => {
    const calendar = await startTestApp(served);
    const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00' };
    const create = async (json: object): Promise<number> =>
      (
        await calendar.request<{ id: number }>({
          as: 'ed',
          method: 'POST',
          path: '/events',
          json: { ...when, ...json },
        })
      ).body.id;
    await create({ title: 'Part', ...part, post_parent: await create({ title: 'Whole', ...whole }) });
    const before = await contentOf(calendar);
    const { report } = await importText(calendar, 'events.ics', await fileFrom(calendar, 'events.ics'), {
      ownHost: host,
    });
    expect(remarksOf(report.notes)).toEqual({});
    expect(await contentOf(calendar)).toEqual(before);
  },
);

test('An online event keeps a venue that the calendar file hides from its reader', async () => {
  const calendar = await startTestApp(served);
  const event = { title: 'Talk', start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00' };
  const online = { attendance_mode: 'online', online_url: 'https://meet.example/1' };
  const json = { ...event, ...online, venue: { venue: 'Hall', status: 'draft' } };
  await calendar.request({ as: 'ed', method: 'POST', path: '/events', json });
  const before = await contentOf(calendar);
  await importText(calendar, 'events.ics', await fileFrom(calendar, 'events.ics'), { ownHost: host });
  expect(await contentOf(calendar)).toEqual(before);
});

test.each(['2027-03-14', '2027-03-13'])(
  'An all-day event of %s keeps the zone whose clocks skip a midnight',
  async (day) => {
    const calendar = await startTestApp(served);
    const event = { title: 'Fair', start_date: day, end_date: '2027-03-15', all_day: true, timezone: 'America/Havana' };
    await calendar.request({ as: 'ed', method: 'POST', path: '/events', json: event });
    const before = await contentOf(calendar);
    await importText(calendar, 'events.ics', await fileFrom(calendar, 'events.ics'), { ownHost: host });
    expect(await contentOf(calendar)).toEqual(before);
  },
);

test.each(['rescheduled', 'moved_online'])(
  'An event stays %s if a program drops our own properties',
  async (status) => {
    const calendar = await startTestApp(served);
    const event = { title: 'Fair', start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00', event_status: status };
    await calendar.request({ as: 'ed', method: 'POST', path: '/events', json: event });
    const before = await contentOf(calendar);
    const text = (await fileFrom(calendar, 'events.ics')).replace(/^X-EVENT-STATUS:.*\r\n/gm, '');
    await importText(calendar, 'events.ics', text, { ownHost: host });
    expect(await contentOf(calendar)).toEqual(before);
  },
);

test('A spreadsheet changes only the organizers that it contains', async () => {
  const calendar = await startTestApp(served);
  const create = async (path: string, json: object): Promise<number> =>
    (await calendar.request<{ id: number }>({ as: 'ed', method: 'POST', path, json })).body.id;
  const [draft, ann] = [
    await create('/organizers', { organizer: 'Draft', status: 'draft' }),
    await create('/organizers', { organizer: 'Ann' }),
  ];
  const event = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00', title: 'Concert' };
  const id = await create('/events', { ...event, organizer: [draft, ann] });
  const text = (await fileFrom(calendar, 'events.csv')).replace(',Ann,', ',Bob,');
  await importText(calendar, 'events.csv', text);
  const { body } = await calendar.request<{ organizer: { organizer: string }[] }>({ as: 'ed', path: `/events/${id}` });
  expect(body.organizer.map(({ organizer }) => organizer)).toEqual(['Bob', 'Draft']);
});

test.each(readers)('Importing saved pages for %s into their own calendar changes nothing', async (_, as) => {
  const calendar = await startMultilingual();
  const before = await contentOf(calendar);
  for (const language of ['en', 'fr', 'de']) {
    const asked = { per_page: 100, i18n_language: language };
    const lists = ['categories', 'tags', 'venues', 'organizers', 'events'];
    const pages = await Promise.all(
      lists.map((name) => calendar.request({ path: `/${name}`, query: asked, ...(as ? { as } : {}) })),
    );
    const files = pages.map(({ body }, at) => fileOf(temporaryFolder(), `${lists[at]}.json`, body));
    const { report } = await importFiles(calendar.store, files, { now: calendar.clock.now() + 86_400, siteZone });
    expect(report.counts.events).toMatchObject({ created: 0, updated: 0, unchanged: 15, skipped: 0 });
    expect(await contentOf(calendar), language).toEqual(before);
  }
});
