// The name that people know the calendar by, wherever it is called something.
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

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

test('feeds, subscribed calendars, the index and the page at the root say the name that was chosen', async () => {
  const app = await startTestApp({ settings: { siteName: 'Town hall' } });
  for (const [path, before] of places) expect(await get(app, path), path).toContain(`${before}Town hall`);
  expect(await get(app, '/de/events.ics')).toContain('X-WR-CALDESC:Veranstaltungen – Town hall');
  expect(JSON.parse(await get(app, '/wp-json/'))).toMatchObject({ name: 'Town hall' });
  const page = await get(app, '/fr/', 'text/html');
  expect(page).toContain('<h1>Town hall</h1>');
  expect(page).toContain('<title>Town hall</title>');
  expect(page).toContain('title="Town hall (RSS)"');
});

test('without one the host is its name', async () => {
  const app = await startTestApp();
  for (const [path, before] of places) expect(await get(app, path), path).toContain(`${before}calendar.example`);
});

test('a name is text, whatever it looks like', async () => {
  const app = await startTestApp({ settings: { siteName: '<b>"A" & B;\\</b>' } });
  expect(await get(app, '/', 'text/html')).toContain('<h1>&lt;b&gt;&quot;A&quot; &amp; B;\\&lt;/b&gt;</h1>');
  expect(await get(app, '/events.rss')).toContain('<title>&lt;b&gt;"A" &amp; B;\\&lt;/b&gt;</title>');
  expect(await get(app, '/events.ics')).toContain('X-WR-CALNAME:<b>"A" & B\\;\\\\</b>\r\n');
});
