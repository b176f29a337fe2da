// What a page answers if the calendar cannot be read, or a password may not be tried.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';
const later = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };

const create = (app: TestApp, json: object) => app.request({ as: 'admin', method: 'POST', path: '/events', json });

/** Search engines drop pages that do not exist, and keep those of a service that is in trouble. */
test('Pages of a database that fails are neither missing nor refused', async () => {
  const app = await startTestApp({ settings: { cacheBytes: 0, eventCacheBytes: 0 } });
  await create(app, { title: 'Gala', ...later, tags: ['evening'], venue: { venue: 'Mill' } });
  await app.store.write((db) => sql`alter table record_texts rename to away`.execute(db));
  const pages = [
    '/events/',
    '/events/2027-05/',
    '/events/2027-05-10/',
    '/event/gala/',
    '/venue/mill/',
    '/tag/evening/',
  ];
  for (const path of pages) expect((await app.request({ path: origin + path })).status, path).toBe(500);
});

test('A browser that opens a feed of a database that fails gets a page, and a feed reader JSON', async () => {
  const app = await startTestApp({ settings: { cacheBytes: 0, eventCacheBytes: 0 } });
  await create(app, { title: 'Gala', ...later });
  await app.store.write((db) => sql`alter table record_texts rename to away`.execute(db));
  const open = (accept: string) => app.request<string>({ path: `${origin}/fr/events.rss`, headers: { accept } });
  const page = await open('text/html');
  expect(page).toMatchObject({ status: 500, headers: { 'content-type': 'text/html; charset=UTF-8' } });
  expect(page.body).toContain('momentanément inaccessible');
  expect(await open('application/rss+xml')).toMatchObject({ status: 500, body: { code: 'internal_server_error' } });
});

describe('without the database', () => {
  const outage = new StoreUnavailable('The connection to the database is lost.', { retryAfterSeconds: 2 });
  const failing = (store: Store): Store => {
    const fail = () => {
      throw outage;
    };
    return { ...store, version: fail, versionOnArrival: fail };
  };
  const open = async (): Promise<TestApp> => {
    let isDown = false;
    const app = await startTestApp({
      open(options) {
        const store = openSqlite(options);
        const down = failing(store);
        return new Proxy(store, { get: (_, name) => Reflect.get(isDown ? down : store, name) });
      },
    });
    isDown = true;
    return app;
  };

  test.each([
    ['/events/', 'en', 'The calendar is unavailable right now'],
    ['/fr/events/2027-05/', 'fr', 'Le calendrier est momentanément inaccessible'],
    ['/de/event/gala/', 'de', 'Der Kalender ist gerade nicht erreichbar'],
    ['/es/nowhere', 'es', 'El calendario no está disponible en este momento'],
    ['/ja/embed/events/', 'ja', '現在、カレンダーを表示できません'],
    ['/events/days', 'en', 'The calendar is unavailable right now'],
    ['/sitemap.xml', 'en', 'The calendar is unavailable right now'],
  ])('A browser that asks for %s gets a page in its language that says to try again', async (path, lang, text) => {
    const app = await open();
    const { status, headers, body } = await app.request<string>({
      path: origin + path,
      headers: { accept: 'text/html,*/*;q=0.8' },
    });
    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/html; charset=UTF-8' });
    expect(body).toContain(`lang="${lang}"`);
    expect(body).toContain(`<h1>${text}</h1>`);
  });

  test('Programs get JSON in the language of the URL', async () => {
    const app = await open();
    for (const [path, accept] of [
      ['/fr/events/', '*/*'],
      ['/fr/wp-json/calendar/events/v1/events/days', 'text/html'],
    ] as const) {
      const reply = await app.request<{ message: string }>({ path: origin + path, headers: { accept } });
      expect(reply).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
        headers: { 'retry-after': '2' },
      });
      expect(reply.body.message).toContain('momentanément inaccessible');
    }
    const robots = await app.request({ path: `${origin}/robots.txt` });
    expect(robots.status).toBe(200);
  });
});

test('Wrong credentials are refused as in the API', async () => {
  const app = await startTestApp();
  await create(app, { title: 'Gala', ...later });
  for (const path of ['/events/', '/event/gala/']) {
    const { status } = await app.request({ path: origin + path, headers: { authorization: 'Basic YTpi' } });
    expect(status, path).toBe(401);
  }
});

test('After ten wrong passwords, the page of an event says when to try again', async () => {
  const app = await startTestApp();
  const { body } = await create(app, { title: 'Members', ...later, password: 'sesame' });
  const attempt = (password: string) =>
    app.request<string>({ method: 'POST', path: `${body['url']}`, form: { password } });
  for (let n = 1; n <= 10; n++) expect((await attempt(`wrong ${n}`)).status).toBe(403);
  const { status, body: html } = await attempt('sesame');
  expect(status).toBe(429);
  expect(html).toMatch(/role="alert">Too many failed attempts. Try again in \d+ seconds.<\/p><form method="post">/);
});

test('A password that is too long is wrong', async () => {
  const app = await startTestApp();
  const { body } = await create(app, { title: 'Members', ...later, password: 'sesame' });
  const form = { password: 'x'.repeat(5000) };
  const { status, body: html } = await app.request<string>({ method: 'POST', path: `${body['url']}`, form });
  expect([status, html.includes('That password is incorrect.')]).toEqual([403, true]);
});
