// A calendar with records of every kind, its export, and the rows that a restore recreates.
import { expect } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { exportText } from '../import/support.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A calendar with records of every kind and status, created through the API. */
export async function liveCalendar(): Promise<TestApp> {
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
export function liveExport(): Promise<string> {
  exported ??= liveCalendar().then(({ store }) => exportText(store));
  return exported;
}

/** All rows that a restore must recreate, including those for search and lists. */
export async function rowsOf({ reader }: Store) {
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
    .orderBy('key')
    .execute();
  return rows;
}

const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
