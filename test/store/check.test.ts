// `kalends check` finds and repairs each kind of corrupted derived data.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { checkCalendar } from '../../src/check/check.ts';
import { wrongFiles } from '../../src/check/files.ts';
import type { RepairOption } from '../../src/check/repository-tables.ts';
import { createZones } from '../../src/core/dates/zones.ts';
import type { Database } from '../../src/store/schema.ts';
import { png } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { startTestApp } from '../support/test-app.ts';
import { openCalendarOf } from '../support/test-store.ts';

const onSqlite = inject('engine') === 'sqlite';
const when = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };

async function startTown() {
  const app = await startTestApp();
  const post = async (path: string, json: object) =>
    (await app.request<{ id: number }>({ as: 'admin', method: 'POST', path, json })).body.id;
  const venue = await post('/venues', { venue: 'Hall', city: 'Lyon' });
  const category = await post('/categories', { name: 'Música' });
  for (const title of ['Feast', 'Fair'])
    await post('/events', { ...when, title, description: '<p>Come, Zoë</p>', venue, categories: [category] });
  await post('/events', { ...when, title: 'Later', categories: [category], date: '2036-01-01 10:00' });
  const check = (...options: RepairOption[]) =>
    checkCalendar(app.store, { now: app.clock.now(), zones: createZones() }, options);
  return { app, check };
}

const spoilt: [what: string, statement: string, tables: (keyof Database)[]][] = [
  ['numbers of events by time', 'update event_counts set n = n + 1', ['event_counts']],
  ['times of the events of venues and organizers', 'update event_links set start_utc = 7', ['event_links']],
  ['times of the events of categories and tags', 'update event_terms set listed = 1 - listed', ['event_terms']],
  ['numbers of events of categories and tags', 'update terms set event_count = 9', ['terms']],
  [
    'scheduled events of categories and tags',
    'delete from scheduled_terms where published_at > 2000000000',
    ['scheduled_terms'],
  ],
  ['folded texts of records, which searches use', `update record_texts set body_folded = 'x'`, ['record_texts']],
  ['folded names of categories and tags', `update term_texts set name_folded = 'x'`, ['term_texts']],
  [
    'event_links.record_id of missing records',
    `insert into event_links (event_id, kind, position, record_id) values ((select min(id) from events), 'venue', 9, 999)`,
    ['event_links'],
  ],
  ['events.image_id of missing records', 'update events set image_id = 999', ['events']],
  ['events.post_parent of missing records', 'update events set post_parent = 999', ['events']],
  ['ids of records that are not in the sequence of ids', 'delete from record_ids where id > 1', ['record_ids']],
  ['terms.parent_id of missing records', 'update terms set parent_id = 999', ['terms']],
];

test('kalends check finds nothing wrong with a calendar that the service has written', async () => {
  expect(await (await startTown()).check()).toEqual([]);
});

test.each(spoilt)('Wrong %s are found and repaired', async (what, statement, tables) => {
  const { app, check } = await startTown();
  const rows = () =>
    Promise.all(
      tables.map(async (table) => (await sql`select * from ${sql.table(table)}`.execute(app.store.reader)).rows),
    );
  const sorted = async () => (await rows()).map((list) => list.map((row) => JSON.stringify(row)).sort());
  const before = await sorted();
  await app.store.write((db) => sql.raw(statement).execute(db));
  expect((await check()).map((finding) => finding.what)).toEqual([what]);
  expect(
    (await check()).map((finding) => finding.what),
    'a check changes nothing',
  ).toEqual([what]);
  expect(await check('--repair')).toEqual([{ what, wrong: expect.any(Number), left: 0, option: '--repair' }]);
  expect(await check()).toEqual([]);
  expect(await sorted()).toEqual(before);
});

test('Categories below themselves and events that are parts of themselves are found and moved to the top', async () => {
  const { app, check } = await startTown();
  const post = (path: string, json: object) => app.request({ as: 'admin', method: 'POST', path, json });
  const [{ id: music }] = (await app.store.reader.selectFrom('terms').select('id').execute()) as [{ id: number }];
  await post('/categories', { name: 'Jazz', parent: music });
  await post('/categories', { name: 'Swing', parent: music + 1 });
  const circle = `update terms set parent_id = ${music + 1} where id = ${music}`;
  const first = '(select min(id) from (select id from events) as e)';
  await app.store.write((db) => sql.raw(circle).execute(db));
  await app.store.write((db) => sql.raw(`update events set post_parent = id where id = ${first}`).execute(db));
  expect(await check('--repair')).toEqual([
    { what: 'categories below themselves', wrong: 2, left: 0, option: '--repair' },
    { what: 'events that are parts of themselves', wrong: 1, left: 0, option: '--repair' },
  ]);
  expect(await check()).toEqual([]);
  const terms = await app.store.reader.selectFrom('terms').select(['id', 'parent_id']).orderBy('id').execute();
  expect(terms.map(({ parent_id }) => parent_id)).toEqual([0, 0, music + 1]);
});

test('A tag as the parent of a category, and the parent of a tag, are found and removed', async () => {
  const { app, check } = await startTown();
  await app.request({ as: 'admin', method: 'POST', path: '/tags', json: { name: 'Loud' } });
  await app.store.write((db) => sql`update terms set parent_id = 3 - id`.execute(db));
  expect(await check('--repair')).toEqual([
    { what: 'terms.parent_id of missing records', wrong: 2, left: 0, option: '--repair' },
  ]);
  expect(await check()).toEqual([]);
});

test('Records that the change log lacks are found and logged', async () => {
  const { app, check } = await startTown();
  await app.store.write((db) => db.deleteFrom('changes').execute());
  const what = 'records without an entry in the change log';
  expect(await check('--repair')).toEqual([{ what, wrong: 5, left: 0, option: '--repair' }]);
  expect(await check()).toEqual([]);
  const logged = await app.store.reader.selectFrom('changes').select(['kind', 'status']).orderBy('seq').execute();
  expect(logged.map(({ kind }) => kind).sort()).toEqual(['category', 'event', 'event', 'event', 'venue']);
});

const wrongTimes = 'times of events that differ between their time zone and UTC';

test.each([
  `update events set end_wall = '2027-05-01 12:30:00' where id = (select min(id) from events)`,
  `update events set start_utc = start_utc - 60, end_wall = 'x' where id = (select min(id) from events)`,
  `update events set timezone = 'Mars/Olympus' where id = (select min(id) from events)`,
  `update events set end_utc = start_utc - 1, end_wall = '2027-05-01 13:59:59' where id = (select min(id) from events)`,
])('Wrong times of events are found, and left as they are: %s', async (statement) => {
  const { app, check } = await startTown();
  await app.store.write((db) => sql.raw(statement).execute(db));
  expect((await check('--repair')).at(-1)).toEqual({ what: wrongTimes, wrong: 1, left: 1, option: '--repair-times' });
});

test('Events whose time zone has changed its rules keep their local time and get a new time in UTC', async () => {
  const { app, check } = await startTown();
  const create = async (json: object) =>
    (await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json: { ...when, ...json } }))
      .body.id;
  const ids = [
    await create({ title: 'Play', timezone: 'America/Chicago', venue: { venue: 'Stage' }, tags: ['theatre'] }),
    await create({ title: 'Week', timezone: 'America/Chicago', all_day: true }),
  ];
  const read = async (id: number) => (await app.request<Record<string, unknown>>({ path: `/events/${id}` })).body;
  const before = await Promise.all(ids.map(read));
  const unaffected = await read(3);
  // As if they had been saved when Chicago had no daylight saving time.
  const since = (await app.request<{ next_token: string }>({ path: '/changes' })).body.next_token;
  const shifted = sql`update events set start_utc = start_utc + 3600, end_utc = end_utc + 3600 where timezone = 'America/Chicago'`;
  await app.store.write((db) => shifted.execute(db));
  app.clock.advance(60);
  expect(await read(ids[0] as number)).not.toEqual(before[0]);
  expect(await check('--repair-times')).toEqual([{ what: wrongTimes, wrong: 2, left: 0, option: '--repair-times' }]);
  expect(await check()).toEqual([]);
  const after = await Promise.all(ids.map(read));
  const { modified, modified_utc } = after[0] as Record<string, unknown>;
  expect(modified).not.toEqual(before[0]?.['modified']);
  expect(after).toEqual(before.map((event) => ({ ...event, modified, modified_utc })));
  expect(await read(3)).toEqual(unaffected);
  const changes = await app.request<{ changes: { id: number }[] }>({ path: '/changes', query: { since } });
  expect(changes.body.changes.map(({ id }) => id).sort()).toEqual(ids);
});

test
  .runIf(onSqlite)
  .each([
    'delete from text_keys',
    'delete from unindexed_texts',
    `insert into other_search (other_search) values ('delete-all')`,
  ])('Search works again after a repair of %s', async (statement) => {
  const { app, check } = await startTown();
  await app.store.write((db) => sql.raw(statement).execute(db));
  expect((await check('--repair')).map((finding) => [finding.what, finding.left])).toEqual([['search indexes', 0]]);
  const found = (path: string) => app.request<{ total: number }>({ path, query: { start_date: '2020-01-01' } });
  expect((await found('/events?search=zoe')).body.total).toBe(2);
  expect((await found('/venues?search=lyon')).body.total).toBe(1);
});

test.runIf(onSqlite)('An index that differs from the texts is found while others wait to be indexed', async () => {
  const { app, check } = await startTown();
  await app.store.write((db) => sql`delete from unindexed_texts`.execute(db));
  await check('--repair');
  await app.request({ as: 'admin', method: 'POST', path: '/events', json: { ...when, title: 'Waiting' } });
  expect(await check()).toEqual([]);
  const entry = sql`insert into record_search (rowid, title_folded, body_folded)
      select min(rowid), 'others', 'words' from record_texts`;
  await app.store.write((db) => entry.execute(db));
  expect(await check()).toEqual([{ what: 'search indexes', wrong: 1, left: 1, option: '--repair' }]);
  expect(await check('--repair')).toEqual([{ what: 'search indexes', wrong: 1, left: 0, option: '--repair' }]);
  expect((await app.request({ path: '/events?search=waiting' })).body).toMatchObject({ total: 1 });
});

test.runIf(onSqlite).each(['record_search', 'other_search', 'event_pairs', 'other_pairs'])(
  'Damage in %s is found and repaired',
  async (index) => {
    const folder = temporaryFolder();
    const cli = (...args: string[]) => runInProcess(args, { folder });
    await cli('user', 'add', 'admin', '--role', 'administrator');
    const event = { id: 2, title: 'Feast', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
    const records = { venues: [{ id: 1, venue: 'Mill' }], events: [event] };
    writeFileSync(join(folder, 'records.json'), JSON.stringify(records));
    await cli('import', join(folder, 'records.json'));
    const database = new BetterSqlite3(join(folder, 'data/calendar.sqlite'));
    database.exec('delete from unindexed_texts');
    expect(await cli('check', '--repair')).toMatchObject({ code: 0 });
    // Allows writing the tables of an index.
    database.unsafeMode().exec(`update ${index}_data set block = x'00' where id > 10`);
    database.close();
    expect(await cli('check')).toMatchObject({ code: 1, out: expect.stringContaining('search indexes') });
    expect(await cli('check', '--repair')).toMatchObject({ code: 0 });
    expect(await cli('check')).toMatchObject({ code: 0 });
  },
);

test.runIf(onSqlite)('An index that lacks rows is found and repaired', async () => {
  const folder = temporaryFolder();
  const cli = (...args: string[]) => runInProcess(args, { folder });
  await cli('user', 'add', 'admin', '--role', 'administrator');
  const path = join(folder, 'data/calendar.sqlite');
  const run = (statement: string) => {
    const database = new BetterSqlite3(path).unsafeMode();
    database.pragma('writable_schema = on');
    database.exec(statement);
    database.close();
  };
  // While it has a condition that is never true, the index is not updated.
  const name = `name = 'users_by_login'`;
  run(`update sqlite_master set sql = sql || ' where 0' where ${name}`);
  run(`update users set login = 'other'`);
  run(`update sqlite_master set sql = replace(sql, ' where 0', '') where ${name}`);
  expect(await cli('check')).toMatchObject({ code: 1, out: expect.stringContaining('rows and indexes of tables') });
  expect(await cli('check', '--repair')).toMatchObject({ code: 0 });
  expect(await cli('check')).toMatchObject({ code: 0, out: 'No problems found.\n' });
  expect((await cli('app-password', 'list', 'other')).code).toBe(0);
});

test('kalends check reports and repairs problems, and reports missing files', async () => {
  const folder = temporaryFolder();
  const cli = (...args: string[]) => runInProcess(args, { folder });
  expect((await cli('check')).code).toBe(1);
  await cli('user', 'add', 'admin', '--role', 'administrator');
  expect(await cli('check')).toMatchObject({ code: 0, out: 'No problems found.\n' });
  rmSync(join(folder, 'data', 'media'), { recursive: true, force: true });
  expect(JSON.parse((await cli('check', '--json', '--repair')).out)).toEqual({
    ok: true,
    findings: [],
    missing_files: [],
    damaged_files: [],
    orphaned_files: [],
  });
});

test('kalends check counts files without an image, which are no problem', async () => {
  const folder = temporaryFolder();
  const cli = (...args: string[]) => runInProcess(args, { folder });
  await cli('user', 'add', 'admin', '--role', 'administrator');
  for (const name of ['2027/03/abc/poster.jpg', '2027/03/abc/poster-150x150.jpg', 'notes/mine.txt']) {
    const path = join(folder, 'data/media', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'left behind');
  }
  const { code, out } = await cli('check');
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^No problems found\.\n2 files belong to no image, .+ "kalends media collect" after an hour\.\n$/,
    ),
  });
  const { ok, orphaned_files: orphaned } = JSON.parse((await cli('check', '--json')).out);
  expect({ ok, orphaned: orphaned.sort() }).toEqual({
    ok: true,
    orphaned: ['2027/03/abc/poster-150x150.jpg', '2027/03/abc/poster.jpg'],
  });
});

test('An image that is deleted while files are listed is not reported as missing', async () => {
  const app = await startTestApp();
  const [image, kept] = [await uploadRaw(await png(), { app }), await uploadRaw(await png({ colour: 'red' }), { app })];
  const storage = {
    async *list() {
      await app.request({ as: 'admin', method: 'DELETE', path: `/media/${image.body.id}?force=true` });
      yield { key: '2027/03/other/a.png', size: 1, modifiedAt: 0 };
    },
  };
  const { missing_files: missing } = await wrongFiles(app.store.reader, storage as never);
  expect(missing).not.toEqual([]);
  expect(missing.every((key) => kept.body.url.includes(key.slice(0, key.lastIndexOf('/'))))).toBe(true);
});

test('kalends check promises no repair of texts that are gone', async () => {
  const folder = temporaryFolder();
  const cli = (...args: string[]) => runInProcess(args, { folder });
  await cli('user', 'add', 'admin', '--role', 'administrator');
  writeFileSync(join(folder, 'venues.json'), JSON.stringify({ venues: [{ id: 1, venue: 'Mill' }] }));
  expect(await cli('import', join(folder, 'venues.json'))).toMatchObject({ code: 0 });
  const store = await openCalendarOf(folder);
  await store.write((db) => db.deleteFrom('record_texts').execute());
  await store.close();
  expect((await cli('check')).err).toContain('"kalends check --repair" repairs what can be derived from other data.');
  const { err } = await cli('check', '--repair');
  expect(err).toContain('Not everything could be repaired; restore the rest from a backup.');
});
