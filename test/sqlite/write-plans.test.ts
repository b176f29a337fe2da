// No statement of a single write scans a whole table: all writers would wait longer the larger the calendar is.
import BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';
import { make } from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import type { TestRequest } from '../support/test-request.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

const wholeTable = /^SCAN (?:events|linked_records|record_texts|event_links|event_terms|media|idempotency_keys)(?: |$)/;

async function writeAll(app: TestApp): Promise<void> {
  const venue = await make(app, 'venues', { venue: 'Hall' });
  const parent = await make(app, 'events', { title: 'Season', ...dates });
  const more = {
    categories: ['Music'],
    tags: ['free'],
    venue: [venue.id, { venue: 'Cellar' }],
    post_parent: parent.id,
  };
  const event = await make(app, 'events', { title: 'Gala', external_id: 'a', ...dates, ...more });
  const post = (path: string, json: object): TestRequest => ({ method: 'POST', path, json });
  const requests: TestRequest[] = [
    post(`/events/${event.id}`, { title: 'Gala', slug: 'other', external_id: 'b', ...more }),
    post(`/events/${event.id}`, { title: 'Soirée', i18n_language: 'fr' }),
    { method: 'DELETE', path: `/events/${event.id}/translations/fr` },
    { method: 'DELETE', path: `/events/${event.id}` },
    { method: 'DELETE', path: `/events/${event.id}?force=true` },
    post(`/venues/${venue.id}`, { venue: 'Great hall', slug: 'great' }),
    { method: 'DELETE', path: `/venues/${venue.id}` },
    { method: 'DELETE', path: `/venues/${venue.id}?force=true` },
  ];
  for (const request of requests) expect((await app.request({ as: 'admin', ...request })).status).toBe(200);
}

test('Writes find every row by an index', async () => {
  const prepare = vi.spyOn(BetterSqlite3.prototype, 'prepare');
  const app = await startTestApp();
  prepare.mockClear();
  await writeAll(app);
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) => sql.includes('+?'));
  prepare.mockRestore();
  expect(statements.filter((sql) => /^(?:insert|update|delete)/.test(sql)).length).toBeGreaterThan(20);
  for (const sql of statements) {
    const parameters = Array.from(sql.matchAll(/\+\?/g), () => 5);
    const query = CompiledQuery.raw(`explain query plan ${sql}`, parameters);
    const { rows } = await app.store.reader.executeQuery<{ detail: string }>(query);
    const whole = rows.filter(({ detail }) => wholeTable.test(detail));
    expect(whole, sql).toEqual([]);
  }
});
