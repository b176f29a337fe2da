// Imports from real sites: their quirks, signing in, images and interruptions.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Stopped, TransferProblem } from '../../../src/core/transfer-problem.ts';
import { png } from '../../support/media/images.ts';
import { type Quirks, siteEvent, startFakeWordPress, wordPressUser } from '../../support/servers/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { remarksOf, temporaryFolder } from '../support.ts';
import { importFrom } from './support.ts';
import { eventsOf, ids, startTown, venue } from './town.ts';

describe('quirks', () => {
  const cases: [name: string, quirks: Quirks][] = [
    ['none', {}],
    ['pages of 7, whatever is asked for', { maxPerPage: 7 }],
    ['no links to the next page', { noLinks: true }],
    ['one page promised too many', { overstatesPages: true }],
    ['a byte order mark', { prefix: '\ufeff' }],
    [
      'PHP warnings before the JSON',
      { prefix: '<br />\n<b>Warning</b>: Undefined key "x" in <b>/a.php</b> on line <b>3</b><br />\n' },
    ],
    ['a comment of a cache after the JSON', { suffix: '\n<!-- Cached {1} on 2026-11-29 -->' }],
    [
      'PHP warnings before and after the JSON',
      {
        prefix: '<b>Warning</b>: x[0] in <b>/a.php</b><br />',
        suffix: '<br />\n<b>Warning</b>: {closure}() in <b>/b.php</b>',
      },
    ],
    ['gzip', { gzip: true }],
    ['links to http and another port', { linksTo: 'https://127.0.0.1' }],
    ['no routes for terms, which events embed', { missing: ['categories', 'tags'] }],
    ['ids as texts', { textIds: true }],
  ];
  test.each(cases)('A site with this quirk is imported in full: %s', async (_, quirks) => {
    const site = await startTown({ maxPerPage: 15, ...quirks }, 40);
    const app = await startTestApp();
    const { report } = await importFrom(app, site.apiUrl);
    expect(report.counts.events).toMatchObject({ created: 38, skipped: 0 });
    const events = await eventsOf(app);
    expect(events.map(({ id }) => id)).toEqual(ids(3, 40));
    expect(events[0]).toMatchObject({ title: 'Event 3 – “open”', venue: { id: 900, venue: 'The ‘Hall’' } });
    expect(events[1]).toMatchObject({
      venue: { id: 900 },
      categories: [{ id: 5, name: 'Term & 5', parent: quirks.missing ? 0 : 6 }],
    });
    expect(events[2]).toMatchObject({ venue: [] });
    expect(site.requests.every(({ userAgent }) => userAgent === 'Kalends (calendar import)')).toBe(true);
  });

  test.each(['', '/', '/?rest_route=/', '/wp-json', '/wp-json/tribe/events/v1/', '/?rest_route=/tribe/events/v1'])(
    'A site is found at its URL followed by %j',
    async (path) => {
      const site = await startTown({}, 20);
      const app = await startTestApp();
      expect((await importFrom(app, site.origin + path)).report.counts.events.created).toBe(18);
    },
  );

  test('The audit log names the site of an import, not one of its lists', async () => {
    const site = await startTown({}, 20);
    const app = await startTestApp();
    await importFrom(app, site.origin);
    const query = { kind: 'event' };
    const { body } = await app.request<{ entries: object[] }>({ path: '/audit', query, as: 'admin' });
    expect(body.entries[0]).toMatchObject({ action: 'created', user: `import ${site.apiUrl}` });
  });

  test('An API is found by a Link header alone', async () => {
    const site = await startTown({ restRoot: '/api/' }, 20);
    const app = await startTestApp();
    expect((await importFrom(app, site.origin)).report.counts.events.created).toBe(18);
  });

  test.each(['<link rel="https://api.w.org/" href="/api/" />', "<link href='/api/?a&amp;b' rel='https://api.w.org/'>"])(
    'An API at an unusual path is found by an element of the page alone: %s',
    async (head) => {
      const site = await startTown({ restRoot: '/api/', home: { status: 200 }, head }, 20);
      site.quirks.before = (path, reply) => path.includes('rest_route') && Boolean(reply.writeHead(404).end());
      site.quirks.head += '<script type="application/ld+json">{"@type":"WebSite"}</script>';
      const app = await startTestApp();
      expect((await importFrom(app, site.origin)).report.counts.events.created).toBe(18);
    },
  );

  test('A site in a folder, without readable URLs and Link headers, is found at the URL of the folder', async () => {
    const site = await startTown({ home: { status: 200 } }, 20);
    site.quirks.before = (path, reply) => {
      if (/^\/blog\/(?:\?rest_route=|$)/.test(path)) return false;
      reply.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here</p>');
      return true;
    };
    const app = await startTestApp();
    expect((await importFrom(app, `${site.origin}/blog/`)).report.counts.events.created).toBe(18);
  });

  test('Records that were added while the pages were read are imported once', async () => {
    const site = await startTown({ maxPerPage: 20 });
    let isAdded = false;
    site.quirks.before = (path) => {
      if (path.includes('page=2') && path.includes('events?') && !isAdded) {
        isAdded = true;
        site.records.events.splice(2, 0, siteEvent(site, 500));
      }
      return false;
    };
    const app = await startTestApp();
    const { report } = await importFrom(app, site.apiUrl);
    expect(report.counts.events).toMatchObject({ created: 118, skipped: 0 });
  });
});

describe('signing in', () => {
  test('An import with a user brings drafts, sends the password to the site only, and makes protected events private', async () => {
    const site = await startTown({ maxPerPage: 50 });
    site.records.events.push(siteEvent(site, 130, { password: 'x', description: '<p>Secret place</p>' }));
    const app = await startTestApp();
    const { report } = await importFrom(app, site.apiUrl, { credentials: wordPressUser });
    expect(report.counts.events.created).toBe(121);
    const events = await eventsOf(app);
    expect(events.filter(({ status }) => status === 'draft').map(({ id }) => id)).toEqual([1, 2]);
    expect(events.find(({ id }) => id === 130)).toMatchObject({
      status: 'private',
      description: expect.stringContaining('Secret'),
    });
    expect(Object.keys(remarksOf(report.notes))).toContain(
      'is protected by a password, which cannot be imported; it becomes private',
    );
    const anonymous = await app.request({ path: '/events/130' });
    expect(anonymous.status).toBe(403);
  });

  test('An import without a user brings the title of a protected event, and does not change it later', async () => {
    const site = await startTown();
    site.records.events.push(siteEvent(site, 130, { password: 'x', description: '<p>Secret place</p>' }));
    const app = await startTestApp();
    await importFrom(app, site.apiUrl, { credentials: wordPressUser });
    await importFrom(app, site.apiUrl);
    const event = (await eventsOf(app)).find(({ id }) => id === 130);
    expect(event).toMatchObject({ status: 'private', description: expect.stringContaining('Secret') });
  });

  test('An import without a user follows title and dates of a protected event', async () => {
    const site = await startTown();
    const protectedEvent = (more: object) =>
      siteEvent(site, 130, { password: 'x', description: '<p>Secret place</p>', venue, ...more });
    site.records.events.push(protectedEvent({}));
    const app = await startTestApp();
    await importFrom(app, site.apiUrl);
    const moved = { start_date: '2026-09-02 18:00:00', end_date: '2026-09-02 20:00:00' };
    const utc = { utc_start_date: '2026-09-02 16:00:00', utc_end_date: '2026-09-02 18:00:00' };
    site.records.events.splice(
      -1,
      1,
      protectedEvent({ ...moved, ...utc, title: 'New', modified_utc: '2026-05-01 00:00:00' }),
    );
    const { report } = await importFrom(app, site.apiUrl);
    expect(report.counts.events).toMatchObject({ updated: 1 });
    const { body } = await app.request({ path: '/events/130' });
    expect(body).toMatchObject({ ...moved, title: 'New', description: '', venue: [] });
  });

  test('An event that became protected after its import is reported', async () => {
    const site = await startTown();
    const app = await startTestApp();
    await importFrom(app, site.apiUrl);
    site.records.events[9] = siteEvent(site, 10, { password: 'x', modified_utc: '2026-05-01 00:00:00' });
    const { report } = await importFrom(app, site.apiUrl);
    expect(remarksOf(report.notes)).toEqual({
      'is protected by a password at its source but public here; left unchanged': ['event 10 "Event 10 – “open”"'],
    });
    expect((await app.request({ path: '/events/10' })).body).toMatchObject({ description: '<p>Come</p>' });
  });

  test('Where lists need a user, no imported event is public', async () => {
    const site = await startTown();
    site.quirks.before = (path, reply) => {
      const isOpen = path.includes('/events') && site.requests.at(-1)?.authorization === undefined;
      return (
        isOpen && Boolean(reply.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"rest_login"}'))
      );
    };
    const app = await startTestApp();
    const { report } = await importFrom(app, site.apiUrl, { credentials: wordPressUser });
    expect(report.notes.map(({ what, count }) => [what.replace(/,.*/, ''), count])).toEqual([
      ['may be protected by a password', 118],
    ]);
    const events = await eventsOf(app);
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['draft', 'private']));
  });

  test('A public list that fails for a while makes no event private', async () => {
    const site = await startTown({ maxPerPage: 50 });
    const app = await startTestApp();
    const options = { credentials: wordPressUser, folder: join(temporaryFolder(), 'imports'), limits: { attempts: 1 } };
    await importFrom(app, site.apiUrl, options);
    const before = await eventsOf(app);
    for (const [status, message] of [
      [503, 'returned 503'],
      [403, 'returned 403'],
    ] as const) {
      site.quirks.before = (path, reply) => {
        const isOpen = site.requests.at(-1)?.authorization === undefined;
        return isOpen && /\/events\/?\?.*page=2/.test(path) && Boolean(reply.writeHead(status).end());
      };
      await expect(importFrom(app, site.apiUrl, { ...options, sync: true })).rejects.toThrow(message);
      expect(await eventsOf(app)).toEqual(before);
    }
    site.quirks.before = () => false;
    const { report } = await importFrom(app, site.apiUrl, { ...options, sync: true });
    expect(report.counts.events).toMatchObject({ updated: 0, unchanged: 120 });
  });

  test('A wrong password fails with a message and changes nothing', async () => {
    const site = await startTown();
    const app = await startTestApp();
    const wrong = importFrom(app, site.apiUrl, { credentials: { user: 'editor', password: 'wrong' } });
    await expect(wrong).rejects.toThrow(/returned 401 \(incorrect_password\)/);
    await expect(wrong).rejects.not.toThrow(/wrong/);
    expect(await eventsOf(app)).toEqual([]);
  });

  test('The password is not sent to another port by a redirect or a link', async () => {
    const thief = await startFakeWordPress();
    const site = await startTown({ linksTo: thief.origin });
    const app = await startTestApp();
    await expect(importFrom(app, site.apiUrl, { credentials: wordPressUser })).rejects.toThrow(
      /continues at another site/,
    );
    site.quirks.before = (path, reply) => {
      reply.writeHead(302, { location: thief.origin + path }).end();
      return true;
    };
    await expect(importFrom(app, site.apiUrl, { credentials: wordPressUser })).rejects.toThrow(TransferProblem);
    expect(thief.requests).toEqual([]);
  });
});

describe('images', () => {
  test('Images are imported once each with their ids; those that fail are reported', async () => {
    const site = await startFakeWordPress();
    const picture = await png({ width: 50, height: 40 });
    Object.assign(site.files, { '/a.png': picture, '/b.png': Buffer.from('<svg>'), '/c.png': picture });
    const image = (path: string, id: number) => ({ image: { url: site.origin + path, id, width: 1, height: 1 } });
    site.records.events.push(
      siteEvent(site, 1, image('/a.png', 801)),
      siteEvent(site, 2, image('/a.png', 801)),
      siteEvent(site, 3, image('/b.png', 802)),
      siteEvent(site, 4, image('/gone.png', 803)),
      siteEvent(site, 5, { image: { url: 'http://10.0.0.1/secret.png', id: 804 } }),
      siteEvent(site, 6, { venue: { ...venue, ...image('/c.png', 805) } }),
    );
    const app = await startTestApp();
    const { host } = new URL(site.origin);
    const { report } = await importFrom(app, site.apiUrl, { allow: host });
    const events = await eventsOf(app);
    expect(events.map(({ image }) => (image === false ? false : image.id))).toEqual([
      801,
      801,
      false,
      false,
      false,
      false,
    ]);
    expect(events[0]?.image).toMatchObject({ width: 50, url: expect.stringMatching(/\/media\/20\d\d\/\d\d\//) });
    expect(events[5]?.venue).toMatchObject({ image: { id: 805 } });
    expect(site.requests.filter(({ path }) => path === '/a.png')).toHaveLength(1);
    const why = 'has an image that cannot be imported; imported without it';
    expect(remarksOf(report.notes)[why]).toEqual([
      expect.stringMatching(/^event 3 .*b\.png: it is not an image of a supported type$/),
      expect.stringMatching(/^event 4 .*gone\.png: it cannot be fetched \(status 404\)$/),
      expect.stringMatching(/^event 5 .*secret\.png: its host or port is not public/),
    ]);
    const again = await importFrom(app, site.apiUrl, { allow: host });
    expect(again.report.counts.events).toMatchObject({ unchanged: 6, updated: 0 });
    expect(site.requests.filter(({ path }) => path === '/a.png')).toHaveLength(1);
  });
});

describe('an interruption', () => {
  test('An interrupted download is resumed by the next run', async () => {
    const folder = join(temporaryFolder(), 'imports');
    const site = await startTown({ maxPerPage: 10 });
    const stopper = new AbortController();
    site.quirks.before = (path) => {
      if (path.includes('/events') && path.includes('page=6')) stopper.abort();
      return false;
    };
    const app = await startTestApp();
    await expect(importFrom(app, site.apiUrl, { folder, signal: stopper.signal })).rejects.toThrow(Stopped);
    expect(await eventsOf(app)).toEqual([]);
    site.quirks.before = () => false;
    const before = site.requests.length;
    const { report, messages } = await importFrom(app, site.apiUrl, { folder });
    expect(messages[0]).toMatch(/Resuming the interrupted import of /);
    expect(report.counts.events.created).toBe(118);
    const lists = site.requests.slice(before).filter(({ path }) => /\/v1\/events\/?\?(?!.*search=)/.test(path));
    expect(lists.map(({ path }) => /[?&]page=(\d+)/.exec(path)?.[1])).toEqual(ids(6, 12).map(String));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('An interrupted merge leaves whole pages, and the next run imports nothing twice', async () => {
    const folder = join(temporaryFolder(), 'imports');
    const site = await startTown({ maxPerPage: 10 });
    const app = await startTestApp();
    const stopper = new AbortController();
    let writes = 0;
    const store = {
      ...app.store,
      get reader() {
        return app.store.reader;
      },
      write: <T>(work: Parameters<typeof app.store.write<T>>[0]) => {
        writes += 1;
        if (writes === 8) stopper.abort();
        return app.store.write(work);
      },
    };
    await expect(importFrom({ ...app, store }, site.apiUrl, { folder, signal: stopper.signal })).rejects.toThrow(
      Stopped,
    );
    const half = (await eventsOf(app)).length;
    expect(half).toBeGreaterThan(0);
    expect(half % 10).toBe(0);
    const { report } = await importFrom(app, site.apiUrl, { folder });
    expect(report.counts.events).toMatchObject({ created: 118 - half, unchanged: half });
    expect((await eventsOf(app)).length).toBe(118);
  });

  test.each(['999999999 1', `${process.pid} 1`, `${process.ppid} 1`, ''])(
    'The lock of a killed process (%j) does not stop the next import',
    async (lock) => {
      const folder = join(temporaryFolder(), 'imports');
      const site = await startTown();
      const app = await startTestApp();
      let path = '';
      site.quirks.before = () => {
        path ||= join(folder, readdirSync(folder).find((name) => name.endsWith('.lock')) as string);
        return false;
      };
      await importFrom(app, site.apiUrl, { folder });
      writeFileSync(path, lock);
      expect((await importFrom(app, site.apiUrl, { folder })).report.counts.events.unchanged).toBe(118);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('A second import of the same site at the same time is refused', async () => {
    const folder = join(temporaryFolder(), 'imports');
    const site = await startTown();
    const app = await startTestApp();
    const [first, second] = await Promise.allSettled([
      importFrom(app, site.apiUrl, { folder }),
      importFrom(app, site.apiUrl, { folder }),
    ]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
  });
});
