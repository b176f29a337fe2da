// Follows every link of the demonstration: in pages, replies, feeds and the sitemap, in all languages.
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createZones } from '../../src/core/dates/zones.ts';
import { languages } from '../../src/core/languages.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { feedFormats } from '../../src/resources/events/feeds/formats.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const host = 'calendar.example';
const origin = `http://${host}`;

describe('In the demonstration', { timeout: 400_000 }, () => {
  let app: TestApp;
  /** Bodies by path, so that each is requested once. */
  const bodies = new Map<string, string>();
  beforeAll(async () => {
    app = await startTestApp({ settings: { requestsPerMinute: 0 } });
    const log = pino({ level: 'silent' });
    await fillDemo({ store: app.store, zones: createZones(), now: app.clock.now, adminId: 1, log });
  }, 60_000);
  afterAll(() => app?.close());

  async function bodyOf(path: string, from: string): Promise<string> {
    const cached = bodies.get(path);
    if (cached !== undefined) return cached;
    const reply = await app.app.inject({ method: 'GET', url: path, headers: { host, accept: 'text/html, */*' } });
    expect(reply.statusCode, `${path}, linked from ${from}`).toBeLessThan(400);
    const isPage = /html/.test(String(reply.headers['content-type']));
    const moved = reply.headers['location'] as string | undefined;
    const body = moved ? `<a href="${moved.replace(origin, '')}">` : isPage ? reply.body : '';
    bodies.set(path, body);
    return body;
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
      const html = await bodyOf(path, from.get(path) as string);
      for (const link of linksIn(html)) if (!isOther(link, language) && !from.has(link)) from.set(link, path);
      expect(from.size).toBeLessThan(2500);
    }
    return read;
  }

  test('A crawl in English ends below 2,500 addresses and finds no dead link', async () => {
    expect(await walk('/events/', 'en', 2500)).toBeGreaterThan(200);
  });

  // The pages of all languages are rendered by the same code.
  test.each(languages.filter((code) => code !== 'en'))('The first 300 links in %s are alive', async (language) => {
    expect(await walk(`/${language}/events/`, language, 300)).toBe(300);
  });

  test.each(languages)('Every address in replies and feeds in %s answers', async (language) => {
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
      for (const address of new Set(found)) await bodyOf(address.slice(origin.length), path);
    }
  });

  test('Every address in the sitemap answers 200 and may be indexed', async () => {
    const get = (url: string) => app.app.inject({ method: 'GET', url, headers: { host, accept: 'text/html' } });
    const locations = async (url: string) =>
      [...(await get(url)).body.matchAll(/<loc>http:\/\/calendar\.example(.*?)<\/loc>/g)].map(([, path]) =>
        (path as string).replaceAll('&amp;', '&'),
      );
    const found = (await Promise.all((await locations('/sitemap.xml')).map(locations))).flat();
    expect(found.length).toBeGreaterThan(500);
    for (const path of found) {
      const { statusCode, headers } = await get(path);
      expect([path, statusCode, headers['x-robots-tag']]).toEqual([path, 200, 'all']);
    }
  });
});
