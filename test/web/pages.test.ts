// Public pages, read as a browser without scripts reads them.
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';
const later = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await app.request<string>({ path: origin + path, headers });
  return { ...reply, html: String(reply.body) };
}

async function create(path: string, json: object, as: 'admin' | 'con' = 'admin') {
  const { status, body } = await app.request<{ id: number; url: string; slug: string }>({
    as,
    method: 'POST',
    path,
    json,
  });
  expect(status).toBe(201);
  return body;
}

describe('URLs', () => {
  test('Every url in a reply is the URL of a page', async () => {
    const category = await create('/categories', { name: 'Music' });
    await create('/categories', { name: 'Jazz', parent: category.id });
    await create('/events', {
      title: 'Café Lantern',
      ...later,
      categories: ['jazz'],
      tags: ['free'],
      venue: { venue: 'Old Mill' },
      organizer: [{ organizer: 'Friends' }],
    });
    const { body } = await app.request<{ events: object[] }>({ path: '/events' });
    const urls = [...JSON.stringify(body.events).matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url as string);
    expect(urls.length).toBe(5);
    for (const url of urls) expect((await get(url.slice(origin.length))).status, url).toBe(200);
  });

  test.each([
    ['/events', '/events/'],
    ['/events/list/?free=true&venue=2', '/events/?free=true&venue=2'],
    ['/fr/event/gala', '/fr/event/gala/'],
    ['/events/?tribe-bar-search=jazz', '/events/?search=jazz'],
    ['/events/?eventDisplay=month&tribe-bar-date=2027-05-01', '/events/2027-05/'],
    ['/events/?eventDisplay=past', '/events/past/'],
    ['/events?search=a%20b', '/events/?search=a%20b'],
    ['/events/?eventDisplay=week&tribe-bar-date=2027-05-03', '/events/week/2027-05-03/'],
    ['/events/month/?tribe-bar-date=2027-05-01&tribe-bar-search=a', '/events/2027-05/?search=a'],
    ['/events/today/?tribe-bar-date=2027-05-01', '/events/2027-05-01/'],
    ['/tag/open/?tribe-bar-search=jazz', '/tag/open/?search=jazz'],
  ])('The URL %s redirects to %s', async (from, to) => {
    const { status, headers } = await get(from);
    expect([status, headers['location']]).toEqual([301, to]);
  });

  test('A category under another path redirects to its own', async () => {
    const music = await create('/categories', { name: 'Music' });
    await create('/categories', { name: 'Jazz', parent: music.id });
    const { status, headers } = await get('/events/category/jazz/?utm_source=news');
    expect([status, headers['location']]).toEqual([301, '/events/category/music/jazz/?utm_source=news']);
  });

  test('A slug of another language redirects to the slug of the language', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    const music = await create('/tags', { name: 'Music' });
    const inFrench = { as: 'admin', method: 'PUT', query: { i18n_language: 'fr' } } as const;
    await app.request({ ...inFrench, path: `/events/${id}`, json: { title: 'Fête', slug: 'fete' } });
    await app.request({ ...inFrench, path: `/tags/${music.id}`, json: { name: 'Musique', slug: 'musique' } });
    const locationOf = async (path: string) => (await get(path)).headers['location'];
    expect(await locationOf('/fr/event/gala/')).toBe('/fr/event/fete/');
    expect(await locationOf('/fr/tag/music/')).toBe('/fr/tag/musique/');
    expect(await locationOf('/tag/musique/')).toBe('/tag/music/');
  });
});

describe('pages that cannot be shown', () => {
  test.each([
    '/event/nope/',
    '/venue/nope/',
    '/tag/nope/',
    '/events/category/nope/',
    '/events/2027-13/',
    '/events/1200-01/',
    '/events/?page=1000000000',
  ])('%s is a 404 page that leads to the calendar', async (path) => {
    const { status, html, headers } = await get(path);
    expect(status).toBe(404);
    expect(html).toContain('href="/events/"');
    expect(headers['x-robots-tag']).toBe('noindex');
  });

  test('Drafts, private and trashed events are not shown to the public', async () => {
    for (const status of ['draft', 'private', 'trash']) {
      const { slug } = await create('/events', { title: `Secret ${status}`, ...later, status });
      const { status: code, html } = await get(`/event/${slug}/`);
      expect([403, 404]).toContain(code);
      expect(html).not.toContain('Secret');
      expect((await get('/events/')).html).not.toContain('Secret');
    }
  });

  test('A protected event opens with its password, which is not in any URL', async () => {
    const { slug } = await create('/events', {
      title: 'Members',
      description: 'Hidden words',
      ...later,
      password: 'sesame',
    });
    const locked = await get(`/event/${slug}/`);
    expect(locked.status).toBe(403);
    expect(locked.html).not.toContain('Hidden words');
    const post = (password: string) =>
      app.request<string>({ method: 'POST', path: `${origin}/event/${slug}/`, form: { password } });
    expect((await post('wrong')).status).toBe(403);
    const opened = await post('sesame');
    expect(opened.status).toBe(200);
    expect(opened.body).toContain('Hidden words');
    expect(opened.headers['cache-control']).toBe('private, no-store');
    expect((await get(`/event/${slug}/`)).status).toBe(403);
  });

  test('A search that the API refuses is a 400 page that says why', async () => {
    const { status, html } = await get('/events/?from=yesterdayish');
    expect(status).toBe(400);
    expect(html).toContain('<h1>');
  });
});

describe('content', () => {
  test('Titles are escaped wherever they are shown', async () => {
    const { slug } = await create('/events', {
      title: '"><script>alert(1)</script> & co',
      ...later,
      venue: { venue: '<b>Mill' },
    });
    for (const path of ['/events/', '/events/2027-05/', '/events/cards/', `/event/${slug}/`])
      expect((await get(path)).html, path).not.toMatch(/<script>|<b>Mill/);
    expect((await get(`/events/?search=${encodeURIComponent('"><script>')}`)).html).not.toContain('"><script>');
  });

  test('Texts in a fallback language are marked with it', async () => {
    await create('/events', { title: 'Gala', ...later });
    expect((await get('/fr/events/')).html).toMatch(/<a href="\/fr\/event\/gala\/" lang="en">/);
  });

  test('What costs nothing says so in the language of the page', async () => {
    for (const [slug, cost] of Object.entries({ gala: 0, fair: '0-20 €', talk: 'Freedom', walk: 'Free' })) {
      const { id } = await create('/events', { title: slug, ...later, cost: '1' });
      await app.request({ as: 'admin', method: 'POST', path: `/events/${id}`, json: { cost } });
    }
    const prices = async (path: string) =>
      [...(await get(path)).html.matchAll(/(?:class="price"|<strong)>([^<]*)</g)].map(([, price]) => price);
    expect(await prices('/events/')).toEqual(['Free', 'Free – 20€', 'Freedom', 'Free']);
    expect(await prices('/de/events/')).toEqual(['Kostenlos', 'Kostenlos – 20€', 'Freedom', 'Kostenlos']);
    expect(await prices('/ja/events/cards/')).toEqual(['無料', '無料 – 20€', 'Freedom', '無料']);
    expect(await prices('/fr/event/gala/')).toContain('Gratuit');
  });

  test('An event page has structured data, a canonical URL and links for calendars', async () => {
    const { slug, id } = await create('/events', { title: 'Gala', ...later });
    const { html } = await get(`/event/${slug}/`);
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Event', name: 'Gala' });
    expect(html).toContain(`<link rel="canonical" href="${origin}/event/gala/">`);
    expect(html).toContain(`href="/events/${id}.ics"`);
    expect(html).toContain(encodeURIComponent('20270510T233000Z/20270511T010000Z'));
  });

  test('The status of an event is shown first, on its page and in lists', async () => {
    const { id, slug } = await create('/events', { title: 'Gala', ...later });
    const reason = 'The singer has a <cold>';
    const json = {
      event_status: 'canceled',
      event_status_reason: reason,
      attendance_mode: 'mixed',
      online_url: 'https://meet.example/x',
    };
    await app.request({ as: 'admin', method: 'PUT', path: `/events/${id}`, json });
    const { html } = await get(`/event/${slug}/`);
    expect(html).toContain('<strong>Canceled</strong>');
    expect(html).not.toContain('<cold>');
    expect(html).toContain('href="https://meet.example/x"');
    for (const path of ['/events/', '/events/cards/', '/events/2027-05/'])
      expect((await get(path)).html, path).toContain('<strong class="state">Canceled</strong>');
    expect((await get('/de/events/')).html).toContain('Abgesagt');
  });

  test('A translated event names its URL in each language', async () => {
    const { id, slug } = await create('/events', { title: 'Gala', ...later });
    const path = `/events/${id}?i18n_language=fr`;
    await app.request({ as: 'admin', method: 'PUT', path, json: { title: 'Fête', slug: 'fete' } });
    for (const page of [`/event/${slug}/`, '/fr/event/fete/']) {
      const { html } = await get(page);
      expect(html).toContain(`<link rel="alternate" hreflang="fr" href="${origin}/fr/event/fete/">`);
      expect(html).toContain(`<link rel="alternate" hreflang="x-default" href="${origin}/event/gala/">`);
      expect(html).not.toContain('hreflang="de" href="http');
    }
  });

  test('An event page links the parent event and its other dates', async () => {
    const { id } = await create('/events', { title: 'Festival', ...later });
    await create('/events', { title: 'First night', ...later, post_parent: id });
    await create('/events', { title: 'Second night', ...later, post_parent: id });
    const { html } = await get('/event/first-night/');
    expect(html).toMatch(/Part of <a href="\/event\/festival\/"/);
    expect(html).toContain('href="/event/second-night/"');
  });

  test('Events near a town are found by its name', async () => {
    const venue = { venue: 'Mill', city: 'Lyon', geo_lat: 45.76, geo_lng: 4.84 };
    await create('/events', { title: 'Gala', ...later, venue });
    await create('/events', { title: 'Chess', ...later });
    const { html } = await get('/events/?near=lyon');
    expect(html).toContain('/event/gala/');
    expect(html).not.toContain('/event/chess/');
  });

  test('A month without events leads to the next event', async () => {
    await create('/events', { title: 'Before', start_date: '2027-01-10 19:30', end_date: '2027-01-10 20:00' });
    await create('/events', { title: 'Gala', ...later });
    const { status, html } = await get('/events/2027-04/');
    expect(status).toBe(200);
    expect(html).toContain('href="/event/gala/"');
  });

  test('An event of several days is on each of them in the month', async () => {
    await create('/events', { title: 'Fair', start_date: '2027-05-10', end_date: '2027-05-12', all_day: true });
    const { html } = await get('/events/2027-05/');
    expect(html.match(/href="\/event\/fair\/"/g)).toHaveLength(3);
  });

  test('Days of a list are in order, wherever their events take place', async () => {
    const morning = { start_date: '2027-05-11 08:00', end_date: '2027-05-11 09:00', timezone: 'Asia/Tokyo' };
    const evening = { start_date: '2027-05-10 20:00', end_date: '2027-05-10 21:00', timezone: 'America/Los_Angeles' };
    await create('/events', { title: 'Four hours earlier', ...morning });
    await create('/events', { title: 'On the day before', ...evening });
    const days = [...(await get('/events/')).html.matchAll(/<h2><time datetime="([^"]*)"/g)];
    expect(days.map(([, day]) => day)).toEqual(['2027-05-10', '2027-05-11']);
  });

  test('A day with 400 events shows some and counts the others', async () => {
    const requests = Array.from({ length: 100 }, (_, n) => ({
      method: 'POST',
      path: '/events',
      body: { title: `Event ${n}`, ...later },
    }));
    for (let n = 0; n < 4; n++) await app.request({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
    const { html } = await get('/events/2027-05/');
    expect(html).toContain('397 more');
  });

  test('Filters are kept when the view changes', async () => {
    await create('/events', { title: 'Gala', ...later });
    expect((await get('/events/?search=gala')).html).toContain('href="/events/2027-05/?search&#61;gala"');
  });
});

describe('caching and headers', () => {
  test('The feeds of a search have the events of the search', async () => {
    await create('/events', { title: 'Gala', ...later, tags: ['found'] });
    await create('/events', { title: 'Other gala', ...later });
    const { html } = await get('/events/?search=gala&tag=found&from=2027-05-01');
    for (const extension of ['ics', 'rss']) {
      const [, url = ''] = new RegExp(`href="(/events\\.${extension}\\?[^"]+)"`).exec(html) ?? [];
      const feed = (await get(url.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))))).html;
      expect(feed).toContain('Gala');
      expect(feed).not.toContain('Other gala');
    }
    expect((await get('/events/')).html).not.toContain('/events.ics?');
  });

  test('An unchanged page is 304, and a changed event changes it', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    const { headers } = await get('/events/');
    const etag = headers['etag'] as string;
    expect((await get('/events/', { 'if-none-match': etag })).status).toBe(304);
    await app.request({ as: 'admin', method: 'PUT', path: `/events/${id}`, json: { title: 'Ball' } });
    const again = await get('/events/', { 'if-none-match': etag });
    expect([again.status, again.html.includes('Ball')]).toEqual([200, true]);
  });

  test('A list runs no scripts and loads nothing from other hosts', async () => {
    const { headers, html } = await get('/events/');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
    const { status, headers: sheetHeaders } = await get(sheet);
    expect([status, sheetHeaders['content-type']]).toEqual([200, 'text/css; charset=UTF-8']);
  });

  test('Pages are cached for anonymous readers until the calendar changes', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    for (const path of ['/events/', '/events/2027-05/', '/event/gala/', '/events/cards/']) {
      const first = await get(path);
      expect((await get(path)).headers['etag']).toBe(first.headers['etag']);
      await app.request({ as: 'admin', method: 'PUT', path: `/events/${id}`, json: { title: `Gala ${path}` } });
      expect((await get(path)).headers['etag'], path).not.toBe(first.headers['etag']);
    }
    await app.request({ as: 'admin', method: 'DELETE', path: `/events/${id}` });
    expect((await get('/event/gala/')).status).toBe(404);
    expect((await get('/events/2027-05/')).html).not.toContain('Gala');
  });

  test('A month of 200 events takes at most 25 kB, and the stylesheet 12 kB', async () => {
    const requests = Array.from({ length: 100 }, (_, n) => ({
      method: 'POST',
      path: '/events',
      body: {
        title: `Evening of music and words number ${n} in the old theatre`,
        start_date: `2027-05-${String((n % 31) + 1).padStart(2, '0')} 19:30`,
        end_date: `2027-05-${String((n % 31) + 1).padStart(2, '0')} 21:00`,
      },
    }));
    for (let n = 0; n < 2; n++) await app.request({ as: 'admin', method: 'POST', path: '/batch', json: { requests } });
    const { html } = await get('/events/2027-05/');
    expect(gzipSync(html).length).toBeLessThan(25_000);
    const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(gzipSync((await get(sheet)).html).length).toBeLessThan(12_000);
  });

  test('Only pages without filters are indexed', async () => {
    expect((await get('/events/')).headers['x-robots-tag']).toBe('all');
    for (const path of [
      '/events/?search=x',
      '/events/2027-03-02/',
      '/events/past/',
      '/events/cards/',
      '/events/2027-02/',
    ])
      expect((await get(path)).headers['x-robots-tag'], path).toBe('noindex');
  });
});

test('Pages are valid HTML in every language', async () => {
  await create('/events', {
    title: 'Gala & <ball>',
    ...later,
    description: '<h2>Hello</h2><p>you</p><ul><li>one</li></ul>',
    venue: { venue: 'Mill', city: 'Lyon' },
  });
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  for (const language of ['', '/de', '/ja'])
    for (const path of [
      '/events/',
      '/events/2027-05/',
      '/events/cards/',
      '/event/gala-ball/',
      '/venue/mill/',
      '/event/none/',
    ]) {
      const report = await validator.validateString((await get(language + path)).html);
      expect(
        report.results.flatMap(({ messages }) => messages.map(({ message }) => `${language}${path}: ${message}`)),
      ).toEqual([]);
    }
});

test('An event of today counts as upcoming until the end of the day', async () => {
  await create('/events', { title: 'Yesterday', start_date: '2027-02-28 19:30', end_date: '2027-02-28 21:00' });
  await create('/events', { title: 'Tonight', start_date: '2027-03-01 19:30', end_date: '2027-03-01 21:00' });
  const coming = (await get('/events/')).html;
  const past = (await get('/events/past/')).html;
  expect([coming.includes('Tonight'), coming.includes('Yesterday')]).toEqual([true, false]);
  expect([past.includes('Tonight'), past.includes('Yesterday')]).toEqual([false, true]);
});

test('Events of a day are ordered by local time, whatever their time zones', async () => {
  const at = (title: string, hour: string, timezone: string) =>
    create('/events', { title, start_date: `2027-05-10 ${hour}`, end_date: '2027-05-10 22:00', timezone });
  await at('Late in Tokyo', '21:00', 'Asia/Tokyo');
  await at('Early in New York', '09:00', 'America/New_York');
  for (const path of ['/events/', '/events/cards/', '/events/2027-05/']) {
    const { html } = await get(path);
    const main = html.slice(html.indexOf('<main'));
    expect(main.indexOf('Early in New York'), path).toBeLessThan(main.indexOf('Late in Tokyo'));
  }
});

test('A day leads to the nearest days with events, with the same filters', async () => {
  for (const day of ['2027-05-02', '2027-05-10', '2027-06-20'])
    await create('/events', { title: 'Jazz', start_date: `${day} 19:00`, end_date: `${day} 21:00` });
  const { html } = await get('/events/2027-05-10/?search=jazz');
  expect(html).toContain('rel="prev" href="/events/2027-05-02/?search&#61;jazz"');
  expect(html).toContain('rel="next" href="/events/2027-06-20/?search&#61;jazz"');
  expect(html.indexOf('rel="next"'), 'above the list').toBeLessThan(html.indexOf('class="day"'));
  expect((await get('/events/2027-06-20/')).html).not.toContain('rel="next"');
  const empty = (await get('/events/2027-05-20/')).html.replace(/<[^>]*>/g, '');
  expect(empty).toContain('Next event: Jazz, Sunday, June 20, 2027');
  expect(empty).toContain('Latest event: Jazz, Monday, May 10, 2027');
});
