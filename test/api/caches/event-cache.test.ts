// The event cache is never noticeable: after any write, on any route, the next response equals one computed without it
// (requested by `_envelope`).
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { captureQueries } from '../../support/plans/captured-queries.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestRequest } from '../../support/test-request.ts';

interface Fixture {
  app: TestApp;
  ids: Readonly<
    Record<
      'event' | 'parent' | 'due' | 'venue' | 'draftVenue' | 'organizer' | 'category' | 'root' | 'tag' | 'image',
      number
    >
  >;
}

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

async function openFixture(): Promise<Fixture> {
  const app = await startTestApp({ settings: { cacheBytes: 0 } });
  const create = async (path: string, json: object): Promise<number> => {
    const { status, body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path, json });
    expect(status).toBe(201);
    return body.id;
  };
  const image = (await uploadRaw(await png({ width: 600, height: 400 }), { app, as: 'admin' })).body.id;
  const root = await create('/categories', { name: 'Music' });
  const category = await create('/categories', { name: 'Jazz', parent: root });
  const tag = await create('/tags', { name: 'free' });
  const venue = await create('/venues', { venue: 'Hall', city: 'Lyon', image });
  const draftVenue = await create('/venues', { venue: 'Cellar', status: 'draft' });
  const organizer = await create('/organizers', { organizer: 'Society', phone: '1' });
  const related = { venue: [venue], organizer: [organizer], categories: [category], tags: [tag] };
  const parent = await create('/events', { title: 'Season', ...dates });
  const event = await create('/events', { title: 'Gala', ...dates, ...related, image, post_parent: parent });
  await create('/events', { title: 'In the cellar', ...dates, venue: [draftVenue], categories: [root] });
  const due = await create('/events', { title: 'Later', ...dates, date: '2027-03-02 12:00:00', tags: [tag] });
  return { app, ids: { event, parent, due, venue, draftVenue, organizer, category, root, tag, image } };
}

/** Requests of readers, with their replies. */
async function readAll({ app, ids }: Fixture, query: string): Promise<Map<string, unknown>> {
  const paths = [
    '/events',
    '/events?per_page=2&page=2',
    `/events?categories=${ids.root}`,
    `/events?venue=${ids.venue}`,
    '/events?i18n_language=fr',
    `/events/${ids.event}`,
    `/events/${ids.due}?i18n_language=fr`,
    '/events/by-slug/gala',
  ];
  const replies = new Map<string, unknown>();
  for (const path of paths) {
    const url = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const { status, body } = await app.request({ path: url });
    const inner = query === '' ? { status, body } : { status: body['status'], body: body['body'] };
    replies.set(
      path,
      inner.status === 200 ? inner : { status: inner.status, code: (inner.body as { code: string }).code },
    );
  }
  return replies;
}

/** Computes the expected reply. */
async function expectRight(fixture: Fixture, state: string): Promise<Map<string, unknown>> {
  const right = await readAll(fixture, '_envelope=1');
  expect(await readAll(fixture, ''), state).toEqual(right);
  return right;
}

type Step = [name: string, request: (ids: Fixture['ids']) => TestRequest | ((fixture: Fixture) => unknown)];

const post = (path: string, json: object): TestRequest => ({ method: 'POST', path, json });
const french = (path: string, json: object): TestRequest => post(path, { ...json, i18n_language: 'fr' });
const remove = (path: string): TestRequest => ({ method: 'DELETE', path });

const steps: Step[] = [
  ['an event is renamed', ({ event }) => post(`/events/${event}`, { title: 'Gala night' })],
  ['an event is translated', ({ event }) => french(`/events/${event}`, { title: 'Soirée' })],
  ['a translation is removed', ({ event }) => remove(`/events/${event}/translations/fr`)],
  [
    'another event of the terms is made',
    ({ category, tag }) => post('/events', { title: 'One more', ...dates, categories: [category], tags: [tag] }),
  ],
  ['a venue is renamed', ({ venue }) => post(`/venues/${venue}`, { venue: 'Great hall' })],
  ['a venue is translated', ({ venue }) => french(`/venues/${venue}`, { venue: 'Grande salle' })],
  ['a venue loses its image', ({ venue }) => post(`/venues/${venue}`, { image: null })],
  ['a venue goes to the trash', ({ venue }) => remove(`/venues/${venue}`)],
  ['a venue comes back', ({ venue }) => post(`/venues/${venue}`, { status: 'publish' })],
  ['a venue is published', ({ draftVenue }) => post(`/venues/${draftVenue}`, { status: 'publish' })],
  ['a venue is scheduled', ({ draftVenue }) => post(`/venues/${draftVenue}`, { date: '2027-03-03 12:00:00' })],
  ['an organizer is changed', ({ organizer }) => post(`/organizers/${organizer}`, { phone: '2' })],
  ['a category is renamed', ({ category }) => post(`/categories/${category}`, { name: 'Bebop' })],
  ['a category above gets another slug', ({ root }) => post(`/categories/${root}`, { slug: 'sound' })],
  ['a category moves to the top', ({ category }) => post(`/categories/${category}`, { parent: 0 })],
  ['a tag is translated', ({ tag }) => french(`/tags/${tag}`, { name: 'gratuit' })],
  ['an event gets other terms', ({ event, root }) => post(`/events/${event}`, { categories: [root], tags: [] })],
  ['the parent goes to the trash', ({ parent }) => remove(`/events/${parent}`)],
  ['the parent comes back', ({ parent }) => post(`/events/${parent}`, { status: 'publish' })],
  ['a tag is deleted', ({ tag }) => remove(`/tags/${tag}`)],
  ['an event gets a password', ({ event }) => post(`/events/${event}`, { password: 'sesame' })],
  ['a protected event is renamed', ({ event }) => post(`/events/${event}`, { title: 'Closed gala' })],
  ['a protected event is moved', ({ event }) => post(`/events/${event}`, { start_date: '2027-05-01 09:00:00' })],
  ['an event loses its password', ({ event }) => post(`/events/${event}`, { password: '' })],
  [
    'the clock passes a publication',
    () =>
      ({ app }: Fixture) =>
        app.clock.set('2027-03-02T18:00:00Z'),
  ],
  [
    'the clock passes the publication of a venue',
    () =>
      ({ app }: Fixture) =>
        app.clock.set('2027-03-04T12:00:00Z'),
  ],
  ['an image is deleted', ({ image }) => remove(`/media/${image}?force=true`)],
  ['the parent is deleted', ({ parent }) => remove(`/events/${parent}?force=true`)],
  ['a venue is deleted', ({ venue }) => remove(`/venues/${venue}?force=true`)],
  ['a category is deleted', ({ root }) => remove(`/categories/${root}`)],
  [
    'many events are changed at once',
    () =>
      async ({ app }: Fixture) => {
        await app.store.write((db) => sql`update events set cost = '5'`.execute(db));
      },
  ],
  ['an event is hidden', ({ event }) => post(`/events/${event}`, { hide_from_listings: true })],
  ['an event is deleted', ({ event }) => remove(`/events/${event}?force=true`)],
];

test('After every kind of write, cached events equal newly built ones', { timeout: 120_000 }, async () => {
  const fixture = await openFixture();
  let before = await expectRight(fixture, 'at first');
  for (const [name, step] of steps) {
    const request = step(fixture.ids);
    if (typeof request === 'function') await request(fixture);
    else expect((await fixture.app.request({ as: 'admin', ...request })).status, name).toBeLessThan(300);
    const right = await expectRight(fixture, name);
    // Otherwise the step would prove nothing.
    expect(right, name).not.toEqual(before);
    before = right;
  }
});

test('If the invalidation log no longer reaches back far enough, every cached event is rebuilt', async () => {
  const fixture = await openFixture();
  const { app, ids } = fixture;
  await expectRight(fixture, 'at first');
  const touch = sql`update record_texts set excerpt = excerpt where record_id = ${ids.parent}`;
  await app.store.write(async (db) => {
    await sql`update record_texts set title = 'First of many' where record_id = ${ids.event}`.execute(db);
    for (let n = 0; n < 2500; n++) await touch.execute(db);
  });
  await expectRight(fixture, 'after many');
  expect((await app.request({ path: `/events/${ids.event}` })).body).toMatchObject({ title: 'First of many' });
});

test('Cached events are not read again', async () => {
  const { app, ids } = await openFixture();
  // An event with a hidden venue could show it by time alone, so it is always rebuilt.
  await app.request({ as: 'admin', ...post(`/venues/${ids.draftVenue}`, { status: 'publish' }) });
  const queries = captureQueries(app.store);
  const asked = async (path: string) =>
    (await queries.during(() => app.request({ path }))).map((query) => query.sql).join('\n');
  expect(await asked('/events')).toContain('record_texts');
  expect(await asked('/events')).not.toContain('record_texts');
  await asked(`/events/${ids.event}`);
  expect(await asked(`/events/${ids.event}`)).toBe('');
  await app.request({ as: 'admin', ...post(`/venues/${ids.venue}`, { phone: '3' }) });
  expect(await asked(`/events/${ids.event}`)).toContain('record_texts');
});

test('Records that events share are read for the first event, and again once they have changed', async () => {
  const { app, ids } = await openFixture();
  const shared = { venue: [ids.venue], organizer: [ids.organizer], categories: [ids.category], tags: [ids.tag] };
  const { body } = await app.request<{ id: number }>({
    as: 'admin',
    ...post('/events', { title: 'Matinee', ...dates, ...shared }),
  });
  const queries = captureQueries(app.store);
  const tablesReadFor = async (id: number) => {
    const ran = await queries.during(() => app.request({ path: `/events?include=${id}` }));
    const all = ran.map((query) => query.sql).join('\n');
    return ['"linked_records" as', 'term_texts', '"media"'].filter((table) => all.includes(table));
  };
  expect(await tablesReadFor(body.id)).toEqual(['"linked_records" as', 'term_texts', '"media"']);
  expect(await tablesReadFor(ids.event)).toEqual(['"media"']);
  await app.request({ as: 'admin', ...post(`/tags/${ids.tag}`, { name: 'gratis' }) });
  expect(await tablesReadFor(ids.event)).toEqual(['term_texts', '"media"']);
  await app.request({ as: 'admin', ...post(`/organizers/${ids.organizer}`, { phone: '3' }) });
  expect(await tablesReadFor(body.id)).toEqual(['"linked_records" as']);
});

test('A total is counted once for all pages, and again when it may have changed', async () => {
  const { app, ids } = await openFixture();
  const queries = captureQueries(app.store);
  const counted = async (page: number) => {
    const path = `/events?per_page=1&page=${page}`;
    const ran = await queries.during(() => app.request({ path }));
    const { total } = (await app.request<{ total: number }>({ path })).body;
    return { total, isCounted: ran.some((query) => query.sql.includes('event_counts')) };
  };
  expect(await counted(1)).toEqual({ total: 3, isCounted: true });
  expect(await counted(2)).toEqual({ total: 3, isCounted: false });
  await app.request({ as: 'admin', ...remove(`/events/${ids.parent}`) });
  expect(await counted(1)).toEqual({ total: 2, isCounted: true });
  app.clock.set('2027-03-02T17:00:00Z');
  expect(await counted(1)).toEqual({ total: 3, isCounted: true });
});

test('Signed-in readers get no reply cached for anonymous readers, nor the other way round', async () => {
  const { app, ids } = await openFixture();
  const path = `/events/${ids.event}`;
  await app.request({ as: 'admin', ...post(`/events/${ids.event}`, { status: 'private' }) });
  expect((await app.request({ as: 'admin', path })).status).toBe(200);
  expect((await app.request({ path })).status).toBe(403);
  await app.request({ as: 'admin', ...post(`/events/${ids.event}`, { status: 'publish', password: 'sesame' }) });
  const open = await app.request({ path: `${path}?password=sesame` });
  expect(open.body).toMatchObject({ venue: { id: ids.venue } });
  expect((await app.request({ path })).status).toBe(403);
  const list = await app.request<{ events: { id: number; venue: unknown }[] }>({ path: '/events' });
  expect(list.body.events.find(({ id }) => id === ids.event)).toMatchObject({ venue: [] });
});

test.each([1, 5, 20_001])('The event cache may have any size: %i', async (eventCacheBytes) => {
  const app = await startTestApp({ settings: { cacheBytes: 0, eventCacheBytes } });
  const { body } = await app.request<{ id: number }>({ as: 'admin', ...post('/events', { title: 'Gala', ...dates }) });
  for (const title of ['Gala', 'Ball']) {
    await app.request({ as: 'admin', ...post(`/events/${body.id}`, { title }) });
    for (let times = 0; times < 3; times++) {
      expect((await app.request({ path: '/events?search=a' })).body).toMatchObject({ events: [{ title }], total: 1 });
    }
  }
});

test('A term whose row was deleted and reinserted by hand is listed again', async () => {
  const fixture = await openFixture();
  const { app, ids } = fixture;
  const { reader } = app.store;
  const term = await reader.selectFrom('terms').selectAll().where('id', '=', ids.tag).executeTakeFirstOrThrow();
  const texts = await reader.selectFrom('term_texts').selectAll().where('term_id', '=', ids.tag).execute();
  await app.store.write(async (db) => {
    await db.deleteFrom('terms').where('id', '=', ids.tag).execute();
    await db.deleteFrom('term_texts').where('term_id', '=', ids.tag).execute();
  });
  await expectRight(fixture, 'without the tag');
  expect((await app.request({ path: `/events/${ids.event}` })).body).toMatchObject({ tags: [] });
  await app.store.write(async (db) => {
    await db.insertInto('terms').values(term).execute();
    await db.insertInto('term_texts').values(texts).execute();
  });
  await expectRight(fixture, 'with the tag');
  expect((await app.request({ path: `/events/${ids.event}` })).body).toMatchObject({ tags: [{ id: ids.tag }] });
});
