// Follows every link of the demonstration: in pages, replies, feeds and the sitemap, in all languages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { feedFormats } from '../../src/resources/events/feeds/formats.ts';
import { startDemoApp } from '../support/calendars/demo-app.ts';
import { runs } from '../support/runs.ts';
import type { TestApp } from '../support/test-app.ts';

const host = 'calendar.example';
const origin = `http://${host}`;

interface Reply {
  status: number;
  robots: unknown;
  /** Of a page, or a link to where it has moved. */
  html: string;
}

describe('In the demonstration', { timeout: 400_000 }, () => {
  let app: TestApp;
  /** By path, so that each is requested once. */
  const replies = new Map<string, Reply>();
  beforeAll(async () => {
    app = await startDemoApp({ settings: { requestsPerMinute: 0 } });
  }, 60_000);
  afterAll(() => app?.close());

  async function get(path: string, from: string): Promise<Reply> {
    const known = replies.get(path);
    if (known !== undefined) return known;
    const { statusCode, headers, body } = await app.app.inject({
      method: 'GET',
      url: path,
      headers: { host, accept: 'text/html, */*' },
    });
    expect(statusCode, `${path}, linked from ${from}`).toBeLessThan(400);
    const isPage = /html/.test(String(headers['content-type']));
    const moved = headers['location'] as string | undefined;
    const html = moved ? `<a href="${moved.replace(origin, '')}">` : isPage ? body : '';
    const reply = { status: statusCode, robots: headers['x-robots-tag'], html };
    replies.set(path, reply);
    return reply;
  }

  const linksIn = (html: string): string[] =>
    [...html.matchAll(/(?:href|src|action)="(?:http:\/\/calendar\.example)?(\/[^"]*)/g)].map(
      ([, link]) => (link as string).replaceAll('&#61;', '=').replaceAll('&amp;', '&').split('#', 1)[0] as string,
    );

  const isOther = (link: string, language: string) =>
    languages.some((code) => code !== language && link.startsWith(`/${code}/`));

  /** Breadth first, until `pages` were read; links to other languages are followed from their own lists. */
  async function walk(start: string, language: string, pages: number): Promise<number> {
    const from = new Map([[start, '']]);
    let read = 0;
    for (const path of from.keys()) {
      if (read === pages) break;
      read += 1;
      const { html } = await get(path, from.get(path) as string);
      for (const link of linksIn(html)) if (!isOther(link, language) && !from.has(link)) from.set(link, path);
      expect(from.size).toBeLessThan(2500);
    }
    return read;
  }

  test('A crawl in English ends below 2,500 URLs and finds no dead link', async () => {
    expect(await walk('/events/', 'en', 2500)).toBeGreaterThan(200);
  });

  // The pages of all languages are rendered by the same code.
  const first = runs(300);
  test.each(languages.filter((code) => code !== 'en'))(`The first ${first} links in %s are alive`, async (language) => {
    expect(await walk(`/${language}/events/`, language, first)).toBe(first);
  });

  test.each(languages)('Every URL in replies and feeds in %s answers', async (language) => {
    const base = language === 'en' ? '' : `/${language}`;
    const lists = ['events', 'venues', 'organizers', 'categories', 'tags', 'media'].map(
      (list) => `${base}/wp-json/calendar/events/v1/${list}?per_page=50`,
    );
    const feeds = feedFormats.map(({ extension }) => `${base}/events.${extension}`);
    for (const path of [...lists, ...feeds, '/sitemap.xml']) {
      const reply = await app.app.inject({ method: 'GET', url: path, headers: { host } });
      expect(reply.statusCode, path).toBe(200);
      // Long lines of calendar files are folded.
      const text = reply.body
        .replace(/\r\n[ \t]/g, '')
        .replaceAll('\\/', '/')
        .replaceAll('&amp;', '&');
      const found = text.match(/http:\/\/calendar\.example\/[^\s"'<>\\,;)]*/g) ?? [];
      for (const url of new Set(found)) await get(url.slice(origin.length), path);
    }
  });

  test('Every URL in the sitemap answers 200 and may be indexed', async () => {
    const locations = async (url: string) => {
      const { body } = await app.app.inject({ method: 'GET', url, headers: { host } });
      const found = body.matchAll(/<loc>http:\/\/calendar\.example(.*?)<\/loc>/g);
      return [...found].map(([, path]) => (path as string).replaceAll('&amp;', '&'));
    };
    const found = (await Promise.all((await locations('/sitemap.xml')).map(locations))).flat();
    expect(found.length).toBeGreaterThan(500);
    for (const path of found) {
      const { status, robots } = await get(path, 'the sitemap');
      expect([path, status, robots]).toEqual([path, 200, 'all']);
    }
  });
});
