// Query plans of a calendar in which nearly all events take place at one venue.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CapturedQueries, captureQueries } from '../support/plans/captured-queries.ts';
import { createPostgresExplain, truncateCalendar } from '../support/plans/postgres-plan.ts';
import type { ExplainQuery } from '../support/plans/query-plan.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const venues = 800;
const events = 6000;

let app: TestApp;
let explain: ExplainQuery;
let queries: CapturedQueries;

beforeAll(async () => {
  app = await startTestApp({ settings: { cacheBytes: 0 } });
  const at = app.clock.now();
  await app.store.write(async (db) => {
    await sql`insert into record_ids (id, kind)
      select n, case when n <= ${venues} then 'venue' else 'event' end from generate_series(1, ${venues + events}::int) n`.execute(
      db,
    );
    await sql`insert into linked_records (id, status, author_id, published_at, modified_at, language, kind, phone, email,
        address, city, country, province, state, zip, stateprovince, show_map, show_map_link)
      select n, 'publish', 1, ${at}::bigint - n, ${at}, 'en', 'venue', '', '', '', '', '', '', '', '', '', 1, 1
      from generate_series(1, ${venues}::int) n`.execute(db);
    await sql`insert into events (id, status, author_id, published_at, modified_at, language, start_wall, end_wall, timezone,
        start_utc, end_utc, all_day, cost, show_map, show_map_link, hide_from_listings, sticky, featured)
      select ${venues}::int + n, 'publish', 1, ${at}::bigint - n, ${at}, 'en', '2027-03-10 09:00:00', '2027-03-10 10:00:00', 'UTC',
        ${at}::bigint + n, ${at}::bigint + n + 3600, 0, '', 1, 1, 0, 0, 0
      from generate_series(1, ${events}::int) n`.execute(db);
    await sql`insert into record_texts (record_id, kind, language, is_original, title, description, excerpt, website, slug,
        title_folded, body_folded)
      select id, kind, 'en', 1, 'Title ' || id, '', '', '', 'slug-' || id, 'title ' || id, '' from record_ids`.execute(
      db,
    );
    await sql`insert into event_links (event_id, kind, position, record_id)
      select id, 'venue', 0, 1 from record_ids where kind = 'event'`.execute(db);
  });
  explain = await createPostgresExplain(app.store);
  queries = captureQueries(app.store);
});

afterAll(async () => {
  await truncateCalendar(app.store);
  await app.close();
});

test.each([
  ['has_events', 'true', 1],
  ['has_events', 'false', venues - 1],
  ['only_with_upcoming', 'true', 1],
])('The events of each venue are looked up separately: %s=%s', async (name, value, total) => {
  const ran = await queries.during(async () => {
    const { status, body } = await app.request({ path: '/venues', query: { [name]: value } });
    expect({ status, body }).toMatchObject({ status: 200, body: { total } });
  });
  const found = (await Promise.all(ran.map(explain))).flat();
  expect(found.filter(({ table }) => table !== 'linked_records')).toEqual([]);
});

test.each(['title', 'modified'])('Ordered by %s, the venue is checked event by event', async (orderby) => {
  const ran = await queries.during(async () => {
    const { status, body } = await app.request({ path: '/events', query: { venue: 1, featured: 'false', orderby } });
    expect({ status, body }).toMatchObject({ status: 200, body: { total: events } });
  });
  const walks = ran.filter(({ sql: text }) => text.includes(' as matches'));
  expect(walks.length).toBeGreaterThan(0);
  expect((await Promise.all(walks.map(explain))).flat()).toEqual([]);
});
