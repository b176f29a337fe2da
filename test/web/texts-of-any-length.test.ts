// Space for texts in Chromium: rows without a picture, long titles, tables.
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../support/browser.ts';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: space for texts in a browser, because there is no Chromium here');

describe.skipIf(path === undefined)('Texts of any length in Chromium', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    app = await startTestApp();
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await openBrowser(path as string);
    page = await browser.newPage();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  const open = async (pagePath: string, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(origin + pagePath);
  };

  const create = (json: object) => {
    const times = { start_date: '2029-03-07 19:00', end_date: '2029-03-07 20:00' };
    return app.request({ as: 'admin', method: 'POST', path: '/events', json: { title: 'Talk', ...times, ...json } });
  };

  test.each([768, 1280])('A title without a picture has the whole width of its list at %d pixels', async (width) => {
    await create({ title: 'A guided tour of the old town '.repeat(5) });
    await open('/events/2029-03-07/', width);
    const [row, text] = await Promise.all(['.row', '.row > div'].map((at) => page.locator(at).first().boundingBox()));
    expect(text!.x + text!.width).toBeCloseTo(row!.x + row!.width);
  });

  test.each([
    ['2029-04', 'scheduled'],
    ['2029-05', 'canceled'],
  ])('A long title has five lines in a month on a phone: %s, %s', async (month, event_status) => {
    const times = { start_date: `${month}-07 19:00`, end_date: `${month}-07 20:00` };
    await create({ title: 'Words and words '.repeat(25), ...times, event_status });
    await open(`/events/${month}/`, 320);
    const lines = await page.evaluate(`(() => {
      const link = document.querySelector('.month li a');
      return link.clientHeight / parseFloat(getComputedStyle(link).lineHeight);
    })()`);
    expect(Math.floor(Number(lines))).toBe(5);
  });

  test('Nothing of what is cut off from a long title is seen below it in a month on a phone', async () => {
    await create({ title: 'Ǻǻ words '.repeat(40), start_date: '2029-07-07 19:00', end_date: '2029-07-07 20:00' });
    await open('/events/2029-07/', 320);
    const link = await page.locator('.month li a').boundingBox();
    const below = { x: link!.x, y: link!.y + link!.height - 4, width: link!.width, height: 4 };
    const { channels } = await sharp(await page.screenshot({ clip: below })).stats();
    expect(channels.map(({ stdev }) => stdev)).toEqual([0, 0, 0]);
  });

  test('On a phone with text of twice the size, pictures of a list leave their space to texts, and every view fits', async () => {
    const { body: image } = await uploadRaw(await jpeg({ width: 60, height: 40 }), { app });
    const times = { start_date: '2029-08-07 19:00', end_date: '2029-08-07 20:00' };
    await create({ title: 'Opera', slug: 'opera', image: image.id, cost: 'CHF 120 – CHF 1500', ...times });
    for (const view of ['2029-08-07/', '2029-08/', 'week/2029-08-06/', 'cards/', '../event/opera/']) {
      await open(`/events/${view}`, 160);
      expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(160);
    }
    await open('/events/2029-08-07/', 160);
    expect(await page.locator('.row img').isVisible()).toBe(false);
    expect((await page.locator('.row h3').boundingBox())!.width).toBeGreaterThan(120);
    await open('/events/2029-08-07/', 320);
    expect(await page.locator('.row img').isVisible()).toBe(true);
  });

  test('On a phone, words in a table and the parts of a date are whole', async () => {
    const cells = ['Time', 'Introduction', 'Averylongname', 'Where'].map((text) => `<td>${text}</td>`);
    const times = { start_date: '2029-09-26 19:00', end_date: '2029-09-28 20:00' };
    await create({ title: 'Gathering', description: `<table><tr>${cells.join('')}</tr></table>`, ...times });
    await open('/event/gathering/', 320);
    const lines = await page.evaluate(`[...document.querySelectorAll('.facts time .unbroken, td')].map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    })`);
    expect(lines).toEqual(Array(3 + 3 + 4).fill(1));
  });

  test('On paper, a list of many organizers is whole', async () => {
    await create({ title: 'Union', organizer: [...'ABCDEFGH'].map((name) => ({ organizer: `Club ${name}` })) });
    await open('/event/union/', 768);
    const last = page.getByText('Club H');
    expect(await last.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect([await last.isVisible(), await page.getByText('3 more').isVisible()]).toEqual([true, false]);
    await page.emulateMedia({ media: null });
  });

  test('Columns of a table in a description are apart', async () => {
    await create({ title: 'Fair', description: '<table><tr><th>When</th><th>What</th></tr></table>' });
    await open('/event/fair/', 320);
    const gap = await page.evaluate("parseFloat(getComputedStyle(document.querySelector('.text th')).paddingRight)");
    expect(gap).toBeGreaterThan(10);
  });
});
