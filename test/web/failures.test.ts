// What a page answers if the calendar cannot be read, or a password may not be tried.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
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
  expect([status, html.includes('That password is not right.')]).toEqual([403, true]);
});
