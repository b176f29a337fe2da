// The cost of pages in Chromium: bytes, requests and layout shifts.

import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { browserPath, openBrowser } from '../support/browser.ts';
import { startDemoApp } from '../support/calendars/demo-app.ts';
import type { TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: the cost of pages in a browser, because there is no Chromium here');

interface Shift {
  value: number;
  hadRecentInput: boolean;
}

describe.skipIf(path === undefined)('A page in Chromium', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let origin: string;
  let pages: string[];
  beforeAll(async () => {
    app = await startDemoApp();
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await app.request<{ events: { url: string }[] }>({ path: '/events' });
    const event = body.events[0] as { url: string };
    pages = ['/events/', '/events/2027-03/', '/events/week/2027-03-01/', '/events/cards/', new URL(event.url).pathname];
    browser = await openBrowser(path as string);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  test.each([360, 1280])('A page has no layout shift at %i px and requests no other host', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) elsewhere.push(request.url());
    });
    page.on('console', (message) => {
      if (/security policy/i.test(message.text())) complaints.push(message.text());
    });
    for (const pagePath of pages) {
      await page.goto(origin + pagePath, { waitUntil: 'load' });
      await page.mouse.wheel(0, 2000);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate<Shift[]>(
        `new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().map(({ value, hadRecentInput }) => ({ value, hadRecentInput }))))
            .observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve([]), 300);
        })`,
      );
      const moved = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(moved, pagePath).toBeLessThanOrEqual(0.02);
    }
    // Violations of the policy appear on the console.
    expect([elsewhere, complaints]).toEqual([[], []]);
    await page.close();
  });

  test('A page renders as soon as its stylesheet has loaded, and an event page also the script for times', async () => {
    const page = await browser.newPage();
    for (const pagePath of pages) {
      await page.goto(origin + pagePath, { waitUntil: 'load' });
      const blocking = await page.evaluate<string[]>(
        "performance.getEntriesByType('resource').filter((entry) => entry.renderBlockingStatus === 'blocking').map((entry) => new URL(entry.name).pathname)",
      );
      const scripts = blocking.filter((path) => !path.endsWith('.css'));
      expect(blocking.length - scripts.length, pagePath).toBe(1);
      expect(
        scripts.filter((path) => !(pagePath.startsWith('/event/') && path.includes('your-time'))),
        pagePath,
      ).toEqual([]);
    }
    await page.close();
  });

  test('The links to views fit on one line at 320 px in every language, and pages fit from right to left', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
    for (const language of languages) {
      await page.goto(`${origin}/${language}/events/2027-03/`);
      const tops = await page.evaluate<number[]>(
        "[...new Set([...document.querySelectorAll('.views a')].map((link) => Math.round(link.getBoundingClientRect().top)))]",
      );
      expect(tops, language).toHaveLength(1);
    }
    for (const pagePath of pages) {
      await page.goto(origin + pagePath);
      await page.evaluate("document.documentElement.dir = 'rtl'");
      expect(Number(await page.evaluate('document.documentElement.scrollWidth')), pagePath).toBeLessThanOrEqual(320);
    }
    await page.close();
  });

  test('The search field of a phone has room for words in text of twice the size', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${origin}/events/`);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    expect((await page.locator('[name=search]').boundingBox())?.width).toBeGreaterThan(150);
    await page.close();
  });

  test('Pages stay within the size limits of HTML, stylesheet and embed script', async () => {
    const size = async (pagePath: string) => gzipSync(await (await fetch(origin + pagePath)).text()).length;
    for (const pagePath of pages) expect(await size(pagePath), pagePath).toBeLessThanOrEqual(25 * 1024);
    const html = await (await fetch(`${origin}/events/`)).text();
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href as string);
    expect(sheets).toHaveLength(1);
    expect(await size(sheets[0] as string)).toBeLessThanOrEqual(12 * 1024);
    // Data for search engines is not a script.
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json">)/);
    expect(await size('/embed.js')).toBeLessThanOrEqual(8 * 1024);
  });
});
