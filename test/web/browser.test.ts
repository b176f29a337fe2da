// Public pages of the demo in a real browser, with scripts off: accessibility and layout.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { browserPath, openBrowser } from '../support/browser.ts';
import { startDemoApp } from '../support/calendars/demo-app.ts';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: public pages in a browser, because there is no Chromium here');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

describe.skipIf(path === undefined)('Public pages in Chromium', { timeout: 240_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let origin: string;
  let event: string;
  /** For the pages in all languages. */
  let shared: Page;
  beforeAll(async () => {
    app = await startDemoApp();
    origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await app.request<{ events: { url: string }[] }>({ path: '/events', query: { per_page: 1 } });
    event = new URL(body.events[0]?.url ?? '').pathname;
    browser = await openBrowser(path as string);
    shared = await browser.newPage();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  const violationsOf = async (page: Page): Promise<string[]> => {
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
      // The only rule of WCAG 2.2, which is off by default.
      const rules = { 'target-size': { enabled: true } };
      // Stylesheets are read only for the rule on orientation, which is off by default.
      const preload = { assets: ['media'] };
      return (await axe.run({ rules, preload, resultTypes: ['violations'] })).violations;
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };

  const pages = () => [
    '/events/',
    '/events/2027-03/',
    '/events/cards/',
    '/events/week/',
    event,
    '/tag/evening/',
    '/events/?search=lantern&category=music',
    '/events/none/',
  ];

  interface View {
    theme: 'light' | 'dark';
    width: number;
  }

  const themeOf = (at: number): View['theme'] => (at % 2 === 0 ? 'light' : 'dark');

  /**
   * What axe checks of a page. Neither colours nor structure depend on the language: in English every page is checked in
   * every width, themes in turn; in the others every second page, in turn.
   */
  const views = (language: string, at: number): readonly View[] => {
    if (language === '') return [320, 768, 1280].map((width, index) => ({ theme: themeOf(at + index), width }));
    return at % 2 === 0 ? [{ theme: themeOf(at / 2), width: 320 }] : [];
  };

  test.each(languages.map((code, at) => [code === 'en' ? '' : `/${code}`, at] as const))(
    'Pages in "%s" have no accessibility violations and fit every width',
    async (language, at) => {
      for (const [index, pagePath] of pages().entries()) {
        await shared.goto(origin + language + pagePath);
        for (const width of [320, 360, 768, 1280]) {
          await shared.setViewportSize({ width, height: 900 });
          const needed = Number(await shared.evaluate('document.documentElement.scrollWidth'));
          expect(needed, `${language}${pagePath} at ${width} px`).toBeLessThanOrEqual(width);
        }
        const checked = views(language, at + index);
        if (checked.length > 0) await shared.evaluate(axe);
        for (const { theme, width } of checked) {
          await shared.emulateMedia({ colorScheme: theme });
          await shared.setViewportSize({ width, height: 900 });
          expect(await violationsOf(shared), `${language}${pagePath} at ${width} px, ${theme}`).toEqual([]);
        }
      }
    },
  );

  test('Unusual events fit a phone', async () => {
    const unusual = [
      { title: 'Donaudampfschifffahrt'.repeat(24).slice(0, 500), venue: { venue: 'V'.repeat(120) } },
      {
        title: '夏祭り🎆と花火大会',
        description: `<table><tbody><tr><td>${'cell '.repeat(40)}</td></tr></tbody></table>`,
      },
      { title: 'Concert \u202Eעברית\u202C العربية', description: `<pre><code>${'x'.repeat(300)}</code></pre>` },
    ];
    const page = await browser.newPage({ viewport: { width: 320, height: 900 } });
    for (const event of unusual) {
      const json = { ...event, start_date: '2027-03-20 19:00', end_date: '2027-03-20 20:00' };
      const { body } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/events', json });
      for (const pagePath of [new URL(body.url).pathname, '/events/2027-03-20/', '/events/2027-03/']) {
        await page.goto(origin + pagePath);
        expect(Number(await page.evaluate('document.documentElement.scrollWidth')), pagePath).toBeLessThanOrEqual(320);
      }
    }
    await page.close();
  });

  test('An open menu of an event does not cover what follows it', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 900 } });
    await page.goto(origin + event);
    for (const menu of await page.locator('.facts summary').all()) await menu.click({ timeout: 5000 });
    expect(await page.locator('.facts .menu[open]').count()).toBe(2);
    await page.close();
  });

  test('A list of languages that is opened by keyboard closes with Escape and when the focus leaves it', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${origin}/events/`);
    const button = page.locator('.masthead .menu button');
    const list = page.locator('.masthead .menu ul');
    const open = async () => {
      await button.focus();
      await page.keyboard.press('Enter');
      expect(await list.isVisible()).toBe(true);
    };
    expect(await list.isVisible()).toBe(false);
    await open();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('hreflang')).toBe(languages[0]);
    await page.keyboard.press('Escape');
    expect(await list.isVisible()).toBe(false);
    expect(await page.locator('.masthead .menu button:focus').count()).toBe(1);
    await open();
    for (const _ of [...languages, 'beyond']) await page.keyboard.press('Tab');
    expect(await list.isVisible()).toBe(false);
    await context.close();
  });

  test('A list of languages and one of feeds are beside their buttons', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 900 } });
    await page.goto(`${origin}/events/`);
    for (const [where, isBelow] of [
      ['.masthead', true],
      ['footer', false],
    ] as const) {
      await page.locator(`${where} .menu button`).first().click();
      const [button, list] = await Promise.all(
        [`${where} .menu button`, `${where} .menu ul`].map((shown) => page.locator(shown).first().boundingBox()),
      );
      const gap = isBelow ? list!.y - button!.y - button!.height : button!.y - list!.y - list!.height;
      expect(Math.abs(gap), where).toBeLessThan(12);
      expect(list!.x, where).toBeGreaterThanOrEqual(0);
      expect(list!.x + list!.width, where).toBeLessThanOrEqual(320);
      await page.keyboard.press('Escape');
    }
    await page.close();
  });

  test('On a phone, the results of a search with filters begin on the first screen', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${origin}/events/?category=music&from=2027-03-01`);
    const first = await page.locator('.day').first().boundingBox();
    expect(first!.y).toBeLessThan(640);
    expect(await page.locator('[name=near]').isVisible()).toBe(false);
    await page.close();
  });

  test.each([320, 1280])('The word for all day is not broken on a page of %d pixels', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(`${origin}/de/events/`);
    const first = page.locator('.row time', { hasText: /^Ganztägig/ }).first();
    // The last day of an event of several days follows the word.
    const lines = await first.evaluate((shown) => {
      const range = shown.ownerDocument.createRange();
      range.selectNodeContents(shown.firstChild);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    await page.close();
  });

  test('Long words of facts and descriptions may be hyphenated, but not the URLs of other sites', async () => {
    const json = {
      title: 'Sommerfest',
      description: '<p>Donaudampfschifffahrt, siehe <a href="https://veranstaltungskalender.example/">hier</a></p>',
      start_date: '2029-05-20 19:00',
      end_date: '2029-05-20 20:00',
      venue: { venue: 'Universitätsbibliothek' },
    };
    const { body } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/events', json });
    const page = await browser.newPage();
    await page.goto(origin + new URL(body.url).pathname);
    const hyphens = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).hyphens`);
    expect(await hyphens('.facts dd a[href*=venue]')).toBe('auto');
    expect(await hyphens('.text p')).toBe('auto');
    expect(await hyphens('.text a')).toBe('manual');
    await page.close();
  });

  test('In a low window, the facts of an event scroll with its page, so that all of them can be seen', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 600 } });
    await page.goto(origin + event);
    await page.evaluate("document.querySelector('.text').style.minBlockSize = '3000px'");
    await page.mouse.move(640, 300);
    await page.mouse.wheel(0, 500);
    const share = page.locator('.facts .menu').last();
    await expect.poll(async () => (await share.boundingBox())!.y).toBeLessThan(550);
    await page.close();
  });

  test('What happened to an event is not cut off in a week on a tablet', async () => {
    const json = { title: 'Online', start_date: '2029-03-07 19:00', end_date: '2029-03-07 20:00' };
    await app.request({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json: { ...json, event_status: 'moved_online' },
    });
    const page = await browser.newPage({ viewport: { width: 768, height: 900 } });
    await page.goto(`${origin}/bg/events/week/2029-03-05/`);
    const state = page.locator('.week .state');
    const isWithin = await state.evaluate(
      (shown) => shown.getBoundingClientRect().right <= shown.closest('td').getBoundingClientRect().right,
    );
    expect(isWithin).toBe(true);
    await page.close();
  });

  test('On a phone, "Today" leads to today in a month, even if nothing takes place', async () => {
    const own = await startTestApp({ now: '2027-03-20T12:00:00Z' });
    for (let day = 10; day < 30; day++)
      if (day !== 20) {
        const json = { title: `Talk ${day}`, start_date: `2027-03-${day} 19:00`, end_date: `2027-03-${day} 20:00` };
        await own.request({ as: 'admin', method: 'POST', path: '/events', json });
      }
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${await own.app.listen({ port: 0, host: '127.0.0.1' })}/events/month/`);
    await page.locator('.pager a', { hasText: 'Today' }).click();
    const today = page.locator('.month .today');
    expect(await today.locator('.n').textContent()).toBe('20');
    await expect.poll(async () => (await today.boundingBox())?.y).toBeLessThan(320);
    expect((await today.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await page.close();
    await own.close();
  });

  test.each(['/events/', '/events/cards/'])('The outline of a focused title on %s is not cut off', async (pagePath) => {
    const page = await browser.newPage();
    await page.goto(origin + pagePath);
    await page.keyboard.press('Tab');
    await page.locator('.row h3 a, .card h2 a').first().focus();
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    expect(await page.evaluate('getComputedStyle(document.activeElement.parentElement).overflow')).toBe('visible');
    await page.close();
  });

  test('A small picture of an event keeps its size, and a tall one has round corners all around', async () => {
    await shared.setViewportSize({ width: 1280, height: 900 });
    const picture = shared.locator('figure img');
    for (const [title, width, height, shown] of [
      ['Tall', 900, 1600, { width: 288, height: 512 }],
      ['Small', 40, 30, { width: 40, height: 30 }],
    ] as const) {
      const { body: image } = await uploadRaw(await jpeg({ width, height }), { app });
      const json = { title, start_date: '2029-06-21 19:00', end_date: '2029-06-21 20:00', image: image.id };
      await app.request({ as: 'admin', method: 'POST', path: '/events', json });
      await shared.goto(`${origin}/event/${title.toLowerCase()}/`);
      expect(await picture.boundingBox()).toMatchObject(shown);
    }
    await shared.emulateMedia({ media: 'print' });
    expect(await picture.boundingBox()).toMatchObject({ width: 40, height: 30 });
    await shared.emulateMedia({ media: null });
  });

  test('A search that is refused shows its fields', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${origin}/events/?from=2027-02-30`);
    expect(await page.locator('[name=from]').isVisible()).toBe(true);
    await page.close();
  });

  test('The placeholder of the search field has the colour of other secondary text', async () => {
    await shared.goto(`${origin}/events/`);
    const isSoft = `getComputedStyle(document.querySelector('[placeholder]'), '::placeholder').color
      === getComputedStyle(document.querySelector('.soft, .meta')).color`;
    expect(await shared.evaluate(isSoft)).toBe(true);
  });

  test('A search with half a date points at it, also after its filters were closed', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/events/`);
    await page.locator('.filters summary').click();
    await page.locator('[name=from]').focus();
    await page.keyboard.type('02');
    await page.locator('.filters summary').click();
    await page.locator('.filters button').click();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('from');
    expect(await page.locator('[name=from]').isVisible()).toBe(true);
    await page.close();
  });

  test('Colours of the visitor leave the current view recognisable', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/events/`);
    await page.emulateMedia({ forcedColors: 'active' });
    const outline = `getComputedStyle(document.querySelector('.views [aria-current]')).outlineStyle`;
    expect(await page.evaluate(outline)).toBe('solid');
    await page.close();
  });

  test('Today stands out in a month for screen readers and with the colours of the visitor', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/events/2027-03/`);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.locator('[aria-current="date"] time').first().getAttribute('datetime')).toBe('2027-03-01');
    const outline = `getComputedStyle(document.querySelector('.today .n')).outlineStyle`;
    expect(await page.evaluate(outline)).toBe('solid');
    await page.close();
  });

  test('A name that runs from right to left does not change places with the price', async () => {
    const json = { title: 'مهرجان', start_date: '2029-05-21 19:00', end_date: '2029-05-21 20:00', cost: '12' };
    const more = { venue: { venue: 'مسرح' }, categories: ['حفلات'] };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json: { ...json, ...more } });
    await shared.setViewportSize({ width: 1280, height: 900 });
    await shared.goto(`${origin}/events/2029-05-21/`);
    const left = async (text: string) =>
      (await shared.locator('.meta', { hasText: text }).locator(`text=${text}`).boundingBox())?.x ?? 0;
    const places = [await left('مسرح'), await left('حفلات'), await left('$12')];
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(places).size).toBe(3);
  });

  test('A month shows the title of an event that is postponed', async () => {
    const json = { title: 'Parliament', start_date: '2029-03-21 19:00', end_date: '2029-03-21 20:00' };
    const where = { timezone: 'America/Mexico_City', event_status: 'postponed' };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json: { ...json, ...where } });
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    await page.goto(`${origin}/events/2029-03/`);
    const link = await page.locator('.month li a', { hasText: 'Parliament' }).elementHandle();
    expect(await link?.evaluate((shown) => shown.scrollHeight <= shown.clientHeight)).toBe(true);
    await page.close();
  });

  test('The calendar file can be reached from the skip link by keyboard and without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) elsewhere.push(request.url());
    });
    const follow = async (selector: string, url: RegExp) => {
      await page.locator(selector).first().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(url);
    };
    await page.goto(`${origin}/`);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('href')).toBe('#main');
    await follow('.views li:nth-child(2) a', /\/events\/\d{4}-\d\d\/$/);
    await follow('.month a.date', /\/events\/\d{4}-\d\d-\d\d\/$/);
    await follow('.row h3:not(:has(.state)) a', /\/event\//);
    await page.locator('.facts summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.facts a[href$=".ics"]').isVisible()).toBe(true);
    await page.goto(`${origin}/events/`);
    await page.locator('input[name=search]').focus();
    await page.keyboard.type('lantern');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=lantern/);
    expect(await page.locator('.row').count()).toBeGreaterThan(0);
    expect(elsewhere).toEqual([]);
    await context.close();
  });
});
