// Pages on paper, as Chromium prints them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../support/browser.ts';
import { startDemoApp } from '../support/calendars/demo-app.ts';
import type { TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: pages on paper, because there is no Chromium here');

describe.skipIf(path === undefined)('Pages on paper', { timeout: 60_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    app = await startDemoApp();
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await openBrowser(path as string);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  test('On paper, pages state their URL in place of links', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/events/2027-03/`);
    const url = page.getByText(`${origin}/events/2027-03/`, { exact: true });
    expect(await url.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await url.isVisible()).toBe(true);
    const style = (selector: string, property: string, part = '') =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}'), '${part}').${property}`);
    expect(await style('.more a', 'content', '::after')).toMatch(/\/events\/2027-03-\d\d\//);
    // A box with columns would lose the space between time and title, and a week kept on one page begins on the next.
    expect([await style('.more a', 'textDecorationLine'), await style('.month li a', 'display')]).toEqual([
      'none',
      'block',
    ]);
    await page.goto(`${origin}/events/week/2027-03-01/`);
    expect(await style('.week tbody tr', 'breakInside')).toBe('auto');
    await page.goto(`${origin}/events/`);
    expect(await style('.day', 'display')).toBe('block');
    await page.close();
  });

  test('On upright paper, pages break between the days of a month, and on wide paper between its weeks', async () => {
    const page = await browser.newPage();
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${origin}/events/2027-03/`);
    const breaksInside = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).breakInside`);
    for (const [width, week, day] of [
      [680, 'auto', 'avoid'],
      [1000, 'avoid', 'auto'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect([await breaksInside('tbody tr'), await breaksInside('tbody td')], `${width} px`).toEqual([week, day]);
    }
    await page.close();
  });

  test('On upright paper, the description of an event begins below its facts', async () => {
    const page = await browser.newPage({ viewport: { width: 680, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    const { body } = await app.request<{ events: { url: string }[] }>({ path: '/events', query: { per_page: 1 } });
    await page.goto(origin + new URL(body.events[0]?.url ?? '').pathname);
    // Firefox moves an item of a grid to the next page as a whole.
    expect(await page.evaluate("getComputedStyle(document.querySelector('.event')).display")).toBe('block');
    await page.close();
  });
});
