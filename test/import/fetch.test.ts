// Importing from the URL of a live site.

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { noProgress } from '../../src/core/progress.ts';
import { Stopped, TransferProblem } from '../../src/core/transfer-problem.ts';
import { type Collection, downloadLists } from '../../src/import/fetch/download.ts';
import { openJournal } from '../../src/import/fetch/journal.ts';
import { nextPage } from '../../src/import/fetch/next-page.ts';
import { type FetchLimits, fetchLimits } from '../../src/import/fetch/polite-get.ts';
import { isNamespace, parseSiteUrl } from '../../src/import/fetch/urls.ts';
import { siteLists } from '../../src/import/site/lists.ts';
import { freePort } from '../support/servers/free-port.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { pageEvent, temporaryFolder } from './support.ts';

type Answer = (url: URL, reply: ServerResponse, request: IncomingMessage) => void;

interface Site {
  origin: string;
  /** Paths with queries, in the order of the requests. */
  requests: string[];
  maxConcurrent: () => number;
}

async function startSite(answer: Answer): Promise<Site> {
  const requests: string[] = [];
  let open = 0;
  let highest = 0;
  const server = createServer((request, reply) => {
    highest = Math.max(highest, ++open);
    reply.on('close', () => (open -= 1));
    requests.push(request.url as string);
    answer(new URL(request.url as string, origin), reply, request);
  });
  const origin = await listenLocally(server);
  return { origin, requests, maxConcurrent: () => highest };
}

const sendJson = (reply: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) => {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers });
  reply.end(JSON.stringify(value));
};

/** The list at the URL, or all lists of a namespace. */
const listsOf = (text: string): Collection[] => {
  const url = parseSiteUrl(text);
  const site = { namespace: url, isKalends: false };
  return isNamespace(url)
    ? siteLists({ site, source: { withTrash: false } })
    : [{ first: url, isRequired: true, isLinked: true }];
};

async function download(url: string, more: { limits?: Partial<FetchLimits>; signal?: AbortSignal } = {}) {
  const messages: string[] = [];
  const journal = await openJournal(temporaryFolder(), () => false);
  await journal.begin({});
  const downloaded = await downloadLists(listsOf(url), {
    journal,
    limits: { ...fetchLimits, firstWaitMs: 5, ...more.limits },
    signal: more.signal ?? new AbortController().signal,
    log: (line) => void messages.push(line),
    progress: noProgress,
    elapsedMs: () => performance.now(),
  });
  const files = downloaded.flatMap(({ pages }) => pages);
  const pages = files.map(({ path }) => JSON.parse(readFileSync(path, 'utf8')) as { events: { id: number }[] });
  return { messages, ids: pages.flatMap(({ events }) => (events ?? []).map(({ id }) => id)) };
}

/** Three pages; `next` may change which page follows another. */
const threePages =
  (
    next: (url: URL, page: number) => string | undefined = (url, page) =>
      page < 3 ? `${url.origin}${url.pathname}?page=${page + 1}` : undefined,
  ): Answer =>
  (url, reply) => {
    const page = Number(url.searchParams.get('page') ?? 1);
    const link = next(url, page);
    sendJson(reply, {
      events: [pageEvent(page)],
      total: '3',
      total_pages: 3,
      ...(link ? { next_rest_url: link } : {}),
    });
  };

describe('pages', () => {
  test('Pages are fetched one after the other, with the requested filters', async () => {
    const site = await startSite(threePages());
    const { ids } = await download(`${site.origin}/wp-json/tribe/events/v1/events?categories=7&per_page=1`);
    expect(ids).toEqual([1, 2, 3]);
    expect(site.requests.map((path) => path.replace(/^.*\?/, ''))).toEqual([
      'categories=7&per_page=1',
      'page=2&categories=7&per_page=1',
      'page=3&categories=7&per_page=1',
    ]);
    expect(site.maxConcurrent()).toBe(1);
  });

  test('The URL of an API means its five lists, with events of all time', async () => {
    const site = await startSite((url, reply) => {
      const list = url.pathname.split('/').at(-1) as string;
      if (list === 'venues') sendJson(reply, { code: 'rest_forbidden' }, 401);
      else sendJson(reply, { [list]: list === 'events' ? [pageEvent(1)] : [] });
    });
    const { ids, messages } = await download(`${site.origin}/wp-json/tribe/events/v1/`);
    expect(ids).toEqual([1]);
    expect(site.requests.map((path) => path.replace(/\?.*/, '').split('/').at(-1))).toEqual([
      'categories',
      'tags',
      'venues',
      'organizers',
      'events',
    ]);
    const { searchParams } = new URL(site.requests.at(-1) as string, site.origin);
    expect(Number(searchParams.get('start_date')?.slice(0, 4))).toBeLessThan(1900);
    expect(Number(searchParams.get('end_date')?.slice(0, 4))).toBeGreaterThan(2900);
    expect(messages).toEqual([
      expect.stringMatching(/^Continuing without venues: .* returned 401 \(rest_forbidden\)\.$/),
    ]);
  });

  test('An announced page that does not exist ends the list', async () => {
    const site = await startSite((url, reply) => {
      if (url.searchParams.get('page') === '2') sendJson(reply, { code: 'event-archive-page-not-found' }, 404);
      else sendJson(reply, { events: [pageEvent(1)], next_rest_url: '/events?page=2' });
    });
    expect((await download(`${site.origin}/events`)).ids).toEqual([1]);
  });
});

describe('a busy site', () => {
  test('A 503 with Retry-After is tried again at that time', async () => {
    let answers = 0;
    const times: number[] = [];
    const site = await startSite((url, reply) => {
      times.push(performance.now());
      if (answers++ === 0) sendJson(reply, {}, 503, { 'retry-after': '1' });
      else threePages(() => undefined)(url, reply, undefined as never);
    });
    const { ids, messages } = await download(`${site.origin}/events`);
    expect(ids).toEqual([1]);
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThan(950);
    expect(messages).toEqual([expect.stringMatching(/returned 503; retrying in 1 s\.$/)]);
  });

  test('The import gives up on a busy site after the last attempt, or at once if Retry-After is too long', async () => {
    const site = await startSite((url, reply) =>
      sendJson(reply, {}, 429, url.searchParams.has('long') ? { 'retry-after': '86400' } : {}),
    );
    await expect(download(`${site.origin}/events`, { limits: { attempts: 3 } })).rejects.toThrow(
      /returned 429 \(3 attempts\)\.$/,
    );
    expect(site.requests).toHaveLength(3);
    await expect(download(`${site.origin}/events?long`)).rejects.toThrow(
      /returned 429; it asks to wait 86400 s, try again then\.$/,
    );
    expect(site.requests).toHaveLength(4);
  });

  test('A reply that breaks off is fetched again; an unreachable host is reported', async () => {
    let answers = 0;
    const site = await startSite((url, reply) => {
      if (answers++ > 0) return threePages(() => undefined)(url, reply, undefined as never);
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      reply.write('{"events":[');
      setTimeout(() => reply.destroy(), 20);
    });
    expect((await download(`${site.origin}/events`)).ids).toEqual([1]);
    const port = await freePort();
    const limits = { attempts: 2, firstWaitMs: 1 };
    await expect(download(`http://127.0.0.1:${port}/events`, { limits })).rejects.toThrow(
      /cannot be reached: .*\(2 attempts\)/,
    );
  });

  test('A port that is never connected to is reported at once', async () => {
    await expect(download('http://127.0.0.1:6000/events', { limits: { firstWaitMs: 60_000 } })).rejects.toThrow(
      'http://127.0.0.1:6000/events cannot be reached: its port belongs to another protocol and is blocked.',
    );
  });

  test('A site that does not answer in time is reported', async () => {
    const site = await startSite(() => undefined);
    await expect(download(`${site.origin}/events`, { limits: { attempts: 1, replyMs: 50 } })).rejects.toThrow(
      /timed out/,
    );
  });
});

describe('replies that are not a calendar', () => {
  const html = (reply: ServerResponse, status = 200) => {
    reply.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    reply.end('<!doctype html><title>Hello</title>');
  };
  const cases: [name: string, answer: Answer, problem: RegExp][] = [
    ['HTML', (_, reply) => html(reply), /returned a web page instead of JSON; is it the URL of the API/],
    ['a missing page', (_, reply) => html(reply, 404), /returned 404 and a web page instead of JSON\.$/],
    [
      'an API error',
      (_, reply) => sendJson(reply, { code: 'rest_no_route' }, 404),
      /returned 404 \(rest_no_route\)\.$/,
    ],
    ['broken JSON', (_, reply) => void reply.end('{"events":['), /returned something that is not JSON\.$/],
    ['a loop', threePages((url, page) => `${url.pathname}?page=${page === 1 ? 2 : 1}`), /The pages form a loop/],
    ['a page that is its own next', threePages((url) => url.href), /The pages form a loop/],
    [
      'another site',
      threePages(() => 'http://169.254.169.254/events?page=2'),
      /continues at another site \(http:\/\/169\.254\.169\.254/,
    ],
    [
      'a redirect to another site',
      (_, reply) => void reply.writeHead(302, { location: 'http://localhost:1/x' }).end(),
      /redirects to another site, http:\/\/localhost:1\/x/,
    ],
    [
      'endless redirects',
      (url, reply) => void reply.writeHead(302, { location: `${url.pathname}?${Math.random()}` }).end(),
      /redirects too many times/,
    ],
  ];
  test.each(cases)('A reply that is %s is refused', async (_, answer, problem) => {
    const site = await startSite(answer);
    const failed = download(`${site.origin}/events`);
    await expect(failed).rejects.toThrow(TransferProblem);
    await expect(failed).rejects.toThrow(problem);
  });

  test('The size of a page, the number of pages and the time are limited', async () => {
    const endless = await startSite((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' });
      const more = () => void (reply.destroyed || reply.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    });
    await expect(download(`${endless.origin}/events`, { limits: { pageBytes: 1024 ** 2 } })).rejects.toThrow(
      /returned a page of more than 1 MiB/,
    );
    const many = await startSite(threePages((url, page) => `${url.pathname}?page=${page + 1}`));
    await expect(download(`${many.origin}/events`, { limits: { pages: 4 } })).rejects.toThrow(/after 4 pages/);
    await expect(download(`${many.origin}/events`, { limits: { totalBytes: 1000 } })).rejects.toThrow(/after 0 MiB/);
    await expect(download(`${many.origin}/events`, { limits: { totalMs: -1 } })).rejects.toThrow(/after 0 minutes/);
  });
});

test('Stopping ends a download at once, even while it waits', async () => {
  const site = await startSite((_, reply) => sendJson(reply, {}, 503, { 'retry-after': '60' }));
  const stopper = new AbortController();
  setTimeout(() => stopper.abort(), 50);
  await expect(download(`${site.origin}/events`, { signal: stopper.signal })).rejects.toThrow(Stopped);
});

test('A redirect within the site is followed', async () => {
  const site = await startSite((url, reply, request) => {
    if (url.pathname === '/old') reply.writeHead(301, { location: '/events' }).end();
    else threePages(() => undefined)(url, reply, request);
  });
  expect((await download(`${site.origin}/old`)).ids).toEqual([1]);
});

describe('URLs', () => {
  test.each([
    ['ftp://example.org/', /is not a web URL/],
    ['http://user:secret@example.org/', /signing in at the source is not offered/],
  ])('The URL %s is refused', (url, problem) => {
    expect(() => parseSiteUrl(url)).toThrow(problem);
    expect(() => parseSiteUrl(url)).not.toThrow(/secret/);
  });

  test('A namespace in rest_route is understood', () => {
    const [categories] = listsOf('https://example.org/?rest_route=/tribe/events/v1');
    expect(categories?.first.searchParams.get('rest_route')).toBe('/tribe/events/v1/categories');
  });

  test('A next page that is linked by http is fetched by the protocol that reached the site', () => {
    const at = new URL('https://example.org/events');
    expect(nextPage({ next_rest_url: 'http://example.org/events?page=2' }, at, at)?.href).toBe(
      'https://example.org/events?page=2',
    );
    expect(nextPage({ next_rest_url: '' }, at, at)).toBeUndefined();
    expect(nextPage({}, at, at)).toBeUndefined();
  });
});
