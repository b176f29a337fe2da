// URLs that lead to nothing: a page for people, JSON for programs.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();
const get = (path: string, accept: string) =>
  app.request<string>({ path: `http://calendar.example${path}`, headers: { accept } });

test.each([
  ['/nothing/', 'en', 'This page does not exist'],
  ['/de/nichts.html?x=1', 'de', 'Diese Seite gibt es nicht'],
  ['/events/99.ics', 'en', 'This page does not exist'],
])('A browser that asks for %s is shown that there is no such page', async (path, lang, text) => {
  const { status, headers, body } = await get(path, 'text/html,*/*;q=0.8');
  expect(status).toBe(404);
  expect(headers['content-type']).toContain('text/html');
  expect(body).toContain(`lang="${lang}"`);
  expect(body).toContain(text);
});

test.each(['/nothing/', '/wp-json/nothing', '/?rest_route=/nothing', '/wp-json/calendar/events/v1/events/99'])(
  'Programs, and browsers at URLs of the API, get JSON for %s',
  async (path) => {
    const accept = path === '/nothing/' ? '*/*' : 'text/html';
    const { status, headers, body } = await get(path, accept);
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/json');
    expect(body).toHaveProperty('code');
  },
);

test.each(['/nothing/', '/events/99.ics'])('Caches keep the page and the JSON of %s apart', async (path) => {
  for (const accept of ['text/html', 'application/json'])
    expect((await get(path, accept)).headers['vary'], accept).toMatch(/\bAccept(?:,|$)/);
  expect((await get('/wp-json/nothing', '*/*')).headers['vary'] ?? '').not.toMatch(/\bAccept(?:,|$)/);
});
