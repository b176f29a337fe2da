// Deleting a record that very many events use does not block other requests for long.
import { expect, inject, test } from 'vitest';
import { insertEvents } from '../../../src/resources/events/save.ts';
import { allocateRecordIds } from '../../../src/resources/records/rows/record-table.ts';
import type { LanguageTexts } from '../../../src/resources/records/texts/texts.ts';
import { insertTerms } from '../../../src/resources/terms/save.ts';
import { plainEvent } from '../../support/calendars/plain-rows.ts';
import { make } from '../../support/field-table.ts';
import { png } from '../../support/media/images.ts';
import { uploadForm } from '../../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

interface Shared {
  terms?: number[];
  venue?: number;
  image?: number;
}

/** Events with all of these. */
async function addEvents(app: TestApp, count: number, { terms = [], venue, image }: Shared): Promise<number[]> {
  const { id: last } = await make(app, 'events', { title: 'Before', start_date: '2027-06-10', end_date: '2027-06-10' });
  const ids = Array.from({ length: count }, (_, at) => last + 1 + at);
  const now = app.clock.now();
  const events = ids.map((id) => ({
    row: plainEvent({ id, published_at: now, modified_at: now, start_utc: now + (id % 7), image_id: image ?? null }),
    texts: [text(id)],
    links: { venue: venue === undefined ? [] : [venue], organizer: [] },
    termIds: terms,
  }));
  await app.store.write(async (db) => {
    await allocateRecordIds(
      db,
      ids.map((id) => ({ id, kind: 'event' })),
    );
    await insertEvents(db, events, { now });
  });
  return ids;
}

const text = (id: number): LanguageTexts => ({
  language: 'en',
  title: `Event ${id}`,
  description: '',
  excerpt: '',
  website: '',
  slug: `event-${id}`,
});

/** While PostgreSQL works, the event loop is free, and its iterations say nothing. */
const blocksEventLoop = inject('engine') === 'sqlite';

/** Counts the iterations of the event loop meanwhile. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    if (isOver) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

async function remove(app: TestApp, path: string): Promise<number> {
  return turnsOf(async () => {
    const { status, body } = await app.request({ as: 'admin', method: 'DELETE', path });
    expect(status, JSON.stringify(body)).toBe(200);
  });
}

test('A tag, a venue or an image is removed from thousands of events in steps', async () => {
  const app = await startTestApp();
  const madeTwice = async (make: (at: number) => Promise<{ id: number }>) =>
    [(await make(0)).id, (await make(1)).id] as const;
  const tags = await madeTwice((at) => make(app, 'tags', { name: `Tag ${at}` }));
  const venues = await madeTwice((at) => make(app, 'venues', { venue: `Hall ${at}` }));
  const images = await madeTwice(async (at) => {
    const value = await png({ width: 20 + at });
    return (await uploadForm([{ name: 'file', value, filename: 'a.png' }], { app })).body;
  });
  const ids = await addEvents(app, 5200, { terms: [tags[1]], venue: venues[1], image: images[1] });
  const paths = (at: 0 | 1) => [
    `/tags/${tags[at]}?`,
    `/venues/${venues[at]}?force=true&`,
    `/media/${images[at]}?force=true&`,
  ];
  for (const [at, path] of paths(1).entries()) {
    // As a dry run, because the files of an image are deleted outside of the event loop.
    const alone = await remove(app, `${paths(0)[at]}dry_run=true`);
    const ofThousands = await remove(app, `${path}dry_run=true`);
    if (blocksEventLoop) expect(ofThousands, path).toBeGreaterThan(alone + 3);
    await remove(app, path);
  }
  for (const id of [ids[0], ids.at(-1)])
    expect((await app.request({ path: `/events/${id}` })).body).toMatchObject({ tags: [], venue: [], image: false });
  for (const table of ['event_links', 'event_terms'] as const)
    expect(await app.store.reader.selectFrom(table).select('event_id').execute()).toEqual([]);
  expect((await app.request({ path: '/events?start_date=2000-01-01' })).body['total']).toBe(ids.length + 1);
}, 60_000);

test.runIf(blocksEventLoop)('Other requests are answered between the requests of a batch', async () => {
  const app = await startTestApp();
  const send = (count: number) => {
    const body = (n: number) => ({ name: `Tag ${count} ${n}` });
    const requests = Array.from({ length: count }, (_, n) => ({ method: 'POST', path: '/tags', body: body(n) }));
    return turnsOf(async () => {
      expect((await app.request({ as: 'ed', method: 'POST', path: '/batch', json: { requests } })).status).toBe(200);
    });
  };
  const alone = await send(1);
  expect(await send(100)).toBeGreaterThan(alone + 50);
});

test('A category with 33,000 subcategories can be deleted', async () => {
  const app = await startTestApp();
  const { id: top } = await make(app, 'categories', { name: 'Top' });
  const { id: wide } = await make(app, 'categories', { name: 'Wide', parent: top });
  const now = app.clock.now();
  const ids = Array.from({ length: 33_000 }, (_, at) => wide + 1 + at);
  const terms = ids.map((id) => ({
    row: { id, taxonomy: 'category' as const, parent_id: wide, language: 'en', modified_at: now, external_id: null },
    texts: [{ language: 'en', name: `Leaf ${id}`, description: '', slug: `leaf-${id}` }],
  }));
  await app.store.write((db) => insertTerms(db, terms, { now }));
  app.clock.advance(60);
  expect((await app.request({ as: 'ed', method: 'DELETE', path: `/categories/${wide}` })).status).toBe(200);
  for (const id of [ids[0], ids.at(-1)])
    expect((await app.request({ path: `/categories/${id}` })).body).toMatchObject({ parent: top });
  expect((await app.request({ path: `/categories?parent=${top}&hide_empty=false` })).body['total']).toBe(33_000);
}, 60_000);
