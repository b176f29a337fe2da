// Whatever is requested, readers get a page in the site's look that says what to do next.
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

const missing = [
  'This page does not exist',
  'The address may be misspelled, or the page may have been removed.',
  'Go to the calendar',
];
const refused = (problem: string) => [
  'This search is not valid',
  problem,
  'Correct the search below, or show all events.',
  'Show all events',
];
const noMatches = ['No events match this search.', 'Show all events'];

test.each([
  [404, '/event/nope/', missing],
  [404, '/venue/nope/', missing],
  [404, '/organizer/nope/', missing],
  [404, '/tag/nope/', missing],
  [404, '/events/category/nope/', missing],
  [404, '/events/category/', missing],
  [404, '/events/2027-13/', missing],
  [404, '/events/2027-02-30/', missing],
  [404, '/events/week/2027-02-30/', missing],
  [404, '/events/99999-01/', missing],
  [404, '/events/0000-01/', missing],
  [404, '/events/1200-01/', missing],
  [404, '/events/9999-12/', missing],
  [404, '/events/week/9999-12-27/', missing],
  [404, '/fr/events/week/9999-12-27/', ['Cette page n’existe pas']],
  [404, '/events/?page=1000000000', missing],
  [404, '/events/none/of/these/', missing],
  [404, '/it/events/', missing],
  [404, '/xx-yy/event/gala/', missing],
  [400, `/events/?search=${long}`, refused('Search: must be at most 2000 characters long')],
  [400, '/events/?search=%00', refused('Search: must not contain NUL characters or unpaired surrogates')],
  [400, '/events/?from=2027-13-45', refused('From: “2027-13-45” is not a date.')],
  [400, '/events/?to=soon', refused('To: “soon” is not a date.')],
  [400, '/events/?from=2027-06-01&to=2027-05-01', refused('The end date is before the start date.')],
  [400, '/events/cards/?from=2027-06-01&to=2027-05-01', refused('The end date is before the start date.')],
  [400, '/events/category/music/?from=2027-06-01&to=2027-05-01', refused('The end date is before the start date.')],
  [400, '/events/?category=none', refused('Category: “none” is not in this calendar.')],
  [400, '/events/?tag=none', refused('Tag: “none” is not in this calendar.')],
  [400, '/events/?venue=0', refused('Venue: “0” is not in this calendar.')],
  [400, '/events/2027-05/?venue=x', refused('Venue: “x” is not in this calendar.')],
  [400, '/events/?near=Atlantis', refused('Near: “Atlantis” is not in this calendar.')],
  [400, '/events/?free=perhaps', refused('Free of charge: must be true or false')],
  [200, '/events/?category=music&tag=quiet', noMatches],
  [200, '/events/2027-05/?category=music&tag=quiet', noMatches],
  [200, '/events/?search=%F0%9F%8E%89%E2%80%AE"><script>alert(1)</script>', noMatches],
] as const)('%i and a way on: %s', async (status, path, texts) => {
  const reply = await get(path);
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('text/html; charset=UTF-8');
  const main = /<main[\s\S]*<\/main>/.exec(reply.html)?.[0] ?? '';
  expect(main).toMatch(/href="[^"]*\/events\//);
  for (const text of texts) expect(main).toContain(text);
  expect(reply.html).toContain('<link rel="stylesheet"');
  expect(reply.html).not.toContain('<script>alert');
  expect(reply.headers['x-robots-tag']).toBe('noindex');
});

test('The page of a protected event asks for the password and links to the calendar', async () => {
  const { body } = await create({ title: 'Secret', ...later, password: 'sesame' });
  const { status, html } = await get(new URL(body['url'] as string).pathname);
  expect(status).toBe(403);
  expect(html).toMatch(/<form method="post">[\s\S]*type="password"[\s\S]*href="\/events\/">Go to the calendar/);
});

test('A percent sign in a URL does no harm', async () => {
  await create({ title: '100% pure', ...later });
  expect((await get('/event/100%25-pure/')).headers['location']).toBe('/event/100-pure/');
});

test('A refused search shows what was entered, so that it can be corrected', async () => {
  const { html } = await get('/events/?search=gala&from=2027-13-45');
  expect(html).toContain('role="alert"');
  expect(html).toContain('name="search" value="gala"');
});

test('A venue or tag without upcoming events leads to no event of another', async () => {
  const past = { start_date: '2026-05-10 19:30', end_date: '2026-05-10 21:00' };
  await create({ title: 'Closing night', ...past, venue: { venue: 'Old Barn' }, tags: ['farewell'] });
  for (const path of ['/venue/old-barn/', '/tag/farewell/']) {
    const { html } = await get(path);
    expect(html, path).toContain('Latest event: Closing night');
    expect(html, path).not.toContain('Next event');
  }
});

test('A search without results links to all events, and each filter can be removed', async () => {
  const { html } = await get('/events/?category=music&tag=quiet');
  expect(html).toContain('No events match');
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
    expect(day.match(/<li class="row/g)).toHaveLength(24 + 1);
    expect(day.lastIndexOf('Exhibition')).toBeGreaterThan(day.lastIndexOf('Event '));
    expect(day).toContain('rel="next" href="/events/2027-07-10/?page&#61;2"');
    // The exhibition is also on this day.
    const { html: month } = await get('/events/2027-07/');
    expect(month).toContain('398 more<span class="visually-hidden">, Saturday, July 10</span>');
    expect((await get('/events/week/2027-07-05/')).html).toContain('389 more');
  });

  test('The last month there is shows an event that lasts until then', async () => {
    await create({ title: 'Forever', start_date: '2027-08-10', end_date: '9999-12-30', all_day: true });
    for (const path of ['/events/9999-12/', '/fr/events/9999-12/', '/embed/9999-12/'])
      expect(await get(path), path).toMatchObject({ status: 200, html: expect.stringContaining('Forever') });
  });

  test('The last week there is ends with the year 9999', async () => {
    await create({ title: 'Last day', start_date: '9999-12-30', end_date: '9999-12-30', all_day: true });
    for (const week of ['/events/week/9999-12-27/', '/fr/events/week/9999-12-27/', '/embed/week/9999-12-27/'])
      expect(await get(week), week).toMatchObject({ status: 200, html: expect.stringContaining('Last day') });
    const { html } = await get('/events/week/9999-12-27/');
    expect(html).toMatch(/<h1><span[^>]*>December 26\u2009–\u2009<\/span><span[^>]*>31, 9999<\/span><\/h1>/);
    expect(html).toContain('<abbr title="Saturday">Sat</abbr>');
  });
});
