// The name of the calendar, wherever it appears.
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const headers = { host: 'calendar.example' };
const get = async ({ app }: TestApp, url: string, accept = '*/*'): Promise<string> =>
  (await app.inject({ url, headers: { ...headers, accept } })).body;

const places = [
  ['/events.ics', 'X-WR-CALNAME:'],
  ['/events.rss', '<title>'],
  ['/events.atom', '<title>'],
  ['/events.feed.json', '"title":"'],
  ['/events.ics?search=jazz', 'X-WR-CALNAME:“jazz” – '],
] as const;

test('Feeds, subscribed calendars, the index and the page at the root say the name that was chosen', async () => {
  const app = await startTestApp({ settings: { siteName: 'Town hall' } });
  for (const [path, before] of places) expect(await get(app, path), path).toContain(`${before}Town hall`);
  expect(await get(app, '/de/events.ics')).toContain('X-WR-CALDESC:Veranstaltungen – Town hall');
  expect(JSON.parse(await get(app, '/wp-json/'))).toMatchObject({ name: 'Town hall' });
  const page = await get(app, '/fr/', 'text/html');
  expect(page).toMatch(/class="name"[^>]*>Town hall</);
  expect(page).toMatch(/<title>[^<]+ – Town hall<\/title>/);
  expect(page).toContain('title="Town hall (RSS)"');
});

test('Without a site name the host is the name', async () => {
  const app = await startTestApp();
  for (const [path, before] of places) expect(await get(app, path), path).toContain(`${before}calendar.example`);
});

test('A name that looks like HTML is shown as text in pages and feeds', async () => {
  const app = await startTestApp({ settings: { siteName: '<b>"A" & B;\\</b>' } });
  const page = await get(app, '/', 'text/html');
  expect(page).toContain('>&#60;b&#62;&#34;A&#34; &#38; B;\\&#60;/b&#62;</a>');
  expect(await get(app, '/events.rss')).toContain('<title>&lt;b&gt;"A" &amp; B;\\&lt;/b&gt;</title>');
  expect(await get(app, '/events.ics')).toContain('X-WR-CALNAME:<b>"A" & B\\;\\\\</b>\r\n');
});
