// Whatever is asked for, a reader gets a page in the site's look that says what to do next.
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';
const later = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await create({ title: 'Gala', ...later, categories: ['music'] });
  await create({ title: 'Chess', ...later, tags: ['quiet'] });
});

const create = (json: object) => app.request({ as: 'admin', method: 'POST', path: '/events', json });

async function get(path: string) {
  const reply = await app.request<string>({ path: origin + path });
  return { ...reply, html: String(reply.body) };
}

const long = 'x'.repeat(2001);

test.each([
  [404, '/event/nope/'],
  [404, '/venue/nope/'],
  [404, '/organizer/nope/'],
  [404, '/tag/nope/'],
  [404, '/events/category/nope/'],
  [404, '/events/category/'],
  [404, '/events/2027-13/'],
  [404, '/events/2027-02-30/'],
  [404, '/events/week/2027-02-30/'],
  [404, '/events/99999-01/'],
  [404, '/events/0000-01/'],
  [404, '/events/1200-01/'],
  [404, '/events/9999-12/'],
  [404, '/events/week/9999-12-27/'],
  [404, '/events/?page=1000000000'],
  [404, '/events/none/of/these/'],
  [404, '/it/events/'],
  [404, '/xx-yy/event/gala/'],
  [400, `/events/?search=${long}`],
  [400, '/events/?from=2027-13-45'],
  [400, '/events/?category=none'],
  [400, '/events/?venue=0'],
  [400, '/events/2027-05/?venue=x'],
  [400, '/events/?near=Atlantis'],
  [200, '/events/?category=music&tag=quiet'],
  [200, '/events/2027-05/?category=music&tag=quiet'],
  [200, '/events/?from=2027-06-01&to=2027-05-01'],
  [400, '/events/?free=perhaps'],
  [400, '/events/?search=%00'],
  [200, '/events/?search=%F0%9F%8E%89%E2%80%AE"><script>alert(1)</script>'],
] as const)('%i and a way on: %s', async (status, path) => {
  const reply = await get(path);
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('text/html; charset=UTF-8');
  expect(reply.html).toMatch(/<main[\s\S]*href="[^"]*\/events\/[\s\S]*<\/main>/);
  expect(reply.html).toContain('<link rel="stylesheet"');
  expect(reply.html).not.toContain('<script>alert');
  expect(reply.headers['x-robots-tag']).toBe('noindex');
});

test('What was asked for wrongly can be mended where it is said', async () => {
  const { html } = await get('/events/?search=gala&from=2027-13-45');
  expect(html).toContain('role="alert"');
  expect(html).toContain('name="search" value="gala"');
});

test('A search that finds nothing leads to all events, and each filter can be taken away', async () => {
  const { html } = await get('/events/?category=music&tag=quiet');
  expect(html).toContain('No event matches');
  expect(html).toContain('href="/events/?tag&#61;quiet"');
  expect(html).toContain('href="/events/?category&#61;music"');
  expect(html).toMatch(/href="\/events\/"[^>]*>Show all events/);
});

describe('unusual events', () => {
  const html = [
    '<h2>Head</h2><p>Text with <strong>bold</strong>, <em>soft</em>, <a href="https://example.com/">link</a></p>',
    '<ul><li>one<ol><li>two</li></ol></li></ul><blockquote><p>said</p></blockquote><pre><code>x</code></pre>',
    '<table><tbody><tr><td>cell</td></tr></tbody></table><hr><p>a<br>b</p>',
  ].join('');
  const unusual = {
    'without spaces': { title: 'Donaudampfschifffahrt'.repeat(24).slice(0, 500) },
    'of 300 days': { title: 'Exhibition', start_date: '2027-02-01', end_date: '2027-11-28', all_day: true },
    'with HTML of every kind': { title: 'Markup', description: html },
    'in Japanese with emoji': { title: '夏祭り🎆🎇と花火大会' },
    'in both directions': { title: 'Concert \u202Eעברית\u202C and العربية' },
    'of no length': { title: 'Moment', start_date: later.start_date, end_date: later.start_date },
    'free and far away': { title: 'Far', cost: '0', timezone: 'Pacific/Kiritimati', ...later },
  };

  test.each(Object.entries(unusual))('An event %s is valid in every view', async (_name, event) => {
    const { status, body } = await create({ ...later, ...event });
    expect(status).toBe(201);
    const { pathname } = new URL(body['url'] as string);
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
    for (const path of [pathname, '/events/', '/events/cards/', '/events/2027-05/', '/events/2027-05-10/']) {
      const page = await get(path);
      expect([path, page.status]).toEqual([path, 200]);
      const { results } = await validator.validateString(page.html);
      expect(results.flatMap(({ messages }) => messages.map(({ message }) => `${path}: ${message}`))).toEqual([]);
    }
  });

  test('A day of 400 events is read in pages', async () => {
    const requests = Array.from({ length: 100 }, (_, n) => ({
      method: 'POST',
      path: '/events',
      body: { title: `Event ${n}`, start_date: '2027-07-10 19:30', end_date: '2027-07-10 21:00' },
    }));
    for (let n = 0; n < 4; n++) await app.request({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
    const { html: day } = await get('/events/2027-07-10/');
    expect(day.match(/<li class="row/g)).toHaveLength(24);
    expect(day).toContain('rel="next" href="/events/2027-07-10/?page&#61;2"');
    // The exhibition goes on beside them.
    const { html: month } = await get('/events/2027-07/');
    expect(month).toContain('398 more<span class="visually-hidden">, Saturday, July 10</span>');
    expect((await get('/events/week/2027-07-05/')).html).toContain('389 more');
  });
});
