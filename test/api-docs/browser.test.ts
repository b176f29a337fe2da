// The documentation page in a real browser: it shows the operations, and requests can be tried.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../support/browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: the documentation page in a browser, because there is no Chromium here');

describe.skipIf(path === undefined)('the documentation page in Chromium', { timeout: 180_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let origin: string;
  const wide = { width: 1280, height: 900 };
  /** `/docs` at 1280 pixels with an open operation, shared by tests that leave it so, because rendering takes seconds. */
  let docs: Opened;
  let list: Locator;

  interface Opened {
    page: Page;
    /** Console errors, and requests to other hosts. */
    complaints: string[];
  }

  beforeAll(async () => {
    app = await startTestApp();
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
    browser = await openBrowser(path as string);
    docs = await open('/docs');
    list = await openOperation(docs.page, 'listEvents');
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  async function open(pagePath: string): Promise<Opened> {
    const page = await browser.newPage({ viewport: wide });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(?:data|blob|about):/.test(url)) complaints.push(`asked ${url}`);
    });
    await page.goto(origin + pagePath);
    await page.waitForSelector('.opblock', { timeout: 60_000 });
    return { page, complaints };
  }

  /** Opens an operation and its form. */
  async function openOperation(page: Page, id: string) {
    const operation = page.locator(`.opblock[id$="-${id}"]`);
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    return operation;
  }

  const statusOf = (operation: Locator) =>
    operation
      .locator('.live-responses-table tr.response .response-col_status')
      .first()
      .textContent({ timeout: 30_000 });

  test.each([
    ['a phone', 375, '100%'],
    ['a small phone with text of twice the size', 320, '200%'],
  ])('The documentation page fits %s', async (_, width, fontSize) => {
    const { page, complaints } = docs;
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`);
    const tooWide = await page.evaluate(`[...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.tagName + '.' + element.className)`);
    expect(tooWide).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await page.evaluate("document.documentElement.style.fontSize = ''");
    await page.setViewportSize(wide);
  });

  test.each(['light', 'dark'] as const)('An open operation has no accessibility violations: %s', async (theme) => {
    const { page } = docs;
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForSelector(theme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)');
    await page.addStyleTag({ content: '* { transition: none !important }' });
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const found = await page.evaluate(`(async () => {
      // Swagger UI has a link within the button of each operation, and its title outside of landmarks.
      const rules = { 'target-size': { enabled: true }, 'nested-interactive': { enabled: false }, region: { enabled: false } };
      // Only colours depend on the theme; these are the rules about them.
      const checked = ${JSON.stringify(theme)} === 'light' ? { rules } : { runOnly: ['color-contrast', 'link-in-text-block'] };
      const { violations } = await axe.run(document, { ...checked, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => id + ': ' + nodes[0].html);
    })()`);
    expect(found).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
  });

  test('The placeholder of the filter is whole on a phone', async () => {
    const { page } = docs;
    await page.setViewportSize({ width: 320, height: 700 });
    const filter = await page.locator('.operation-filter-input').boundingBox();
    await page.setViewportSize(wide);
    expect(filter!.width).toBeGreaterThan(240);
  });

  test('The page shows every operation and webhook, and a list can be tried', async () => {
    const { page, complaints } = docs;
    interface Document {
      paths: Record<string, object>;
      webhooks: Record<string, object>;
    }
    const document = (await app.request<Document>({ path: '/doc' })).body;
    const operations = Object.values({ ...document.paths, ...document.webhooks }).flatMap((item) => Object.keys(item));
    expect(await page.title()).toContain('Kalends');
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    await list.locator('.execute').click();
    expect(await statusOf(list)).toContain('200');
    expect(complaints).toEqual([]);
  });

  test('The documentation page creates events after signing in', async () => {
    const { page, complaints } = docs;
    await page.locator('.btn.authorize').click();
    const basic = page
      .locator('.auth-container')
      .filter({ has: page.locator('input[type="password"]') })
      .first();
    await basic.locator('input[type="text"]').fill('ed');
    await basic.locator('input[type="password"]').fill(app.passwords.ed);
    await basic.locator('button.authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').first().click();
    const create = await openOperation(page, 'createEvent');
    const body = { title: 'From the page', start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00' };
    await create.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await create.locator('.execute').click();
    expect(await statusOf(create)).toContain('201');
    const { body: list } = await app.request({ path: '/events', query: { search: 'from the page' } });
    expect(list['total']).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('Below a language and an alias, the documentation page sends requests to the same URL', async () => {
    const { page, complaints } = await open('/de/tribe/events/v1/docs/');
    const list = await openOperation(page, 'listEvents');
    const asked = page.waitForRequest((request) => /\/events(?:\?|$)/.test(request.url()));
    await list.locator('.execute').click();
    expect(new URL((await asked).url()).pathname).toBe('/de/tribe/events/v1/events');
    expect(await statusOf(list)).toContain('200');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(['/docs', '/'])('%s is dark and readable where the reader prefers that', async (path) => {
    const page = path === '/docs' ? docs.page : await browser.newPage();
    await page.emulateMedia({ colorScheme: 'dark' });
    if (path !== '/docs') await page.goto(origin + path);
    // Its script follows a change of the preference.
    else await page.waitForSelector('html.dark-mode');
    const luminances = await page.evaluate(`(() => {
      const luminance = (color) => {
        const [r, g, b] = color.match(/[\\d.]+/g).map((part) => (part / 255) ** 2.2);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const text = document.querySelector('main p, .info p');
      const code = document.querySelector('.filters');
      return [getComputedStyle(document.body).backgroundColor, getComputedStyle(text).color,
        getComputedStyle(code ?? document.body).backgroundColor].map(luminance);
    })()`);
    const [back, text, code] = luminances as [number, number, number];
    expect(Math.max(back, code)).toBeLessThan(0.05);
    expect((text + 0.05) / (Math.max(back, code) + 0.05)).toBeGreaterThan(7);
    await page.emulateMedia({ colorScheme: null });
  });

  test('The documentation page links the document if scripts are off', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/docs`);
    const box = await page.locator('noscript').boundingBox();
    const link = await page.locator('noscript a').boundingBox();
    expect((link?.x ?? 0) - (box?.x ?? 0)).toBeGreaterThan(20);
    expect(await page.locator('#language').isVisible()).toBe(false);
    await context.close();
  });

  test('The documentation page offers the languages by their own names', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/ja/docs`);
    expect(await page.locator('#language option').allTextContents()).toEqual([
      "the site's",
      'български',
      '简体中文',
      'English',
      'français',
      'Deutsch',
      '日本語',
      'português (Brasil)',
      'español',
    ]);
    expect(await page.locator('#language option:checked').textContent()).toBe('日本語');
    await context.close();
  });

  test('The documentation page shows the same operation in another language', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/docs#/Event/listEvents`);
    await page.selectOption('#language', 'ja/docs');
    await page.waitForURL(/\/ja\/docs/);
    expect(new URL(page.url()).hash).toBe('#/Event/listEvents');
    await page.close();
  });
});
