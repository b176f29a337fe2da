// Events with a password on sites whose API shows them in full to everyone: a password that nobody can import must not be lost.
import { expect, test } from 'vitest';
import { siteEvent, startFakeWordPress, wordPressUser } from '../../support/servers/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { remarksOf } from '../support.ts';
import { importFrom } from './support.ts';
import { eventsOf } from './town.ts';

const becomesPrivate = 'is protected by a password, which cannot be imported; it becomes private';

async function startOldSite() {
  const site = await startFakeWordPress({ showsProtected: true, maxPerPage: 2 });
  const event = (id: number, more: object = {}) =>
    siteEvent(site, id, { url: `${site.origin}/event/event-${id}/`, ...more });
  site.records.events.push(event(1), event(2, { password: 'x' }), event(3), event(4, { password: 'y' }), event(5));
  return { site, event };
}

const statusesOf = async (app: Parameters<typeof eventsOf>[0]) =>
  Object.fromEntries((await eventsOf(app)).map(({ id, status }) => [id, status]));
const statuses = { 1: 'publish', 2: 'private', 3: 'publish', 4: 'private', 5: 'publish' };

test.each([undefined, wordPressUser])(
  'An event that only its page protects becomes private, and stays so in a second import, as %j',
  async (credentials) => {
    const { site } = await startOldSite();
    const app = await startTestApp();
    const { report } = await importFrom(app, site.origin, { credentials });
    expect(await statusesOf(app)).toEqual(statuses);
    expect(remarksOf(report.notes)).toEqual({
      [becomesPrivate]: ['event 2 "Event 2 – “open”"', 'event 4 "Event 4 – “open”"'],
    });
    const again = await importFrom(app, site.origin, { credentials });
    expect(again.report.counts.events).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
    expect(await statusesOf(app)).toEqual(statuses);
  },
);

test('An event that the search of a site does not know is public if its page is', async () => {
  const { site } = await startOldSite();
  site.quirks.before = (path, reply) =>
    path.includes('search=') &&
    Boolean(
      reply
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"code":"event-archive-page-not-found","message":"","data":{"status":404}}'),
    );
  const app = await startTestApp();
  await importFrom(app, site.origin);
  expect(await statusesOf(app)).toEqual(statuses);
});

test('An event that the search lacks becomes private if its page cannot be read', async () => {
  const { site, event } = await startOldSite();
  site.records.events.push(event(6, { password: 'z', url: 'http://10.0.0.1/event/' }));
  site.quirks.before = (path, reply) => path === '/event/event-4/' && Boolean(reply.writeHead(404).end());
  const app = await startTestApp();
  const { report } = await importFrom(app, site.origin);
  expect(await statusesOf(app)).toEqual({ ...statuses, 6: 'private' });
  expect(Object.keys(remarksOf(report.notes))).toEqual([
    becomesPrivate,
    'may be protected by a password, since its page cannot be read; it becomes private',
  ]);
});

test('A site that refuses the search is imported, and the report says that passwords are unknown', async () => {
  const { site } = await startOldSite();
  site.quirks.before = (path, reply) =>
    path.includes('search=') && Boolean(reply.writeHead(403, { 'content-type': 'text/html' }).end('<html>No</html>'));
  const { report } = await importFrom(await startTestApp(), site.origin);
  expect(report.counts.events).toMatchObject({ created: 5 });
  expect(remarksOf(report.notes)).toEqual({
    'does not tell which events have a password; if its plugin is older than 6.8.2.1, they are public here': [
      'the site',
    ],
  });
});

test('An import ends, to be resumed, if its site stops answering the search', async () => {
  const { site } = await startOldSite();
  site.quirks.before = (path, reply) => path.includes('search=') && /\bpage=2\b/.test(path) && Boolean(reply.destroy());
  const app = await startTestApp();
  await expect(importFrom(app, site.origin)).rejects.toThrow('search=');
  expect(await eventsOf(app)).toEqual([]);
});

test('A site that hides protected events is asked with one request', async () => {
  const { site } = await startOldSite();
  site.quirks.showsProtected = false;
  const app = await startTestApp();
  await importFrom(app, site.origin);
  expect(site.requests.filter(({ path }) => path.includes('/v1/events') && path.includes('search='))).toHaveLength(1);
  expect(site.requests.filter(({ path }) => path.startsWith('/event/'))).toEqual([]);
});
