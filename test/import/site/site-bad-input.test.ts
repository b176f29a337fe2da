// Sites that are not a calendar, or never end: a clear report, bounded, and nothing written.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TransferProblem } from '../../../src/core/transfer-problem.ts';
import { type Quirks, siteEvent } from '../../support/servers/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { remarksOf, temporaryFolder } from '../support.ts';
import { importFrom } from './support.ts';
import { eventsOf, startTown } from './town.ts';

describe('a URL without a calendar', () => {
  const cases: [name: string, quirks: Quirks, problem: RegExp][] = [
    ['the same page for ever', { stuck: true }, /form a loop/],
    [
      '500 for ever',
      { before: (_, reply) => Boolean(reply.writeHead(500).end('oops')) },
      /returned 500 \(3 attempts\)/,
    ],
    [
      '10 GB',
      {
        before: (_, reply) => {
          reply.writeHead(200, { 'content-type': 'application/json' });
          const chunk = Buffer.alloc(256 * 1024, 32);
          const more = () => void (reply.destroyed || reply.write(chunk, () => setImmediate(more)));
          more();
          return true;
        },
      },
      /returned a page of more than 1 MiB/,
    ],
    [
      'a drip',
      {
        before: (_, reply) => {
          reply.writeHead(200, { 'content-type': 'application/json' });
          const timer = setInterval(() => reply.write(' '), 20);
          reply.on('close', () => clearInterval(timer));
          return true;
        },
      },
      /breaks off: timed out/,
    ],
    [
      'HTML only',
      {
        restRoot: '/nothing-here/',
        missing: ['events'],
        before: (path, reply) =>
          path !== '/' && Boolean(reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi')),
      },
      /shows no calendar with this API|a web page instead of JSON/,
    ],
  ];
  test('A site that refuses its API says so, rather than that it has none', async () => {
    const site = await startTown();
    site.quirks.before = (path, reply) => {
      const json = { 'content-type': 'application/json' };
      return /wp-json|rest_route/.test(path) && Boolean(reply.writeHead(403, json).end('{"code":"rest_forbidden"}'));
    };
    const failed = importFrom(await startTestApp(), site.origin);
    await expect(failed).rejects.toThrow(/\/wp-json\/ returned 403 \(rest_forbidden\)/);
  });

  test('A site whose plugin offers no API is told from one that is not WordPress', async () => {
    const site = await startTown({ index: { namespaces: ['wp/v2', 'tec/v1'] } });
    const failed = importFrom(await startTestApp(), site.origin);
    await expect(failed).rejects.toThrow(
      /\/wp-json\/ lists no API for events: The Events Calendar is not active there/,
    );
  });

  test.each([401, 403, 404])('An API is found below an index that answers with %d', async (status) => {
    const site = await startTown({}, 20);
    site.quirks.before = (path, reply) => {
      const isIndex = /\/wp-json\/$|rest_route=(?:\/|%2F)$/.test(path);
      return isIndex && Boolean(reply.writeHead(status).end('{"code":"rest_cannot_access"}'));
    };
    const app = await startTestApp();
    expect((await importFrom(app, site.origin)).report.counts.events.created).toBe(18);
  });

  test.each(cases)('A site that answers with %s is refused, and nothing is written', async (_, quirks, problem) => {
    const site = await startTown(quirks);
    const app = await startTestApp();
    const version = app.store.version();
    const limits = { attempts: 3, replyMs: 300, pageBytes: 1024 ** 2 };
    const failed = importFrom(app, quirks.restRoot ? site.origin : site.apiUrl, { limits });
    await expect(failed).rejects.toThrow(TransferProblem);
    await expect(failed).rejects.toThrow(problem);
    expect(app.store.version()).toBe(version);
  });
});

const oddReplies: [reply: string, problem: RegExp][] = [
  ['null', /holds none of/],
  ['{"tags":null,"total":0}', /holds none of/],
  ['{"code":"db_error","message":""}', /is an error reply from the API \(db_error\)/],
  ['{"tags":[],"events":[],"name":"Caf\xe9"}', /returned something that is not JSON/],
];
test.each(oddReplies)(
  'A list that is %s once is read by the next run, and no other list waits for it',
  async (text, problem) => {
    const site = await startTown({ maxPerPage: 50 });
    const app = await startTestApp();
    const folder = join(temporaryFolder(), 'imports');
    const run = () => importFrom(app, site.origin, { folder });
    const replyTo = (pattern: RegExp) => {
      site.quirks.before = (path, reply) =>
        pattern.test(path) && Boolean(reply.writeHead(200, { 'content-type': 'application/json' }).end(text, 'latin1'));
    };
    replyTo(/\/events\/?\?.*page=2/);
    await expect(run()).rejects.toThrow(problem);
    replyTo(/^$/);
    expect((await run()).report.counts.events.created).toBe(118);
    replyTo(/\/tags/);
    const { report } = await run();
    expect(report.counts.events).toMatchObject({ unchanged: 118 });
    expect(Object.keys(remarksOf(report.notes))).toEqual(['could not be read; the import continues without it']);
  },
);

test('Lists with gaps, which PHP writes as objects, are read as lists', async () => {
  const site = await startTown();
  const asObject = (list: readonly unknown[]) => Object.fromEntries(list.map((one, at) => [at * 2 + 1, one]));
  const event = {
    organizer: asObject([{ id: 700, organizer: 'Club' }]),
    categories: asObject([{ id: 6, name: 'Six' }]),
    tags: {},
  };
  site.quirks.before = (path, reply) => {
    if (!/\/events\/?\?/.test(path)) return false;
    const events = asObject([siteEvent(site, 1, event), siteEvent(site, 2, event)]);
    return Boolean(
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ events, total: 2 })),
    );
  };
  const app = await startTestApp();
  const { report } = await importFrom(app, site.origin);
  expect(report.skipped).toEqual([]);
  expect(report.counts).toMatchObject({ events: { created: 2 }, organizers: { created: 1 } });
  const { body } = await app.request({ path: '/events/2' });
  expect(body).toMatchObject({ organizer: [{ organizer: 'Club' }], categories: [{ id: 6 }] });
});

test('Pages that repeat in turn end the import', async () => {
  const site = await startTown({ maxPerPage: 10 });
  let asked = 0;
  const events = [...site.records.events];
  site.quirks.before = (path) => {
    if (!/\/events\/?\?/.test(path)) return false;
    const from = (asked++ % 2) * 10 + 2;
    site.records.events = Array.from({ length: 20 }, () => events.slice(from, from + 10)).flat();
    return false;
  };
  const app = await startTestApp();
  await expect(importFrom(app, site.apiUrl)).rejects.toThrow(/form a loop/);
});

test('A record that moved to a page already read is in the first import', async () => {
  const site = await startTown({ maxPerPage: 10 });
  site.quirks.before = (path) => {
    if (!/\/events\/?\?.*page=4/.test(path)) return false;
    site.quirks.before = () => false;
    site.records.events.splice(5, 1);
    return false;
  };
  const app = await startTestApp();
  const { report } = await importFrom(app, site.apiUrl);
  expect(report.counts.events.created).toBe(117);
  expect(report.notes).toEqual([]);
});

test('Pages that are too large are requested in parts', async () => {
  const site = await startTown();
  for (const id of [40, 41, 42, 90])
    site.records.events[id - 1] = siteEvent(site, id, { description: `<p>${'x'.repeat(40_000)}</p>` });
  const app = await startTestApp();
  const { report } = await importFrom(app, site.apiUrl, { limits: { pageBytes: 64 * 1024 } });
  expect(report.counts.events.created).toBe(118);
  expect(report.notes.map(({ what }) => what)).toEqual([]);
  expect(new Set(site.requests.flatMap(({ path }) => /v1\/events\/?\?.*per_page=(\d+)/.exec(path)?.[1] ?? []))).toEqual(
    new Set(['50', '25', '5', '1']),
  );
  site.records.events[39] = siteEvent(site, 40, { description: 'x'.repeat(80_000) });
  await expect(importFrom(app, site.apiUrl, { limits: { pageBytes: 64 * 1024 } })).rejects.toThrow(
    /returned a page of more than/,
  );
});

test('A site that fails half the time is imported by a few runs of the same command', async () => {
  const site = await startTown({ maxPerPage: 10 });
  let random = 7;
  site.quirks.before = (_, reply) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (random >>> 16) % 2 === 0 && Boolean(reply.writeHead(500).end());
  };
  const app = await startTestApp();
  const folder = join(temporaryFolder(), 'imports');
  const run = () => importFrom(app, site.apiUrl, { folder, limits: { attempts: 3, firstWaitMs: 1 } });
  let ended = false;
  for (let attempt = 0; attempt < 40 && !ended; attempt++) {
    ended = await run().then(
      () => true,
      (error: Error) => {
        expect(error).toBeInstanceOf(TransferProblem);
        return false;
      },
    );
  }
  site.quirks.before = () => false;
  expect((await run()).report.counts.events).toMatchObject({ created: 0, unchanged: 118 });
});

test.each([
  '<br />\n<b>Warning</b>: Undefined key "x" in <b>/a.php</b> on line <b>3</b><br />\n',
  '\nWarning: Undefined key {"x"} in /a.php on line 3\n',
])('PHP warnings before every reply (%j) hide neither the API, nor its zone, details or removals', async (prefix) => {
  const site = await startTown({
    prefix,
    index: { timezone_string: 'Europe/Paris' },
    wp: { tribe_events: [{ id: 4, meta: { _tribe_events_status: 'canceled' } }] },
  });
  const app = await startTestApp();
  const folder = join(temporaryFolder(), 'imports');
  await expect(importFrom(app, site.origin, { folder })).rejects.toThrow(/is in the time zone Europe\/Paris/);
  const run = (sync: boolean) => importFrom(app, site.origin, { folder, sync, confirm: async () => true });
  expect((await run(false)).report.counts.events).toMatchObject({ created: 118, skipped: 0 });
  site.records.events = site.records.events.filter(({ id }) => id !== 10);
  await run(true);
  const events = new Map((await eventsOf(app)).map((event) => [event.id, event]));
  expect(events.get(4)).toMatchObject({ event_status: 'canceled' });
  expect(events.has(10)).toBe(false);
});

test('A page that trickles in before the timeout is imported', async () => {
  const site = await startTown();
  site.quirks.before = (path, reply) => {
    if (!path.includes('/venues')) return false;
    const text = JSON.stringify({ venues: site.records.venues, total: 1, total_pages: 1 });
    reply.writeHead(200, { 'content-type': 'application/json' });
    let at = 0;
    const timer = setInterval(() => {
      reply.write(text.slice(at, at + 20));
      at += 20;
      if (at >= text.length) reply.end();
    }, 20);
    reply.on('close', () => clearInterval(timer));
    return true;
  };
  const app = await startTestApp();
  expect((await importFrom(app, site.apiUrl)).report.counts.venues).toMatchObject({ created: 1 });
});

test('A wp/v2 list that returns the same page forever does not hold up the import', async () => {
  const site = await startTown();
  site.quirks.wp = { tribe_events: [{ id: 4, meta: { _tribe_events_status: 'canceled' } }] };
  site.quirks.before = (path) => {
    site.quirks.stuck = path.includes('/wp/v2/');
    return false;
  };
  const app = await startTestApp();
  await importFrom(app, site.apiUrl, { limits: { totalMs: 20_000 } });
  const pages = site.requests.filter(({ path }) => path.includes('/wp/v2/tribe_events'));
  expect(pages.map(({ path }) => path.includes('_EventStartDate'))).toEqual([false, false, true, true]);
  expect((await eventsOf(app)).find(({ id }) => id === 4)).toMatchObject({ event_status: 'canceled' });
});

test('A dry run writes nothing and fetches no image', async () => {
  const folder = join(temporaryFolder(), 'imports');
  const site = await startTown();
  site.records.events[5] = siteEvent(site, 6, { image: { url: `${site.origin}/a.png`, id: 700 } });
  const app = await startTestApp();
  const version = app.store.version();
  const { report } = await importFrom(app, site.apiUrl, { dryRun: true, folder });
  expect(report.counts.events.created).toBe(118);
  expect(app.store.version()).toBe(version);
  expect(site.requests.some(({ path }) => path === '/a.png')).toBe(false);
  expect(existsSync(join(folder, 'plan.json'))).toBe(false);
});
