// The views of a category, tag, venue or organizer in Chromium.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../support/browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: views of categories in a browser, because there is no Chromium here');

describe.skipIf(path === undefined)('Views of a category, tag, venue or organizer', { timeout: 60_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    app = await startTestApp();
    const times = { start_date: '2027-03-07 19:00', end_date: '2027-03-07 20:00' };
    const create = (json: object) =>
      app.request({ as: 'admin', method: 'POST', path: '/events', json: { ...times, ...json } });
    await create({
      title: 'Gala',
      categories: ['music'],
      tags: ['music'],
      venue: { venue: 'Music' },
      organizer: { organizer: 'Music' },
    });
    await create({ title: 'Chess' });
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await openBrowser(path as string);
    page = await browser.newPage({ javaScriptEnabled: false });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  describe.each(['events/category/music', 'tag/music', 'venue/music', 'organizer/music'])('/%s/', (related) => {
    test.each([
      ['Month', '/events/2027-03/'],
      ['Week', '/events/week/2027-03-08/'],
      ['Day', '/events/2027-03-07/'],
      ['Cards', '/events/cards/'],
    ])('%s shows the same events', async (view, expected) => {
      await page.goto(`${origin}/${related}/?search=a`);
      await page.locator('.views').getByRole('button', { name: view }).click();
      const url = new URL(page.url());
      expect([url.pathname, url.searchParams.get('search')]).toEqual([expected, 'a']);
      const titles = await page.locator('main :is(td li, .row, .card) a').allInnerTexts();
      expect(titles.join()).toMatch(/^(7:00 PM )?Gala$/);
    });

    test('List is the current view', async () => {
      await page.goto(`${origin}/${related}/`);
      const link = page.locator('.views [aria-current]');
      expect([await link.textContent(), await link.getAttribute('href')]).toEqual(['List', `/${related}/`]);
    });
  });
});
