// Cached totals are updated by writes of any process, and always equal a new count (requested by `_envelope`).
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createRandom } from '../../support/calendars/calendar-model.ts';
import { copyEvent } from '../../support/calendars/copies.ts';
import { captureQueries } from '../../support/plans/captured-queries.ts';
import { runsForRareFaults } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

interface Calendar {
  app: TestApp;
  events: number[];
  root: number;
  child: number;
  tag: number;
  venue: number;
  organizer: number;
}

async function create(app: TestApp, path: string, json: object): Promise<number> {
  const { status, body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path, json });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function openCalendar(): Promise<Calendar> {
  const app = await startTestApp({ settings: { cacheBytes: 0 } });
  const root = await create(app, '/categories', { name: 'Music' });
  const child = await create(app, '/categories', { name: 'Jazz', parent: root });
  const tag = await create(app, '/tags', { name: 'free' });
  const venue = await create(app, '/venues', { venue: 'Hall', geo_lat: 45, geo_lng: 5 });
  const organizer = await create(app, '/organizers', { organizer: 'Society' });
  const events: number[] = [];
  for (let n = 0; n < 12; n++)
    events.push(
      await create(app, '/events', {
        ...dates,
        title: n % 2 ? 'Jazz night' : 'Concert',
        categories: [n % 3 ? child : root],
        tags: [tag],
        venue: [venue],
        organizer: [organizer],
        featured: n % 2 === 0,
        ...(n === 11 ? { post_parent: events[0] } : {}),
      }),
    );
  return { app, events, root, child, tag, venue, organizer };
}

const queriesOf = ({ events, root, child, tag, venue, organizer }: Calendar): string[] => [
  'search=jazz',
  'search=jazz%20night',
  'search=concert%20-jazz',
  'search=ja',
  'search=jazz&i18n_language=fr',
  'search=nuit&i18n_language=fr',
  'search=soir&i18n_language=fr',
  `categories=${root}`,
  `categories=${child}&search=jazz`,
  `categories=${child}&tags=${tag}`,
  `tags=${tag}`,
  `venue=${venue}`,
  `organizer=${organizer}`,
  'featured=true',
  'featured=false&search=night&order=desc',
  `post_parent=${events[0]}`,
  'starts_after=2027-04-30&ends_before=2027-06-01&search=jazz',
  'ends_after=2027-04-01&search=jazz',
  'modified_after=2027-01-01',
  'ticketed=false',
  'geoloc=true',
  'geoloc=false',
  'geoloc=true&search=jazz',
  'geoloc_lat=45&geoloc_lng=5&geoloc_radius=30',
];

type Total = readonly [query: string, total: unknown];

const totalIn = (query: string, { total, code }: Record<string, unknown>): Total => [query, total ?? code];

async function cachedTotals({ app }: Calendar, queries: readonly string[]): Promise<Record<string, unknown>> {
  const totals: Total[] = [];
  for (const query of queries)
    totals.push(totalIn(query, (await app.request({ path: `/events?per_page=1&${query}` })).body));
  return Object.fromEntries(totals);
}

/** All at once, as they do not affect each other: that takes less processor time. */
async function newCounts({ app }: Calendar, queries: readonly string[]): Promise<Record<string, unknown>> {
  const totals = queries.map(async (query) => {
    const { body } = await app.request({ path: `/events?per_page=1&${query}&_envelope=1` });
    return totalIn(query, body['body'] as Record<string, unknown>);
  });
  return Object.fromEntries(await Promise.all(totals));
}

type Step = (calendar: Calendar, random: (limit: number) => number) => Promise<unknown>;

const steps: Record<string, Step> = {
  async 'an event is made'(calendar, random) {
    const { app, events, child, root, tag, venue } = calendar;
    const title = ['Jazz night', 'Concert', 'Free jazz'][random(3)];
    const related = { categories: [[child], [root], [child, root], []][random(4)], tags: random(2) ? [tag] : [] };
    events.push(await create(app, '/events', { ...dates, title, ...related, venue: [venue] }));
  },
  'an event is renamed': (calendar, random) =>
    change(calendar, random, { title: ['Jazz night', 'Concert', 'Evening'][random(3)] }),
  'an event is translated': (calendar, random) =>
    change(calendar, random, { title: ['Nuit', 'Soirée'][random(2)], i18n_language: 'fr' }),
  'an event loses its translation': ({ app, events }, random) =>
    app.request({ as: 'admin', method: 'DELETE', path: `/events/${events[random(events.length)]}/translations/fr` }),
  'an event moves': (calendar, random) =>
    change(calendar, random, {
      start_date: `2027-0${4 + random(4)}-01 10:00:00`,
      end_date: `2027-0${4 + random(4) + 1}-20 12:00:00`,
    }),
  'an event has another status': (calendar, random) =>
    change(calendar, random, { status: ['publish', 'draft', 'publish', 'private'][random(4)] }),
  'an event is scheduled': (calendar, random) =>
    change(calendar, random, { status: 'publish', date_utc: soon(calendar, random) }),
  'an event is hidden or shown': (calendar, random) =>
    change(calendar, random, { hide_from_listings: random(2) === 0, featured: random(2) === 0 }),
  'an event has other terms': (calendar, random) =>
    change(calendar, random, {
      categories: [[calendar.child], [calendar.root], []][random(3)],
      tags: random(2) ? [calendar.tag] : [],
      venue: random(2) ? [calendar.venue] : [],
    }),
  'a venue has a place, or none': (calendar, random) =>
    changeVenue(calendar, random(2) ? { geo_lat: 45, geo_lng: 5 } : { geo_lat: null, geo_lng: null }),
  'a venue has another status': (calendar, random) =>
    changeVenue(calendar, { status: ['publish', 'draft', 'publish'][random(3)] }),
  'a venue is scheduled': (calendar, random) =>
    changeVenue(calendar, { status: 'publish', date_utc: soon(calendar, random) }),
  'an event has a password, or none': (calendar, random) =>
    change(calendar, random, { password: random(2) ? 'sesame' : '' }),
  async 'an event is deleted'({ app, events }, random) {
    const [id] = events.splice(1 + random(events.length - 1), 1);
    await app.request({ as: 'admin', method: 'DELETE', path: `/events/${id}?force=true` });
  },
  'a category moves': ({ app, child, root }, random) =>
    app.request({ as: 'admin', method: 'POST', path: `/categories/${child}`, json: { parent: random(2) ? root : 0 } }),
  async 'the clock moves on'({ app }, random) {
    app.clock.advance((10 + random(40)) * 3600);
  },
  async 'another process writes'({ app, events }, random) {
    const other = await app.openAgain();
    const before = app.store.version();
    const title = ['jazz', 'concert'][random(2)];
    await other.write((db) =>
      sql`update record_texts set title_folded = ${title} where record_id = ${events[random(events.length)]}`.execute(
        db,
      ),
    );
    await other.close();
    // The version is read once per iteration of the event loop; on PostgreSQL the notification must arrive.
    await vi.waitFor(() => expect(app.store.version()).toBeGreaterThan(before), { timeout: 10_000 });
    await new Promise((resolve) => setImmediate(resolve));
  },
};

const soon = ({ app }: Calendar, random: (limit: number) => number): string =>
  new Date(1000 * (app.clock.now() + 3600 * (1 + random(40)))).toISOString().slice(0, 19);

const change = ({ app, events }: Calendar, random: (limit: number) => number, json: object) =>
  app.request({ as: 'admin', method: 'POST', path: `/events/${events[random(events.length)]}`, json });

async function changeVenue({ app, venue }: Calendar, json: object): Promise<void> {
  const { status, body } = await app.request({ as: 'admin', method: 'POST', path: `/venues/${venue}`, json });
  expect(status, JSON.stringify(body)).toBe(200);
}

test('Totals follow every kind of write', { timeout: 240_000 }, async () => {
  const calendar = await openCalendar();
  const queries = queriesOf(calendar);
  const random = createRandom(20).below;
  await cachedTotals(calendar, queries);
  const seen = new Set<string>();
  let earlier = await newCounts(calendar, queries);
  const names = Object.keys(steps);
  // Some steps change a total only rarely, after many others.
  const whole = 8 * names.length;
  const length = runsForRareFaults(whole);
  for (let n = 0; n < length; n++) {
    const name = names[n % names.length] as string;
    await steps[name]?.(calendar, random);
    const anew = await newCounts(calendar, queries);
    if (JSON.stringify(anew) !== JSON.stringify(earlier)) seen.add(name);
    earlier = anew;
    expect(await cachedTotals(calendar, queries), `${n}: ${name}`).toEqual(anew);
  }
  // A step that never changes a total would prove nothing.
  if (length < whole) expect(seen.size).toBeGreaterThan(names.length / 2);
  else expect([...seen].sort()).toEqual(names.sort());
});

test('Only totals of changed records are brought up to date', async () => {
  const calendar = await openCalendar();
  const { app } = calendar;
  const read = () => app.request({ path: '/events?per_page=1&search=jazz' });
  const queries = captureQueries(app.store);
  const counted = async () =>
    (await queries.during(read)).filter(({ sql: query }) => /select count\(\*\) as "total" from "events"/.test(query))
      .length;
  expect(await counted()).toBe(1);
  await create(app, '/events', { ...dates, title: 'Jazz again' });
  await read();
  await create(app, '/events', { ...dates, title: 'More jazz' });
  expect(await counted()).toBe(0);
  const { body } = await read();
  expect(body['total']).toBe(8);
});

test('After very many changes all totals are recounted', async () => {
  const { app } = await openCalendar();
  const read = async () => (await app.request({ path: '/events?per_page=1&search=jazz' })).body['total'];
  const first = await create(app, '/events', { ...dates, title: 'Jazz of many' });
  await copyEvent(app.store, first, 700);
  for (const isHidden of [0, 1, 0, 1]) {
    await app.store.write((db) =>
      sql`update events set hide_from_listings = ${isHidden} where id > ${first}`.execute(db),
    );
    expect(await read()).toBe(isHidden ? 7 : 707);
  }
});

test('A total that could not be updated is counted again', async () => {
  const { app } = await openCalendar();
  const read = () => app.request({ path: '/events?per_page=1&search=jazz' });
  const write = () => create(app, '/events', { ...dates, title: 'Jazz again' });
  await read();
  await write();
  await read();
  await write();
  const executor = app.store.reader.getExecutor();
  const execute = executor.executeQuery;
  executor.executeQuery = async (query, ...rest) => {
    if (!query.sql.includes('string_agg')) return execute.call(executor, query, ...rest) as never;
    executor.executeQuery = execute;
    throw new Error('No answer.');
  };
  expect((await read()).status).toBe(500);
  expect((await read()).body['total']).toBe(8);
});
