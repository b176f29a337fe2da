// The calendar on a page of another site, in a real browser and under a strict content security policy.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { browserPath, openBrowser } from '../support/browser.ts';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The part of the DOM that is used here. */
interface Range {
  setStart(node: object, at: number): void;
  setEnd(node: object, at: number): void;
  getClientRects(): { length: number };
}

const origin = 'http://calendar.example';
const path = browserPath();
if (path === undefined) console.warn('SKIPPED: embedding in a browser, because there is no Chromium here');

test('The script takes at most 8 kB compressed, and any site may load it', async () => {
  const app = await startTestApp();
  const { status, headers, body } = await app.request<string>({ path: `${origin}/embed.js` });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=UTF-8',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(gzipSync(body).length).toBeLessThan(8 * 1024);
});

describe.skipIf(path === undefined)('On the page of another site in Chromium', { timeout: 120_000 }, () => {
  let app: TestApp;
  let far: TestApp;
  let browser: Browser;
  let calendar: string;
  let otherSite: string;
  let elsewhere: string;
  let shown = '';
  const other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=UTF-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${calendar}; connect-src ${calendar} ${elsewhere}; img-src ${calendar}; frame-src ${calendar}; require-trusted-types-for 'script'`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Other</title>${shown}<script src="${calendar}/embed.js" async></script>`,
    );
  });

  beforeAll(async () => {
    app = await startTestApp();
    const create = (json: object) => app.request({ as: 'admin', method: 'POST', path: '/events', json });
    const hours = (day: string) => ({ start_date: `${day} 19:30`, end_date: `${day} 21:00` });
    await create({
      title: 'Tea & <3 "cake"',
      ...hours('2027-03-10'),
      categories: ['music'],
    });
    await create({ title: 'Fair', start_date: '2027-02-26 10:00', end_date: '2027-03-01 01:00' });
    for (let n = 1; n <= 5; n++) await create({ title: `Talk ${n}`, ...hours('2027-03-12') });
    await create({
      event_status: 'canceled',
      title: 'Later',
      ...hours('2027-04-20'),
      cost: 'KES 2750',
      venue: { venue: 'Mill', city: 'Lyon' },
    });
    calendar = await app.app.listen({ port: 0, host: '127.0.0.1' });
    far = await startTestApp({ settings: { timezone: 'Asia/Tokyo' } });
    elsewhere = await far.app.listen({ port: 0, host: '127.0.0.1' });
    otherSite = await listenLocally(other);
    browser = await openBrowser(path as string);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await far?.close();
  });

  async function open(
    html: string,
    options: Parameters<Browser['newPage']>[0] = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    shown = html;
    const page = await browser.newPage(options);
    await page.clock.setFixedTime(new Date('2027-03-01T12:00:00Z'));
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(otherSite);
    return { page, complaints };
  }

  /** A computed style of an element in the shadow root. */
  const styleOf = (page: Page, selector: string, property: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('kalends-calendar').shadowRoot.querySelector('${selector}')).${property}`,
    );

  test('An embedded list shows titles as text, with links to the pages of events', async () => {
    const { page, complaints } = await open('<kalends-calendar limit="2"></kalends-calendar>');
    const titles = page.locator('kalends-calendar .title');
    await titles.first().waitFor();
    expect(await titles.allTextContents()).toEqual(['Tea & <3 "cake"', 'Talk 1']);
    expect(await titles.first().getAttribute('href')).toContain('/event/');
    expect(await styleOf(page, 'li', 'display')).toBe('grid');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('The filter and language of the embedded element are attributes, and changing them renders the element again', async () => {
    const { page, complaints } = await open('<kalends-calendar category="music" lang="de"></kalends-calendar>');
    const titles = page.locator('kalends-calendar .title');
    await titles.first().waitFor();
    expect(await titles.count()).toBe(1);
    expect(await page.locator('kalends-calendar section').getAttribute('lang')).toBe('de');
    expect(await titles.first().getAttribute('lang')).toBe('en');
    await page.locator('kalends-calendar').evaluate((calendar) => {
      calendar.removeAttribute('category');
      calendar.setAttribute('view', 'cards');
    });
    await page.locator('kalends-calendar .cards').waitFor();
    expect(await titles.count()).toBe(7);
    expect(await page.locator('kalends-calendar .badge').textContent()).toBe(' Abgesagt');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('An embedded list writes a price as the pages do', async () => {
    const { page } = await open('<kalends-calendar search="later" lang="de"></kalends-calendar>');
    const details = page.locator('kalends-calendar [part=details]');
    await details.waitFor();
    expect(await details.textContent()).toMatch(/ · 2\.750\u00a0KES$/);
    await page.close();
  });

  test('An embedded list writes times as the pages do', async () => {
    const { page } = await open('<kalends-calendar search="later" lang="fr"></kalends-calendar>');
    const details = page.locator('kalends-calendar [part=details]');
    await details.waitFor();
    expect(await details.textContent()).toMatch(/^\d+\u202fh(?:\u202f\d\d)? · /);
    await page.close();
  });

  test('An embedded list in Bulgarian names the month, whose short form is a number', async () => {
    const { page } = await open('<kalends-calendar lang="bg"></kalends-calendar>');
    const month = page.locator('kalends-calendar .date .soft').first();
    await month.waitFor();
    expect(await month.textContent()).toMatch(/^\p{L}+$/u);
    const isWithin = await month.evaluate((name) => {
      name.textContent = 'септември';
      return name.offsetWidth <= name.parentElement.offsetWidth;
    });
    expect(isWithin).toBe(true);
    await page.close();
  });

  test('An embedded month can be navigated by keyboard, and the focus stays in place', async () => {
    const { page, complaints } = await open('<kalends-calendar view="month"></kalends-calendar>');
    const heading = page.locator('kalends-calendar h2');
    await heading.waitFor();
    expect(await heading.textContent()).toBe('March 2027');
    // It began in February.
    expect(await page.locator('kalends-calendar .title', { hasText: 'Fair' }).count()).toBe(1);
    expect(await page.locator('kalends-calendar td', { hasText: 'Talk 1' }).locator('a').last().textContent()).toBe(
      '2 more',
    );
    await page.locator('kalends-calendar [name=next]').focus();
    await page.keyboard.press('Enter');
    await page.locator('kalends-calendar .title', { hasText: 'Later' }).waitFor();
    expect(await page.locator('kalends-calendar td .badge').textContent()).toBe(' Canceled');
    expect(await heading.textContent()).toBe('April 2027');
    const button = page.locator('kalends-calendar [name=next]');
    expect(await button.getAttribute('aria-describedby')).toBe(await heading.getAttribute('id'));
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.getAttribute("name")')).toBe('next');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('An embedded month shows its last day, however many events are before it', async () => {
    const at = (title: string, day: string) => ({
      method: 'POST',
      path: '/events',
      body: { title, start_date: `${day} 19:30`, end_date: `${day} 21:00`, categories: ['busy'] },
    });
    for (let first = 0; first < 320; first += 80) {
      const requests = Array.from({ length: 80 }, (_, n) => at(`Class ${first + n}`, '2027-03-20'));
      await app.request({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
    }
    await app.request({
      as: 'admin',
      method: 'POST',
      path: '/batch',
      json: { requests: [at('Finale', '2027-03-31')] },
    });
    const { page } = await open('<kalends-calendar view="month" category="busy"></kalends-calendar>');
    await page.locator('kalends-calendar .title', { hasText: 'Finale' }).waitFor();
    const more = page.locator('kalends-calendar td', { hasText: 'Class' }).locator('a').last();
    expect(await more.textContent()).toBe('317 more');
    await page.close();
  });

  test('If the calendar does not answer, the fallback content of the element stays', async () => {
    const { page, complaints } = await open(
      `<kalends-calendar src="${calendar}/nowhere/"><a href="${calendar}/events/">Our events</a></kalends-calendar>`,
    );
    await expect.poll(() => complaints.join()).toContain('kalends-calendar: Error: 404');
    await page.getByText('Our events').waitFor();
    await page.close();
  });

  test.each(languages)('An embedded month in "%s" fits the side of a page', async (language) => {
    const { page } = await open(`<kalends-calendar view="month" lang="${language}"></kalends-calendar>`, {
      viewport: { width: 280, height: 700 },
    });
    await page.locator('kalends-calendar table').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(280);
    await page.close();
  });

  test('Custom properties of the page set the colours of the embedded element', async () => {
    const { page } = await open('<kalends-calendar view="month"></kalends-calendar>');
    await page.locator('kalends-calendar table').waitFor();
    await page.evaluate(`document.body.style.setProperty('--kalends-line', 'rgb(1, 2, 3)')`);
    expect(await styleOf(page, 'button', 'borderTopColor')).toBe('rgb(1, 2, 3)');
    await page.close();
  });

  test('Short words of an embedded list are not hyphenated', async () => {
    const { page } = await open('<kalends-calendar></kalends-calendar>');
    await page.locator('kalends-calendar li').first().waitFor();
    // Firefox reads the limits from the block around a text.
    for (const selector of ['li', '.title'])
      expect(await styleOf(page, selector, 'hyphenateLimitChars'), selector).toBe('10 4 4');
    await page.close();
  });

  test('A name without spaces does not widen the page around an embedded list', async () => {
    const times = { start_date: '2027-07-10 19:30', end_date: '2027-07-10 21:00' };
    const json = { title: 'Opening', ...times, venue: { venue: 'Veranstaltungszentrum'.repeat(6) }, tags: ['long'] };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
    for (const view of ['list', 'cards']) {
      const { page } = await open(`<kalends-calendar view="${view}" tag="long"></kalends-calendar>`, {
        viewport: { width: 320, height: 700 },
      });
      await page.locator('kalends-calendar li').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(320);
      const isCut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('kalends-calendar').shadowRoot.querySelector('li'))`;
      expect(await page.evaluate(isCut), view).toBe(false);
      await page.close();
    }
  });

  test('The events of an embedded list are in the order of their days', async () => {
    const when = (day: string, hour: number) => ({ start_date: `${day} ${hour}:00`, end_date: `${day} ${hour}:30` });
    for (const json of [
      { title: 'Morning', ...when('2027-05-11', 10), timezone: 'Asia/Tokyo' },
      { title: 'Evening', ...when('2027-05-10', 20), timezone: 'America/Los_Angeles' },
      { title: 'Noon', ...when('2027-05-12', 12), timezone: 'Etc/GMT+5' },
    ])
      await app.request({ as: 'admin', method: 'POST', path: '/events', json: { ...json, categories: ['far'] } });
    const { page } = await open('<kalends-calendar category="far"></kalends-calendar>');
    const titles = page.locator('kalends-calendar .title');
    await titles.first().waitFor();
    expect(await titles.allTextContents()).toEqual(['Evening', 'Morning', 'Noon']);
    const details = await page.locator('kalends-calendar [part=details]').allTextContents();
    expect(details).toEqual([
      expect.stringMatching(/^8:00\sPM Los Angeles$/),
      expect.stringMatching(/^10:00\sAM Tokyo$/),
      expect.stringMatching(/^12:00\sPM UTC-5$/),
    ]);
    await page.close();
  });

  test('An embedded list has what is on now after the events that start today', async () => {
    const create = (title: string, start: string, end: string) =>
      app.request({
        as: 'admin',
        method: 'POST',
        path: '/events',
        json: { title, start_date: start, end_date: end, tags: ['museum'] },
      });
    await create('Old masters', '2026-11-20 10:00', '2027-03-27 00:00');
    await create('Dance', '2027-02-28 22:00', '2027-03-01 02:00');
    await create('Closed', '2027-01-10 10:00', '2027-02-27 18:00');
    await create('Tour', '2027-03-01 19:00', '2027-03-01 20:00');
    await create('Lecture', '2027-03-02 19:00', '2027-03-02 20:00');
    for (const view of ['list', 'cards']) {
      const html = `<kalends-calendar view="${view}" tag="museum"></kalends-calendar>`;
      // It is tomorrow there.
      const { page } = await open(html, { timezoneId: 'Pacific/Auckland' });
      const titles = page.locator('kalends-calendar .title');
      await titles.first().waitFor();
      expect(await titles.allTextContents(), view).toEqual(['Tour', 'Old masters', 'Lecture']);
      expect(await page.locator('kalends-calendar [part=details]').allTextContents()).toEqual([
        expect.stringMatching(/^7:00\sPM$/),
        'until Mar 26',
        expect.stringMatching(/^7:00\sPM$/),
      ]);
      await page.close();
    }
    const { page } = await open('<kalends-calendar limit="2" tag="museum"></kalends-calendar>');
    await page.locator('kalends-calendar .title').first().waitFor();
    expect(await page.locator('kalends-calendar .title').allTextContents()).toEqual(['Tour', 'Old masters']);
    await page.close();
  });

  test('An embedded month names the city of a time that is not in the zone of the site', async () => {
    const at = (day: string) => ({ start_date: `${day} 10:00`, end_date: `${day} 11:00`, tags: ['abroad'] });
    await app.request({ as: 'admin', method: 'POST', path: '/events', json: { title: 'Here', ...at('2027-03-15') } });
    const json = { title: 'There', ...at('2027-03-16'), timezone: 'Asia/Tokyo' };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
    const { page } = await open('<kalends-calendar view="month" tag="abroad"></kalends-calendar>');
    const events = page.locator('kalends-calendar [part=event]');
    await events.first().waitFor();
    expect(await events.allTextContents()).toEqual([
      expect.stringMatching(/^10:00\sAM Here$/),
      expect.stringMatching(/^10:00\sAM Tokyo There$/),
    ]);
    await page.close();
  });

  test('The city of a time is that of another zone than the one of the calendar that the element shows', async () => {
    const at = (hour: number) => ({ start_date: `2027-03-15 ${hour}:00`, end_date: `2027-03-15 ${hour + 1}:00` });
    const create = (json: object) => far.request({ as: 'admin', method: 'POST', path: '/events', json });
    await create({ title: 'Here', ...at(10) });
    await create({ title: 'There', ...at(12), timezone: 'Europe/Paris' });
    const { page, complaints } = await open(`<kalends-calendar src="${elsewhere}"></kalends-calendar>`);
    const details = page.locator('kalends-calendar [part=details]');
    await details.first().waitFor();
    expect(await details.allTextContents()).toEqual([
      expect.stringMatching(/^10:00\sAM$/),
      expect.stringMatching(/^12:00\sPM Paris$/),
    ]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('An embedded month is that of the calendar when it is another one for the visitor', async () => {
    const { page } = await open(`<kalends-calendar src="${elsewhere}" view="month"></kalends-calendar>`);
    await page.clock.setFixedTime(new Date('2027-03-31T20:00:00Z'));
    await page.reload();
    const heading = page.locator('kalends-calendar [part=heading]');
    await heading.waitFor();
    expect(await heading.textContent()).toBe('April 2027');
    await page.close();
  });

  test('An embedded card does not enlarge a small picture', async () => {
    const { body: image } = await uploadRaw(await jpeg({ width: 40, height: 30 }), { app });
    const json = { title: 'Small', start_date: '2027-03-20 10:00', end_date: '2027-03-20 11:00', tags: ['small'] };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json: { ...json, image: image.id } });
    const { page } = await open('<kalends-calendar view="cards" tag="small"></kalends-calendar>');
    const picture = page.locator('kalends-calendar [part=image]');
    await picture.waitFor();
    expect(await picture.boundingBox()).toMatchObject({ width: 40, height: 30 });
    await page.close();
  });

  test('Embedded titles in Japanese break between phrases', async () => {
    const title = '国際交流フェスティバルとコンサートのお知らせ';
    const json = { title, start_date: '2027-03-21 10:00', end_date: '2027-03-21 11:00', tags: ['festival'] };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json, query: { i18n_language: 'ja' } });
    const tag = '<kalends-calendar lang="ja" tag="festival"></kalends-calendar>';
    const { page } = await open(tag, { viewport: { width: 320, height: 600 } });
    const found = page.locator('kalends-calendar .title');
    const linesOf = (phrase: string) =>
      found.evaluate((link, text) => {
        const { firstChild } = link as unknown as { firstChild: { data: string } };
        const { document } = globalThis as unknown as { document: { createRange(): Range } };
        const range = document.createRange();
        range.setStart(firstChild, firstChild.data.indexOf(text));
        range.setEnd(firstChild, firstChild.data.indexOf(text) + text.length);
        return range.getClientRects().length;
      }, phrase);
    expect(await linesOf(title)).toBe(2);
    expect(await linesOf('コンサートの')).toBe(1);
    await page.close();
  });

  test('A frame shows the embeddable page', async () => {
    const { page, complaints } = await open(`<iframe src="${calendar}/embed/2027-03/" title="Calendar"></iframe>`);
    await page.frameLocator('iframe').locator('.month').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
