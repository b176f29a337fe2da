// The two scripts of event and venue pages: the reader's own time, and a map on a click.
import { createServer } from 'node:http';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../support/browser.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: scripts of event pages, because there is no Chromium here');

const venue = {
  venue: 'Old Mill',
  address: 'Mill Lane 1',
  city: 'Porto',
  country: 'Portugal',
  geo_lat: 41.15,
  geo_lng: -8.61,
};
const gala = { title: 'Gala', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00', timezone: 'Europe/Lisbon' };
/** Clocks go forward. */
const night = {
  title: 'Night',
  start_date: '2027-03-27 22:00',
  end_date: '2027-03-28 04:00',
  timezone: 'Europe/Lisbon',
};

async function appWithGala(settings: { mapTiles?: string; mapAttribution?: string } = {}): Promise<TestApp> {
  const app = await startTestApp({ settings });
  await app.request({ as: 'admin', method: 'POST', path: '/events', json: { ...gala, venue } });
  return app;
}

const read = (app: TestApp, page: string) => app.request<string>({ path: `http://calendar.example${page}` });

describe('Pages of a calendar without a tile server', () => {
  test('Without a tile server, venue pages have an address and directions but no map', async () => {
    const app = await appWithGala();
    for (const page of ['/event/gala/', '/venue/old-mill/']) {
      const { body, headers } = await read(app, page);
      expect(body).toContain('Mill Lane 1');
      expect(body).toContain('https://www.openstreetmap.org/directions?to&#61;41.15%2C-8.61');
      expect(body).not.toMatch(/data-latitude|data-tiles/);
      expect(headers['content-security-policy']).toContain("img-src 'self'; ");
    }
    expect((await read(app, '/venue/old-mill/')).headers['content-security-policy']).not.toContain('script-src');
  });
});

describe('Pages of a calendar with a tile server', () => {
  const mapTiles = 'https://tiles.example/{z}/{x}/{y}.png?key=a';

  test('Their policy allows images of the origin of the tiles, and scripts of the calendar alone', async () => {
    const app = await appWithGala({ mapTiles });
    for (const page of ['/event/gala/', '/venue/old-mill/']) {
      const { body, headers } = await read(app, page);
      expect(body).toContain('data-latitude="41.15" data-longitude="-8.61"');
      expect(headers['content-security-policy']).toContain("; img-src 'self' https://tiles.example; ");
      expect(headers['content-security-policy']).toContain("; script-src 'self'; ");
    }
    expect((await read(app, '/events/')).headers['content-security-policy']).toContain("; img-src 'self'; ");
  });

  test('A venue without coordinates, or whose map is switched off, has none', async () => {
    const app = await appWithGala({ mapTiles });
    const others = [
      { venue: 'Barn', city: 'Porto' },
      { ...venue, venue: 'Tower', show_map: false },
    ];
    for (const json of others) await app.request({ as: 'admin', method: 'POST', path: '/venues', json });
    for (const page of ['/venue/barn/', '/venue/tower/']) {
      const { body, headers } = await read(app, page);
      expect(body).toContain('openstreetmap.org/directions');
      expect(body).not.toContain('data-latitude');
      expect(headers['content-security-policy']).not.toContain('tiles.example');
    }
  });
});

describe.skipIf(path === undefined)('In Chromium', { timeout: 120_000 }, () => {
  let browser: Browser;
  let app: TestApp;
  let origin: string;
  const tiles = createServer(async (_request, reply) => {
    const tile = sharp({ create: { width: 256, height: 256, channels: 3, background: '#cde' } });
    reply.writeHead(200, { 'content-type': 'image/png' }).end(await tile.png().toBuffer());
  });
  beforeAll(async () => {
    app = await appWithGala({
      mapTiles: `${await listenLocally(tiles)}/{z}/{x}/{y}.png`,
      mapAttribution: '© <a href="https://maps.example/">Maps</a><script>alert(1)</script>',
    });
    await app.request({ as: 'admin', method: 'POST', path: '/events', json: night });
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await openBrowser(path as string);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  const onPage = async (pagePath: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(origin + pagePath);
    await look(page);
    expect(complaints).toEqual([]);
    await context.close();
  };

  test.each([
    ['America/New_York', '/event/gala/', /^Your time: Mon, May 10, 2:30\s–\s4:00\sPM$/u],
    ['Asia/Tokyo', '/de/event/gala/', /^Ihre Zeit: Di\., 11\. Mai, 03:30\s?–\s?05:00(?: Uhr)?$/u],
    ['America/New_York', '/fr/event/gala/', /^Votre heure locale\s: lun\. 10 mai à 14\sh\s30\s–\s16\sh$/u],
    ['America/New_York', '/ja/event/gala/', /^お使いのタイムゾーンでの時刻：5\/10\(月\) 14:30～16:00$/u],
    ['Europe/London', '/event/gala/', /^$/],
    // Their clocks agree in the evening, not in the morning.
    ['Africa/Abidjan', '/event/night/', /^Your time: Sat, Mar 27, 10:00\sPM\s–\sSun, Mar 28, 3:00\sAM$/u],
    ['Europe/London', '/event/night/', /^$/],
  ])('A reader in %s sees at %s when an evening in Lisbon is', async (timezoneId, pagePath, expected) => {
    await onPage(pagePath, { timezoneId }, async (page) => {
      expect(await page.locator('your-time').textContent()).toMatch(expected);
      const shifts = await page.evaluate<number>(
        `new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
            .observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 300);
        })`,
      );
      expect(shifts).toBe(0);
    });
  });

  test('A slow script for the time of the reader does not move a page that is already seen', async () => {
    const context = await browser.newContext({ timezoneId: 'America/New_York' });
    const page = await context.newPage();
    const { promise: request, resolve } = Promise.withResolvers<Route>();
    await page.route('**/your-time-*.js', resolve);
    await page.goto(`${origin}/event/gala/`, { waitUntil: 'commit' });
    const script = await request;
    expect(await page.locator('.facts').count()).toBe(0);
    await script.continue();
    await expect.poll(() => page.locator('your-time').textContent()).toContain('Your time');
    await context.close();
  });

  test('Nothing of a map is loaded before its link is clicked', async () => {
    await onPage('/event/gala/', {}, async (page) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await page.waitForLoadState('networkidle');
      const ofMaps = () => loaded.filter((url) => /leaflet|\d\.png/.test(url));
      expect(ofMaps()).toEqual([]);
      await page.getByText('Show map').click();
      await page.locator('.leaflet-tile-loaded').first().waitFor();
      expect(await page.locator('.map .place').count()).toBe(1);
      expect(await page.locator('.leaflet-control-attribution').innerHTML()).toBe(
        '© <a href="https://maps.example/">Maps</a>',
      );
      expect(ofMaps().filter((url) => url.startsWith(origin))).toHaveLength(2);
    });
  });

  test('On paper, the address of an event is without the link to a map', async () => {
    await onPage('/event/gala/', {}, async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByText('Mill Lane 1').isVisible()).toBe(true);
      expect(await page.getByText('Show map').isVisible()).toBe(false);
    });
  });

  test('Without scripts the link leads to a map of the place', async () => {
    await onPage('/venue/old-mill/', { javaScriptEnabled: false }, async (page) => {
      const url = await page.getByText('Show map').getAttribute('href');
      expect(url).toBe('https://www.openstreetmap.org/?mlat=41.15&mlon=-8.61#map=17/41.15/-8.61');
    });
  });
});
