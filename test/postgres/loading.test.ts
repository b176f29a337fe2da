// Events inserted in bulk, with indexes built afterwards, leave the same rows as single writes.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillCalendar } from '../../bench/calendar/fill.ts';
import { postgresLoading } from '../../bench/loading.ts';
import { noProgress } from '../../src/core/progress.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let indexesBefore: unknown[];

beforeAll(async () => {
  app = await startTestApp();
  indexesBefore = await indexes();
  await fillCalendar(app.store, {
    events: 600,
    seed: 8,
    now: app.clock.now(),
    progress: noProgress,
    loading: postgresLoading(),
    authorIds: [1, 2, 3, 4],
  });
});

afterAll(() => app.close());

const rows = async (query: string): Promise<unknown[]> => (await sql.raw(query).execute(app.store.reader)).rows;

const indexes = () =>
  rows(`select indexname, indexdef from pg_indexes where schemaname = current_schema() order by indexname`);

const counted = () => rows(`select * from event_counts where n <> 0 order by status, hidden, shift, bucket`);
const plainlyCounted = () =>
  rows(`select status, hide_from_listings::bigint as hidden, shift, start_utc >> shift as bucket, count(*) as n
    from events cross join (values (16), (21), (26)) as s (shift) group by 1, 2, 3, 4 order by 1, 2, 3, 4`);

test('Bulk loading keeps all indexes', async () => {
  expect(await indexes()).toEqual(indexesBefore);
});

test('After bulk loading, counters equal a plain count', async () => {
  const found = await counted();
  expect(found.length).toBeGreaterThan(100);
  expect(found).toEqual(await plainlyCounted());
});

test('After bulk loading, links and terms have the times of their events', async () => {
  for (const table of ['event_links', 'event_terms']) {
    const differing = `from ${table} x join events e on e.id = x.event_id
      where (x.start_utc, x.end_utc, x.published_at, x.listed) is distinct from (e.start_utc, e.end_utc, e.published_at,
        (e.status = 'publish' and e.hide_from_listings = 0)::int::bigint)`;
    expect(await rows(`select x.* ${differing}`)).toEqual([]);
  }
  expect(await rows(`select term_id, event_id from scheduled_terms order by 1, 2`)).toEqual(
    await rows(`select t.term_id, e.id as event_id from events e join event_terms t on t.event_id = e.id
      where e.status = 'publish' and e.published_at > least(e.modified_at, extract(epoch from clock_timestamp())::bigint)
      order by 1, 2`),
  );
});

test('Events changed and deleted in bulk are counted', async () => {
  const store = app.store;
  await store.write((db) => sql`update events set status = 'draft' where id % 3 = 0`.execute(db));
  expect(await counted()).toEqual(await plainlyCounted());
  await store.write((db) => sql`delete from events where id % 2 = 0`.execute(db));
  expect(await counted()).toEqual(await plainlyCounted());
  await store.write((db) => sql`delete from events`.execute(db));
  expect(await counted()).toEqual([]);
});
