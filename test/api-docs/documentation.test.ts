// Pages for browsers, and the discovery of the API by programs.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { languages, languageTag } from '../../src/core/languages.ts';
import { discoveryLinks } from '../../src/http/discovery.ts';
import { runsAllCases, someOf } from '../support/runs.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

const host = 'calendar.example';
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.app.inject({ method, url, headers: { host, ...headers } });
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const root = `http://${host}/wp-json/calendar/events/v1`;

describe('the documentation page', () => {
  test.each([
    ['/docs', 'wp-json/calendar/events/v1/doc'],
    ...(runsAllCases ? languages : someOf(languages)).map((code) => [
      `/${code}/docs`,
      'wp-json/calendar/events/v1/doc',
    ]),
    ['/wp-json/calendar/events/v1/docs', 'doc'],
    ['/tribe/events/v1/docs', 'doc'],
    ['/pt-br/wp-json/tribe/events/v1/docs', 'doc'],
    ['/wp-json/wp/v2/docs', 'doc'],
  ])('The page at %s links a document and files that exist', async (path, doc) => {
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(page.body).toContain(`data-doc="${doc}"`);
    const links = [...page.body.matchAll(/(?:href|src|value|data-doc)="([^"]+)"/g)].map((found) => found[1] as string);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) {
      const { pathname } = new URL(link, `http://${host}${path}`);
      expect([pathname, (await get(pathname)).statusCode]).toEqual([pathname, 200]);
    }
  });

  test('The documentation page loads nothing from other hosts', async () => {
    const { headers, body } = await get('/docs');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toMatch(/https?:|unsafe-eval|\*/);
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test('/docs/ redirects to /docs', async () => {
    const { statusCode, headers } = await get('/fr/docs/');
    expect([statusCode, headers['location']]).toEqual([308, '../docs']);
  });

  test('The documentation page answers 304 to its own ETag', async () => {
    const { headers } = await get('/docs');
    const again = await get('/docs', { 'if-none-match': headers['etag'] as string });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('Assets have a content hash in their name and are immutable for caches', async () => {
    const { body } = await get('/docs');
    const files = [...body.matchAll(/"(docs\/[^"]+)"/g)].map((found) => `/${found[1]}`);
    expect(files).toHaveLength(5);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\/[\w-]+(?:\.\w+)*\.[0-9a-f]{12}\.(?:css|js|png)$/);
      const { headers, rawPayload } = await get(file);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(rawPayload.toString('latin1').slice(-200)).not.toContain('sourceMappingURL');
      const zipped = await get(file, { 'accept-encoding': 'gzip' });
      expect(zipped.headers['vary']).toContain('Accept-Encoding');
      if (rawPayload.length > 100_000) expect(zipped.rawPayload.length).toBeLessThan(rawPayload.length / 2);
    }
  });

  test.each([
    ['gzip;q=0', undefined],
    ['gzip;q=0, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['identity;q=1, *;q=0', undefined],
    ['zstd', 'zstd'],
  ])('A page is compressed as Accept-Encoding asks: %s', async (header, coding) => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
    const file = `/${/"(docs\/[^"]+\.css)"/.exec((await get('/docs')).body)?.[1]}`;
    const plain = await get(file);
    expect(plain.rawPayload.length).toBeGreaterThan(10_000);
    const packed = await get(file, { 'accept-encoding': header });
    expect(packed.headers['content-encoding']).toBe(coding);
    const bytes = coding ? unpack[coding as keyof typeof unpack](packed.rawPayload) : packed.rawPayload;
    expect(bytes.equals(plain.rawPayload)).toBe(true);
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    expect(packed.headers['etag'] === plain.headers['etag']).toBe(coding === undefined);
    const head = await get(file, { 'accept-encoding': header }, 'HEAD');
    for (const name of ['etag', 'content-encoding', 'content-length', 'vary'])
      expect(head.headers[name]).toBe(packed.headers[name]);
  });

  test.each([
    '/docs/../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/swagger-ui-bundle.js',
    '/docs/package.json',
    '/docs/%00',
    '/docs/....//package.json',
  ])('There is no page at %s', async (path) => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('dependencies');
  });
});

describe('the URL of the service itself', () => {
  test('The root of the site is a page for browsers and the index for programs', async () => {
    const page = await get('/', html);
    expect(page.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(page.headers['vary']).toMatch(/(?:^|, )Accept(?:,|$)/);
    for (const [, path] of page.body.matchAll(/href="(\/[^"]*)"/g)) {
      expect([path, (await get(path as string)).statusCode]).toEqual([path, 200]);
    }
    const index = await get('/', { accept: '*/*' });
    expect(index.headers['content-type']).toContain('application/json');
    expect(index.headers['vary']).toMatch(/(?:^|, )Accept(?:,|$)/);
    expect(index.headers['vary']).toMatch(/(?:^|, )Accept-Encoding(?:,|$)/);
    expect(index.json()).toMatchObject({
      namespaces: ['calendar/events/v1', 'tribe/events/v1', 'wp/v2', 'oembed/1.0'],
    });
  });

  test.each(languages)('/%s/ is the calendar in that language', async (code) => {
    const page = await get(`/${code}/`, html);
    expect(page.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(page.headers).toMatchObject({
      'x-tec-api-root': `http://${host}/${code}/wp-json/tribe/events/v1/`,
      'x-tec-api-origin': `http://${host}`,
      'content-language': languageTag(code),
    });
    expect(page.body).toContain(`<html lang="${languageTag(code)}"`);
    expect(page.body).toContain(`href="${code === 'en' ? '' : `/${code}`}/events.ics"`);
    expect(/class="name"[^>]*>Events calendar</.test(page.body)).toBe(code === 'en');
    const others = [...page.body.matchAll(/<a href="([^"]+)" hreflang=/g)].map(([, other]) => other);
    expect(others).toEqual(languages.map((other) => (other === 'en' ? '/events/' : `/${other}/events/`)));
    expect((await get(`/${code}`, html)).body).toBe(page.body);
    for (const path of [`/${code}`, `/${code}/`, `/${code}/?rest_route=/`])
      expect((await get(path, { accept: '*/*' })).headers['content-type']).toContain('application/json');
    expect((await get(`/${code}/?rest_route=/`, html)).headers['content-type']).toContain('application/json');
  });

  test('The front page links the feeds for autodiscovery', async () => {
    const { body } = await get('/', html);
    const named = [...body.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">/g)];
    expect(named.map(([, type]) => type)).toEqual([
      'text/calendar',
      'application/rss+xml',
      'application/atom+xml',
      'application/feed+json',
    ]);
    for (const [, type, path] of named)
      expect((await get(path as string)).headers['content-type']).toMatch(
        new RegExp(`^${type?.replace('+', '.')}(?:;|$)`),
      );
    expect(body).toContain('<a href="/events.ics">');
  });

  test.each(['"><script>alert(1)</script>', '999.999.999.999', 'a_b:99999', '[::1'])(
    'The documentation page works with the host %s',
    async (name) => {
      const { body, statusCode } = await get('/', { ...html, host: name });
      expect(statusCode).toBe(200);
      expect(body).not.toContain('<script>alert');
    },
  );

  test.each(['GET', 'HEAD'] as const)('The front page has discovery headers for %s', async (method) => {
    for (const headers of [html, {}]) {
      const reply = await get('/', headers, method);
      expect(reply.headers).toMatchObject({
        'x-tec-api-version': 'v1',
        'x-tec-api-root': `http://${host}/wp-json/tribe/events/v1/`,
        'x-tec-api-origin': `http://${host}`,
        link: discoveryLinks(`http://${host}`, root),
      });
    }
  });
});

describe('discovery links', () => {
  test.each([
    ['/wp-json/calendar/events/v1/events', root],
    ['/wp-json/calendar/events/v1/events/999', root],
    ['/fr/tribe/events/v1/tags', `http://${host}/fr/tribe/events/v1`],
    ['/?rest_route=/calendar/events/v1/venues', `http://${host}/?rest_route=/calendar/events/v1`],
    ['/wp-json/wp/v2/tags', `http://${host}/wp-json/wp/v2`],
    ['/nowhere', root],
  ])('Replies at %s link to the index and the documentation', async (url, its) => {
    const links = discoveryLinks(`http://${host}`, its);
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const reply = await get(url, {}, method);
      expect(reply.headers['link']).toBe(links);
    }
    const { headers } = await get(url);
    const unchanged = await get(url, { 'if-none-match': (headers['etag'] as string | undefined) ?? '"x"' });
    expect(unchanged.headers['link']).toBe(links);
    const found = /<([^>]+)>; rel="service-desc"/.exec(links)?.[1] as string;
    expect((await get(found)).json()).toMatchObject({ openapi: '3.1.0' });
  });
});

test('The API catalog lists every API with its document', async () => {
  const path = '/.well-known/api-catalog';
  const { headers, body } = await get(path);
  expect(headers['content-type']).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  const head = await get(path, {}, 'HEAD');
  expect([head.statusCode, head.headers['link'], head.body]).toEqual([
    200,
    `<http://${host}${path}>; rel="api-catalog"`,
    '',
  ]);
  interface Linked {
    anchor: string;
    [relation: string]: { href: string }[] | string;
  }
  const [catalogue, ...apis] = (JSON.parse(body) as { linkset: Linked[] }).linkset as [Linked, ...Linked[]];
  expect(catalogue['item']).toEqual(apis.map(({ anchor }) => ({ href: anchor })));
  expect(apis.map(({ anchor }) => anchor)).toEqual([
    root,
    `http://${host}/wp-json/tribe/events/v1`,
    `http://${host}/wp-json/wp/v2`,
    `http://${host}/wp-json/oembed/1.0`,
  ]);
  for (const { anchor: _anchor, ...relations } of apis)
    for (const { href } of Object.values(relations).flat() as { href: string }[]) {
      expect([href, (await get(href)).statusCode]).toEqual([href, 200]);
    }
});
