// Rows that triggers derive, whichever program writes.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { checkCalendar } from '../../src/check/check.ts';
import { createZones } from '../../src/core/dates/zones.ts';
import type { Writer } from '../../src/store/store.ts';
import { make } from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const dates = { start_date: '2027-06-10 10:00', end_date: '2027-06-10 12:00' };
/** Later than all rows, whatever the clock of the database is. */
const farFuture = 7_000_000_000;

let app: TestApp;
let ids: Record<'event' | 'venue' | 'hall' | 'category' | 'tag' | 'later', number>;
beforeAll(async () => {
  app = await startTestApp();
  const id = async (plural: string, json: object) => (await make(app, plural, json)).id;
  const venue = await id('venues', { venue: 'Hall' });
  const category = await id('categories', { name: 'Music' });
  ids = {
    venue,
    category,
    hall: await id('venues', { venue: 'Other hall' }),
    tag: await id('tags', { name: 'Loud' }),
    event: await id('events', { title: 'Gala', ...dates, venue, categories: [category] }),
    later: await id('events', { title: 'Later', ...dates, categories: [category], date: '2036-01-01 10:00' }),
  };
});

const write = (statement: string) => app.store.write((db) => run(db, statement));
const run = (db: Writer, statement: string) =>
  sql.raw(statement.replace(/:(\w+)/g, (_, name) => String(ids[name as keyof typeof ids]))).execute(db);

/** The derived data verified by `kalends check` that triggers maintain. */
const ofTriggers = [
  'times of the events of venues and organizers',
  'times of the events of categories and tags',
  'scheduled events of categories and tags',
  'numbers of events by time',
  'search indexes',
];
const wrong = async () => {
  const findings = await checkCalendar(app.store, { now: app.clock.now(), zones: createZones() }, []);
  return findings.map(({ what }) => what).filter((what) => ofTriggers.includes(what));
};

/** Copies a row with other values. */
const copy = async (table: 'events' | 'record_texts', id: number, values: Record<string, unknown>) => {
  const column = table === 'events' ? 'id' : 'record_id';
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(app.store.reader);
  const row: Record<string, unknown> = { ...rows[0], ...values };
  if (table === 'record_texts') delete row['rowid'];
  await app.store.write((db) =>
    db
      .insertInto(table)
      .values(row as never)
      .execute(),
  );
};

test('Triggers add the times of the event to links, terms and counts', async () => {
  await write(`insert into event_links (event_id, kind, position, record_id) values (:event, 'venue', 1, :hall)`);
  await write('insert into event_terms (event_id, term_id) values (:event, :tag)');
  await write('insert into event_terms (event_id, term_id) values (:later, :tag)');
  expect(await wrong()).toEqual([]);
});

test('Links and terms written before their event get its times when it is inserted', async () => {
  await write(`insert into event_links (event_id, kind, position, record_id) values (900, 'venue', 0, :hall)`);
  await write('insert into event_terms (event_id, term_id) values (900, :tag)');
  await copy('record_texts', ids.event, { record_id: 900, slug: 'copy' });
  await copy('events', ids.event, { id: 900, published_at: farFuture });
  expect(await wrong()).toEqual([]);
});

test.each([
  ['moves to another time', 'update events set start_utc = start_utc + 9000000 where id = :event'],
  ['ends later', 'update events set end_utc = end_utc + 9000000 where id = :event'],
  ['is hidden from listings', 'update events set hide_from_listings = 1 where id = :event'],
  ['becomes a draft', `update events set status = 'draft' where id = :event`],
  ['is published later', `update events set status = 'publish', published_at = ${farFuture} where id = :event`],
  ['is published at another time', `update events set published_at = ${farFuture + 1} where id = :event`],
  ['loses a category', 'delete from event_terms where event_id = :later and term_id = :category'],
  ['has another original language', `update record_texts set language = 'fr' where record_id = :event`],
  ['has another title', `update record_texts set title = 'B', title_folded = 'b' where record_id = :event`],
])('Counts, times and search keys follow an event that %s', async (_, statement) => {
  await write(statement);
  expect(await wrong()).toEqual([]);
});

const found = async (path: string, search: string) =>
  (await app.request<{ total: number }>({ path, query: { search, start_date: '2020-01-01' } })).body.total;

test('A search finds the current texts of a venue, and none of a deleted venue', async () => {
  await make(app, 'venues', { venue: 'Pavilion', description: 'By the lake' });
  expect(await found('/venues', 'pavilion')).toBe(1);
  await write(`update record_texts set title = 'Arena', title_folded = 'arena' where title_folded = 'pavilion'`);
  expect([await found('/venues', 'pavilion'), await found('/venues', 'arena')]).toEqual([0, 1]);
  await write(`delete from record_texts where title_folded = 'arena'`);
  expect(await wrong()).toEqual([]);
});

/** As many texts as SQLite indexes in one batch. */
const indexAll = () =>
  write(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 64)
    insert into record_texts (record_id, kind, language, is_original, title, description, excerpt, website, title_folded,
    body_folded) select (select max(record_id) from record_texts) + i, 'event', 'en', 1, '', '', '', '', '', '' from n`);

test('A search finds an event by texts that changed after they were indexed', async () => {
  await make(app, 'events', { title: 'Regatta', ...dates });
  await indexAll();
  expect(await found('/events', 'regatta')).toBe(1);
  await write(`update record_texts set title = 'Boats', title_folded = 'boats' where title_folded = 'regatta'`);
  expect([await found('/events', 'regatta'), await found('/events', 'boats')]).toEqual([0, 1]);
});

test('Deleting an event deletes its times, search keys and index entries', async () => {
  const { id } = await make(app, 'events', { title: 'Short', ...dates });
  await indexAll();
  await write(`delete from events where id = ${id}`);
  await write(`delete from record_texts where record_id = ${id}`);
  await indexAll();
  expect(await wrong()).toEqual([]);
});

/** The newest number of the invalidation log. */
const newest = async () =>
  (await app.store.reader.selectFrom('touched').select('seq').orderBy('seq', 'desc').executeTakeFirst())?.seq ?? 0;
const touchedSince = async (seq: number) =>
  (await app.store.reader.selectFrom('touched').select('record').distinct().where('seq', '>', seq).execute())
    .map(({ record }) => record)
    .sort((a, b) => a - b);

const image = `insert into media (id, author_id, published_at, modified_at, language, storage_key, filename, checksum,
  extension, mime_type, width, height, filesize, sizes)
  values (700, 1, 1, 1, 'en', 'k', 'f', 'c', 'png', 'image/png', 1, 1, 1, '[]')`;
const recordText = `insert into record_texts (record_id, kind, language, is_original, title, description, excerpt, website,
  title_folded, body_folded) values (801, 'event', 'de', 0, '', '', '', '', '', '')`;
const termText = `insert into term_texts (term_id, taxonomy, language, is_original, name, description, name_folded)
  values (802, 'tag', 'de', 0, '', '', '')`;

/** Each follows those before it. Terms are logged as negative numbers. */
const logged: [what: string, statement: string, records: () => number[]][] = [
  ['an event is changed', 'update events set featured = 1 where id = :event', () => [ids.event]],
  ['an event is deleted', 'delete from events where id = 900', () => [900]],
  ['a venue is changed', `update linked_records set phone = '5' where id = :hall`, () => [ids.hall]],
  ['a venue is deleted', 'delete from linked_records where id = :hall', () => [ids.hall]],
  ['an image is added', image, () => [700]],
  ['an image is changed', `update media set filename = 'g' where id = 700`, () => [700]],
  ['an image is deleted', 'delete from media where id = 700', () => [700]],
  ['a tag is changed', `update terms set external_id = 'x' where id = :tag`, () => [-ids.tag]],
  ['a tag is deleted', 'delete from terms where id = :tag', () => [-ids.tag]],
  ['a text of a record is added', recordText, () => [801]],
  ['a text of a record is changed', 'update record_texts set record_id = 803 where record_id = 801', () => [801, 803]],
  ['a text of a record is deleted', 'delete from record_texts where record_id = 803', () => [803]],
  ['a text of a term is added', termText, () => [-802]],
  ['a text of a term is changed', 'update term_texts set term_id = 804 where term_id = 802', () => [-804, -802]],
  ['a text of a term is deleted', 'delete from term_texts where term_id = 804', () => [-804]],
  [
    'an event gets a venue',
    `insert into event_links (event_id, kind, position, record_id) values (805, 'venue', 0, :venue)`,
    () => [805],
  ],
  ['a link changes its event', 'update event_links set event_id = 806 where event_id = 805', () => [805, 806]],
  ['an event loses its venue', 'delete from event_links where event_id = 806', () => [806]],
  ['an event gets a category', 'insert into event_terms (event_id, term_id) values (807, :category)', () => [807]],
  ['a category changes its event', 'update event_terms set event_id = 808 where event_id = 807', () => [807, 808]],
  ['an event loses its category', 'delete from event_terms where event_id = 808', () => [808]],
];

test.each(logged)('The invalidation log names the records when %s', async (_, statement, records) => {
  const before = await newest();
  await write(statement);
  expect(await touchedSince(before)).toEqual(records());
});

test('The invalidation log keeps only its newest rows', async () => {
  await write(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
    insert into touched (record) select 1 from n`);
  const { rows } = await sql<{ n: number }>`select count(*) as n from touched`.execute(app.store.reader);
  expect(Number(rows[0]?.n)).toBeLessThan(8192 + 1024);
});
