import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { missingMigrations, readMigrations } from '../../src/store/migrate.ts';
import { startTestApp } from '../support/test-app.ts';

/** A calendar in the first format, with an event. */
function makeBaseline(): { folder: string; database: BetterSqlite3.Database; id: number } {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'));
  const database = new BetterSqlite3(join(folder, 'calendar.sqlite'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const [baseline] = missingMigrations([], readMigrations('sqlite'));
  database.exec(`${baseline?.sql};
    create table migrations (id integer primary key, name text not null, checksum text not null,
      applied_at text not null default current_timestamp) strict;
    insert into migrations (id, name, checksum) values (1, 'baseline', '${baseline?.checksum}');
    insert into record_ids (id, kind) values (7, 'event');
    insert into events (id, status, author_id, published_at, modified_at, language, start_wall, end_wall, timezone,
      start_utc, end_utc, all_day, cost, show_map, show_map_link, hide_from_listings, sticky, featured)
      values (7, 'publish', 1, 1, 1, 'en', '2027-01-01 00:00:00', '2027-01-01 01:00:00', 'UTC', 1798761600, 1798765200,
        0, '', 0, 0, 0, 0, 0);
    insert into record_texts (record_id, kind, language, is_original, title, description, excerpt, website, slug,
      title_folded, body_folded) values (7, 'event', 'en', 1, 'Talk', '', '', '', 'talk', 'talk', '')`);
  return { folder, database, id: 7 };
}

const formatsOf = (database: BetterSqlite3.Database) => database.prepare('select id, name from migrations').all();
/** Migrations by file name, from 001_baseline.sql on. */
const newest = readdirSync(new URL('../../src/store/sqlite/migrations', import.meta.url))
  .map((file) => /^(\d+)_(.+)\.sql$/.exec(file) ?? [])
  .map(([, id, name]) => ({ id: Number(id), name }));

test('A calendar of the first format opens with its events, which are scheduled and offline', async () => {
  const { folder, database, id } = makeBaseline();
  const app = await startTestApp({ folder });
  expect((await app.request({ path: `/events/${id}` })).body).toMatchObject({
    title: 'Talk',
    event_status: 'scheduled',
    event_status_reason: '',
    attendance_mode: 'offline',
    online_url: '',
  });
  expect(formatsOf(database)).toEqual(newest);
});
