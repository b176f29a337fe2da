// Export and restore of a whole calendar.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TransferProblem } from '../../src/core/transfer-problem.ts';
import { deleteUser } from '../../src/resources/users/repository.ts';
import { addUser } from '../../src/resources/users/service.ts';
import type { Store } from '../../src/store/store.ts';
import { exportText, openTestCalendar, pageEvent } from '../import/support.ts';
import { formatExport, parseExport, withoutTime } from '../support/calendars/export-text.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A calendar with records of every kind and status, created through the API. */
async function liveCalendar(): Promise<TestApp> {
  const app = await startTestApp();
  const post = async (path: string, json: object, as: 'admin' | 'ann' | 'con' = 'admin') => {
    const reply = await app.request<{ id: number }>({ as, method: 'POST', path, json });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply.body.id;
  };
  const event = { title: 'Fête & co <3', start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
  const parent = await post('/categories', { name: 'Music', description: 'All <em>of it</em>' });
  const child = await post('/categories', { name: 'Jazz', parent });
  const venues = [
    await post('/venues', { venue: 'Hall', city: 'Łódź', description: 'Big' }),
    await post('/venues', { venue: 'Hall', status: 'draft' }),
  ];
  const organizers = [
    await post('/organizers', { organizer: 'B', email: 'b@example.org' }),
    await post('/organizers', { organizer: 'A' }),
  ];
  const full = {
    ...event,
    description: '<p>Come</p>\n<p>all</p>',
    cost: '$5 – $12',
    venue: venues.toReversed(),
    organizer: organizers,
    categories: [child],
    tags: ['x', 'y'],
    event_status: 'moved_online',
    event_status_reason: 'Storm',
    online_url: 'https://meet.example/',
  };
  const first = await post('/events', { ...full, all_day: true, featured: true, timezone: 'UTC+5.5' });
  await post('/events', { ...event, password: 'secret' });
  await post('/events', { ...event, status: 'private', categories: [parent] }, 'ann');
  await post('/events', event, 'con');
  await post('/events', { ...event, date: '2099-01-01 00:00' });
  const trashed = await post('/events', { ...event, timezone: 'Asia/Tokyo' });
  await app.request({ as: 'admin', method: 'DELETE', path: `/events/${trashed}` });
  await app.request({ as: 'admin', method: 'DELETE', path: `/venues/${venues[1]}` });
  const gone = await post('/events', event);
  await app.request({ as: 'admin', method: 'DELETE', path: `/events/${gone}`, query: { force: true } });
  const french = { i18n_language: 'fr', title: 'Fête', slug: 'fete-fr', event_status_reason: 'Tempête' };
  expect((await app.request({ as: 'admin', method: 'PATCH', path: `/events/${first}`, json: french })).status).toBe(
    200,
  );
  const musique = { i18n_language: 'fr', name: 'Musique' };
  expect(
    (await app.request({ as: 'admin', method: 'PATCH', path: `/categories/${parent}`, json: musique })).status,
  ).toBe(200);
  return app;
}

let exported: Promise<string> | undefined;

/** The export of the live calendar, written once. */
function liveExport(): Promise<string> {
  exported ??= liveCalendar().then(({ store }) => exportText(store));
  return exported;
}

const folder = new URL('./fixtures/', import.meta.url);

/** All rows that a restore must recreate, including those for search and lists. */
async function rowsOf({ reader }: Store) {
  const tables = [
    'events',
    'linked_records',
    'event_links',
    'event_terms',
    'terms',
    'term_texts',
    'record_ids',
    'users',
  ] as const;
  const rows: Record<string, unknown> = {};
  for (const table of tables) rows[table] = sorted(await reader.selectFrom(table).selectAll().execute());
  const texts = await reader.selectFrom('record_texts').selectAll().execute();
  rows['record_texts'] = sorted(texts.map(({ rowid: _, ...row }) => row));
  rows['meta'] = await reader
    .selectFrom('meta')
    .selectAll()
    .where('key', 'in', ['event_password_salt', 'calendar_id'])
    .execute();
  return rows;
}

const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

describe('export and import into an empty calendar', () => {
  test('A restored export equals the calendar, row by row', async () => {
    const { store } = await liveCalendar();
    const text = await exportText(store);
    const restored = await openTestCalendar([]);
    const { format, report } = await restored.importAll([text]);
    expect(format).toBe('export');
    expect(report.counts).toMatchObject({
      users: { created: 5 },
      events: { created: 6 },
      venues: { created: 2 },
      categories: { created: 2 },
      tags: { created: 2 },
    });
    expect(withoutTime(await restored.exportText())).toBe(withoutTime(text));
    expect(await rowsOf(restored.store)).toEqual(await rowsOf(store));
  });

  test('An export is one record per line between a header and a count, without application passwords', async () => {
    const { store, passwords } = await liveCalendar();
    const text = await exportText(store);
    const value = parseExport(text);
    expect(Object.keys(value)).toEqual([
      'format',
      'version',
      'exported_at',
      'calendar_id',
      'event_password_salt',
      'users',
      'categories',
      'tags',
      'venues',
      'organizers',
      'events',
    ]);
    expect(value).toMatchObject({ format: 'kalends-export', version: 2 });
    const lines = text.trimEnd().split('\n');
    expect(lines.slice(1, -1).filter((line) => line.startsWith('{"list":"'))).toHaveLength(5 + 2 + 2 + 2 + 2 + 6);
    expect(lines.at(-1)).toBe('{"records":19}');
    expect(value['events'].map((event: { status: string }) => event.status)).toEqual([
      'publish',
      'publish',
      'private',
      'draft',
      'publish',
      'trash',
    ]);
    expect(value['events'][0].texts).toMatchObject({
      en: { slug: 'fete-co-3' },
      fr: { title: 'Fête', slug: 'fete-fr' },
    });
    for (const secret of [...Object.values(passwords), 'secret_hash']) expect(text).not.toContain(secret);
  });

  test('An empty calendar is exported and restored', async () => {
    const empty = await openTestCalendar([]);
    const restored = await openTestCalendar([]);
    const text = await empty.exportText();
    await restored.importAll([text]);
    expect(await restored.exportText()).toBe(text);
  });

  test('An export is restored with spaces, a byte order mark and another order of members, as other programs write it', async () => {
    const text = await liveExport();
    const [head = '', ...lines] = text.split('\n');
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(head)).reverse()));
    const spaced = lines.map((line) => line.replace('"list":', '"list": '));
    const restored = await openTestCalendar([]);
    await restored.importAll([['\ufeff' + reversed.replaceAll('":', '" : '), ...spaced].join('\r\n')]);
    expect(withoutTime(await restored.exportText())).toBe(withoutTime(text));
  });

  test('An export in the first format is restored, in any layout and order of members', async () => {
    const written = readFileSync(new URL('export-format-1.json', folder), 'utf8');
    const { version: _, ...value } = JSON.parse(written);
    for (const text of [
      written,
      JSON.stringify(Object.fromEntries(Object.entries({ ...value, version: 1 }).sort()), null, 2),
    ]) {
      const restored = await openTestCalendar([]);
      expect((await restored.importAll([text])).format).toBe('export');
      const added = {
        event_status: 'scheduled',
        previous_start_date: '',
        attendance_mode: 'offline',
        online_url: '',
      };
      const events = value.events.map((event: object) => ({ ...event, ...added }));
      expect(parseExport(await restored.exportText())).toEqual({ ...value, events, version: 2, calendar_id: null });
    }
  });

  test('Existing accounts stay as they are, and own the records of their login', async () => {
    const restored = await openTestCalendar([]);
    await restored.store.write(async (db) => {
      await addUser(db, { login: 'first', role: 'administrator' }, 1);
      await addUser(db, { login: 'ANN', role: 'editor' }, 1);
    });
    const { report } = await restored.importAll([await liveExport()]);
    expect(report.counts.users).toMatchObject({ created: 4, unchanged: 1 });
    const users = await restored.store.reader.selectFrom('users').select(['login', 'role']).orderBy('id').execute();
    // Ids in use are replaced; an existing account of the same login stays.
    expect(users.map(({ login, role }) => `${login} ${role}`).sort()).toEqual([
      'ANN editor',
      'admin administrator',
      'con contributor',
      'ed editor',
      'first administrator',
      'sub subscriber',
    ]);
    const value = parseExport(await restored.exportText());
    expect(value.events[2].author).toBe('ANN');
    expect(value.events[0].author).toBe('admin');
  });

  test('The records of a deleted user get no new owner', async () => {
    const { store } = await liveCalendar();
    await store.write((db) => deleteUser(db, 3));
    const text = await exportText(store);
    expect(parseExport(text)['events'][2].author).toBe(3);
    const restored = await openTestCalendar([]);
    await restored.importAll([text]);
    expect(withoutTime(await restored.exportText())).toBe(withoutTime(text));
    const { id } = await restored.store.write((db) => addUser(db, { login: 'new', role: 'author' }, 1));
    expect(id).toBeGreaterThan(5);
  });

  test.each(['kept', 'new'])('The records of a deleted user get no existing owner, %s account', async (which) => {
    const { store } = await liveCalendar();
    await store.write((db) => deleteUser(db, 3));
    const text = await exportText(store);
    const restored = await openTestCalendar([]);
    // Either the third account here, or one of the export whose id is in use and that gets the next one.
    const logins = which === 'kept' ? ['x', 'y', 'z'] : ['x', 'y'];
    for (const login of logins) await restored.store.write((db) => addUser(db, { login, role: 'author' }, 1));
    await restored.importAll([text]);
    const authors = await restored.store.reader
      .selectFrom('events')
      .leftJoin('users', 'users.id', 'events.author_id')
      .select(['events.status', 'users.login', 'events.author_id'])
      .orderBy('events.id')
      .execute();
    const [own] = authors.filter(({ status }) => status === 'private');
    expect(own?.login).toBeNull();
    const { id } = await restored.store.write((db) => addUser(db, { login: 'new', role: 'author' }, 1));
    expect(id).toBeGreaterThan(own?.author_id as number);
  });
});

describe('refused exports', () => {
  const textsOf = (record: Record<string, unknown> | undefined) =>
    Object.values((record?.['texts'] ?? {}) as Record<string, object>)[0] ?? {};

  test('An export is not restored into a calendar with records', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([{ events: [pageEvent(1)] }]);
    const text = await liveExport();
    await expect(calendar.importAll([text])).rejects.toThrow(
      /this calendar is not empty: restore it into an empty one/,
    );
    await expect(calendar.importAll([text, { events: [] }])).rejects.toThrow(
      /restore it on its own, without other files/,
    );
  });

  const damages: [name: string, damage: (value: Record<string, Record<string, unknown>[]>) => void, problem: RegExp][] =
    [
      [
        'a missing column',
        ({ events }) => delete events?.[1]?.['cost'],
        /events\[1\] \(id \d+\) has no text as "cost"/,
      ],
      [
        'a wrong type',
        ({ venues }) => Object.assign(venues?.[0] ?? {}, { show_map: 'yes' }),
        /venues\[0\] \(id \d+\) has no true or false as "show_map"/,
      ],
      [
        'a latitude beyond the pole',
        ({ venues }) => Object.assign(venues?.[0] ?? {}, { geo_lat: 91, geo_lng: 0 }),
        /venues\[0\] \(id \d+\) has no number from -90 to 90 as "geo_lat"/,
      ],
      [
        'a title longer than the API accepts',
        ({ events }) => Object.assign(textsOf(events?.[0]), { title: 'x'.repeat(2001) }),
        /events\[0\] \(id \d+\) has no text of at most 2000 characters as "title"/,
      ],
      [
        'a name of a tag longer than the API accepts',
        ({ tags }) => Object.assign(textsOf(tags?.[0]), { name: 'x'.repeat(201) }),
        /tags\[0\] \(id \d+\) has no text of at most 200 characters as "name"/,
      ],
      [
        'a city longer than the API accepts',
        ({ venues }) => Object.assign(venues?.[0] ?? {}, { city: 'x'.repeat(2001) }),
        /venues\[0\] \(id \d+\) has no text of at most 2000 characters as "city"/,
      ],
      [
        'an external id longer than the API accepts',
        ({ events }) => Object.assign(events?.[0] ?? {}, { external_id: 'x'.repeat(256) }),
        /events\[0\] \(id \d+\) has no text of at most 255 characters as "external_id"/,
      ],
      [
        'an unknown author',
        ({ events }) => Object.assign(events?.[0] ?? {}, { author: 'nobody' }),
        /has an author who is not among the users, "nobody"/,
      ],
      [
        'an unknown zone',
        ({ events }) => Object.assign(events?.[0] ?? {}, { timezone: 'Mars/Olympus' }),
        /has an unknown time zone/,
      ],
      [
        'no own texts',
        ({ tags }) => Object.assign(tags?.[0] ?? {}, { texts: {} }),
        /tags\[0\] \(id \d+\) has no texts in its language, en/,
      ],
      ['no texts', ({ venues }) => delete venues?.[0]?.['texts'], /venues\[0\] \(id \d+\) has no object as "texts"/],
      [
        'texts in an unknown language',
        ({ venues }) => Object.assign(venues?.[0]?.['texts'] ?? {}, { xx: {} }),
        /has texts in an unknown language, "xx"/,
      ],
      ['the id 0', ({ events }) => Object.assign(events?.[0] ?? {}, { id: 0 }), /events\[0\] \(id 0\) has the id 0/],
      [
        'an id twice',
        ({ venues, organizers }) => Object.assign(venues?.[0] ?? {}, { id: organizers?.[0]?.['id'] }),
        /two of its records share an id, a slug or an external id/,
      ],
      [
        'a wrong role',
        ({ users }) => Object.assign(users?.[0] ?? {}, { role: 'king' }),
        /users\[0\] \(id 1\) has no administrator, editor/,
      ],
      ['no record', ({ events }) => events?.splice(0, 1, 5 as never), /events\[0\] is not an object/],
    ];
  test('An export that is cut between two lines is refused', async () => {
    const lines = (await liveExport()).trimEnd().split('\n');
    const calendar = await openTestCalendar([]);
    for (const cut of [lines.slice(0, -1), lines.slice(0, 5), lines.slice(0, 1)]) {
      const restoring = calendar.importAll([`${cut.join('\n')}\n`]);
      await expect(restoring).rejects.toThrow('page-1.json is an export that ends in the middle.');
    }
    await expect(calendar.importAll([lines.join('\n').slice(0, -4)])).rejects.toThrow(
      `page-1.json is not JSON: it ends in the middle, in line ${lines.length}.`,
    );
    const shortened = lines.with(2, lines[2]?.slice(0, 20) ?? '').join('\n');
    await expect(calendar.importAll([shortened])).rejects.toThrow(/^page-1\.json is not JSON.*, in line 3\.$/);
  });

  test.each(damages)('An export with %s is refused', async (_, damage, problem) => {
    const value = parseExport(await liveExport());
    damage(value);
    const damaged = formatExport(value);
    const calendar = await openTestCalendar([]);
    const before = await rowsOf(calendar.store);
    await expect(calendar.importAll([damaged])).rejects.toThrow(TransferProblem);
    await expect(calendar.importAll([damaged])).rejects.toThrow(problem);
    expect(await rowsOf(calendar.store)).toEqual(before);
  });
});

test('An export is a snapshot, and does not block writers', async () => {
  const calendar = await openTestCalendar();
  await calendar.importAll([{ events: Array.from({ length: 600 }, (_, index) => pageEvent(index + 1)) }]);
  let wrote = false;
  const { exportCalendar } = await import('../../src/export/export.ts');
  const parts: string[] = [];
  const write = async (text: string) => {
    parts.push(text);
    if (wrote || !text.includes('"id":1,')) return;
    wrote = true;
    await calendar.store.write((db) => db.deleteFrom('events').execute());
  };
  const progress = { start() {}, advance() {}, stop() {} };
  const counts = await exportCalendar({
    store: calendar.store,
    now: 1,
    write,
    progress,
    signal: new AbortController().signal,
  });
  expect(wrote).toBe(true);
  expect(counts.events).toBe(600);
  expect(parseExport(parts.join(''))['events']).toHaveLength(600);
  expect(parseExport(await calendar.exportText())['events']).toHaveLength(0);
});
