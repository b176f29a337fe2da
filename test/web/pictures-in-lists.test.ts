// Pictures of lists and cards in Chromium.
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../support/browser.ts';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: pictures of lists in a browser, because there is no Chromium here');

const drawing = () =>
  sharp(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><path d="M0 0h400v600H0z"/></svg>'),
  )
    .png()
    .toBuffer();

describe.skipIf(path === undefined)('Pictures in Chromium', { timeout: 60_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    app = await startTestApp();
    const { body: image } = await uploadRaw(await drawing(), { app });
    const times = { start_date: '2027-03-07 19:00', end_date: '2027-03-07 20:00' };
    const json = { title: 'Gala', image: image.id, ...times };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await openBrowser(path as string);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  test.each(['', 'cards/'])('A click on a picture opens its event: /events/%s', async (view) => {
    const page = await browser.newPage();
    await page.goto(`${origin}/events/${view}`);
    const box = await page.locator('main img').boundingBox();
    await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
    await page.waitForURL('**/event/gala/');
    await page.close();
  });

  test.each(['events/', 'events/cards/', 'event/gala/'])(
    'Dark lines on a transparent ground stand out in the dark theme: /%s',
    async (view) => {
      const page = await browser.newPage({ colorScheme: 'dark' });
      await page.goto(`${origin}/${view}`, { waitUntil: 'networkidle' });
      const { channels } = await sharp(await page.locator('main img').screenshot()).stats();
      expect(channels[0]!.max).toBeGreaterThan(120);
      await page.close();
    },
  );

  test('A row does not enlarge a small picture', async () => {
    const { body: image } = await uploadRaw(await jpeg({ width: 40, height: 30 }), { app });
    const json = { title: 'Row', image: image.id, tags: ['row'], start_date: '2027-03-13', end_date: '2027-03-13' };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
    for (const width of [320, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 700 } });
      await page.goto(`${origin}/events/?tag=row`);
      expect(await page.locator('.row img').boundingBox()).toMatchObject({ width: 40, height: 30 });
      await page.close();
    }
  });

  test('A card does not enlarge a small picture, and is as high as one with a large picture', async () => {
    for (const [day, width, height] of [
      ['11', 40, 30],
      ['12', 1600, 600],
    ] as const) {
      const { body: image } = await uploadRaw(await jpeg({ width, height }), { app });
      const times = { start_date: `2027-03-${day} 19:00`, end_date: `2027-03-${day} 20:00` };
      const json = { title: 'Size', image: image.id, tags: ['sizes'], ...times };
      await app.request({ as: 'admin', method: 'POST', path: '/events', json });
    }
    const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
    await page.goto(`${origin}/events/cards/?tag=sizes`);
    const [small, large] = await page.locator('.card img').all();
    expect(await small!.boundingBox()).toMatchObject({ width: 40, height: 30 });
    const { width, height } = (await large!.boundingBox())!;
    expect(width / height).toBeCloseTo(16 / 9, 1);
    const [card, other] = await page.locator('.card').all();
    expect((await card!.boundingBox())!.height).toBe((await other!.boundingBox())!.height);
    await page.close();
  });
});
