// The calendars that benchmarks and plan tests use contain the same rows that the service would have written.

import { expect, test } from 'vitest';
import { fillCalendar } from '../../bench/calendar/fill.ts';
import { sqliteLoading } from '../../bench/loading.ts';
import { createZones } from '../../src/core/dates/zones.ts';
import { noProgress } from '../../src/core/progress.ts';
import { toSafeHtml } from '../../src/core/text/html/html.ts';
import { toPlainText } from '../../src/core/text/plain-text.ts';
import { slugify } from '../../src/core/text/slug.ts';
import { saveTexts } from '../../src/resources/records/texts/texts.ts';
import { recountTerms } from '../../src/resources/terms/repository-events.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

async function startGenerated(seed: number): Promise<TestApp> {
  const app = await startTestApp();
  const options = { events: 400, seed, now: app.clock.now(), progress: noProgress, authorIds: [1, 2, 3, 4] };
  await fillCalendar(app.store, { ...options, loading: sqliteLoading() });
  return app;
}

const tables = [
  'events',
  'linked_records',
  'record_texts',
  'event_links',
  'event_terms',
  'terms',
  'term_texts',
  'changes',
] as const;

const rowsOf = async ({ store }: TestApp, table: (typeof tables)[number]) =>
  (await store.reader.selectFrom(table).selectAll().execute()).map((row) => ({ ...row, password_hash: undefined }));

test('A generated calendar depends on its seed only', async () => {
  const [one, same, other] = [await startGenerated(3), await startGenerated(3), await startGenerated(4)];
  for (const table of tables) expect(await rowsOf(same, table)).toEqual(await rowsOf(one, table));
  expect(await rowsOf(other, 'events')).not.toEqual(await rowsOf(one, 'events'));
});

test('Writing a generated calendar again changes nothing', async () => {
  const app = await startGenerated(5);
  const zones = createZones();
  const before = { texts: await rowsOf(app, 'record_texts'), terms: await rowsOf(app, 'terms') };
  const texts = await app.store.reader.selectFrom('record_texts').selectAll().where('kind', '=', 'event').execute();
  const events = await app.store.reader.selectFrom('events').selectAll().execute();
  const languageOf = new Map(events.map(({ id, language }) => [id, language]));
  await app.store.write(async (db) => {
    for (const { record_id: recordId, language, title, description, excerpt, website } of texts) {
      const of = { recordId, kind: 'event', original: languageOf.get(recordId) ?? '' } as const;
      await saveTexts(db, of, language, { title, description, excerpt, website });
    }
    await recountTerms(db);
  });
  expect(await rowsOf(app, 'record_texts')).toEqual(before.texts);
  expect(await rowsOf(app, 'terms')).toEqual(before.terms);
  for (const { title, description, excerpt, slug } of texts) {
    expect([toPlainText(title), toSafeHtml(description), toSafeHtml(excerpt)]).toEqual([title, description, excerpt]);
    if (slug !== null) expect(slugify(slug)).toBe(slug);
  }
  for (const { start_wall, start_utc, end_wall, end_utc, timezone } of events)
    expect([zones.toWall(start_utc, timezone), zones.toWall(end_utc, timezone)]).toEqual([start_wall, end_wall]);
  const links = await app.store.reader.selectFrom('event_links').selectAll().execute();
  const startOf = new Map(events.map(({ id, start_utc }) => [id, start_utc]));
  for (const { event_id, start_utc } of links) expect(start_utc).toBe(startOf.get(event_id));
});

test('A generated calendar has all its indexes, and texts that search finds', async () => {
  const app = await startGenerated(6);
  const empty = await startTestApp();
  const indexes = ({ store }: TestApp) =>
    store.reader
      .selectFrom('sqlite_master' as never)
      .select(['type', 'name', 'sql'] as never)
      .orderBy('name' as never)
      .execute();
  expect(await indexes(app)).toEqual(await indexes(empty));
  const { body } = await app.request<{ total: number }>({
    path: '/events',
    query: { search: 'zyx', start_date: '1970-01-01', end_date: '2099-01-01' },
  });
  expect(body.total).toBeGreaterThan(0);
});
