// For crawlers: the sitemap and robots.txt, with and without pages, and canonical URLs.
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';
const later = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };

async function fill(app: TestApp): Promise<void> {
  const create = async (path: string, json: object) => {
    const { status, body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path, json });
    expect(status).toBe(201);
    return body;
  };
  const music = await create('/categories', { name: 'Music' });
  const jazz = await create('/categories', { name: 'Jazz', parent: music.id });
  await app.request({
    as: 'admin',
    method: 'PUT',
    path: `/categories/${music.id}?i18n_language=fr`,
    json: { name: 'Musique', slug: 'musique' },
  });
  await app.request({
    as: 'admin',
    method: 'PUT',
    path: `/categories/${jazz.id}?i18n_language=fr`,
    json: { name: 'Jazz doux' },
  });
  await create('/events', {
    title: 'Gala',
    ...later,
    categories: ['jazz'],
    tags: ['free'],
    venue: { venue: 'Mill' },
    organizer: [{ organizer: 'Friends' }],
  });
  await create('/events', { title: 'Members', ...later, password: 'sesame' });
}

/** Every URL in the sitemap and its parts. */
async function urlsIn(app: TestApp): Promise<string[]> {
  const read = async (url: string) => {
    const { status, body } = await app.request<string>({ path: url });
    expect(status, url).toBe(200);
    return [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => (loc as string).replaceAll('&amp;', '&'));
  };
  const parts = await read(`${origin}/sitemap.xml`);
  return (await Promise.all(parts.map(read))).flat();
}

describe('With pages', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp();
  });

  test('The sitemap names every page once, and each of them answers 200', async () => {
    await fill(app);
    const urls = await urlsIn(app);
    expect(new Set(urls).size).toBe(urls.length);
    for (const url of urls) expect((await app.request({ path: url })).status, url).toBe(200);
    const paths = urls.map((url) => url.slice(origin.length));
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['/event/gala/', '/venue/mill/', '/organizer/friends/', '/tag/free/', '/events/2027-05/', '/ja/events/'],
        ...['/events/category/music/', '/fr/events/category/musique/', '/fr/events/category/musique/jazz/'],
      ]),
    );
    expect(paths.filter((path) => path.includes('members'))).toEqual([]);
  });

  test('The sitemap names the current month until it ends where the site is', async () => {
    await fill(app);
    for (const [time, isNamed] of [
      ['2027-06-01T03:59:59Z', true],
      ['2027-06-01T04:00:00Z', false],
    ] as const) {
      app.clock.set(time);
      expect((await urlsIn(app)).includes(`${origin}/events/2027-05/`), time).toBe(isNamed);
    }
  });

  test('A calendar without events has a sitemap with its list', async () => {
    expect(await urlsIn(app)).toContain(`${origin}/events/`);
  });

  test('robots.txt names the sitemap', async () => {
    const { status, body } = await app.request<string>({ path: `${origin}/robots.txt` });
    expect(status).toBe(200);
    expect(body).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`);
  });
});

describe('Without pages', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ settings: { pages: false } });
  });

  test.each(['/events/', '/event/gala/', '/fr/events/2027-05/', '/robots.txt', '/sitemap-venues.xml'])(
    '%s is a 404 for programs',
    async (path) => {
      await fill(app);
      const { status, body } = await app.request({ path: origin + path, headers: { accept: 'text/html' } });
      expect([status, body['code']]).toEqual([404, 'rest_no_route']);
    },
  );

  test("The site's own URL has the index with its links", async () => {
    const { status, body } = await app.request({ path: `${origin}/`, headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    expect(body['_links']).toHaveProperty('sitemap');
  });

  test('Without pages of its own, the sitemap lists the event pages of the other site', async () => {
    await fill(app);
    expect(await urlsIn(app)).toEqual([`${origin}/event/gala/`]);
  });
});

test('A page without texts in its language is a copy of the one in the original language', async () => {
  const app = await startTestApp();
  const get = async (path: string) => (await app.request<string>({ path: origin + path })).body;
  const { body: event } = await app.request<{ id: number }>({
    as: 'admin',
    method: 'POST',
    path: '/events?i18n_language=fr',
    json: { title: 'Fête', ...later, venue: { venue: 'Moulin' }, tags: ['Danse'] },
  });
  const paths = ['/event/fete/', '/venue/moulin/', '/tag/danse/'];
  const canonicalOf = async (path: string) =>
    /<link rel="canonical" href="([^"]*)">/.exec(await get(path))?.[1]?.slice(origin.length);
  for (const path of paths)
    for (const language of ['', '/de', '/fr'])
      expect(await canonicalOf(language + path), language + path).toBe(`/fr${path}`);
  const sitemaps = ['events', 'venues', 'tags'].map((kind) => get(`/sitemap-${kind}.xml`));
  const listed = (await Promise.all(sitemaps)).flatMap((xml) => xml.match(/(?<=<loc>)[^<]*/g) ?? []);
  expect(listed).toEqual(paths.map((path) => `${origin}/fr${path}`));
  const json = { title: 'Gala', slug: 'gala' };
  await app.request({ as: 'admin', method: 'PUT', path: `/events/${event.id}?i18n_language=en`, json });
  expect(await canonicalOf('/event/gala/')).toBe('/event/gala/');
  expect(await canonicalOf('/de/event/fete/')).toBe('/fr/event/fete/');
});

test.each(['month/', '2027-03/'])('The month at %s names its own URL in other languages', async (path) => {
  const app = await startTestApp();
  const json = { title: 'Concert', start_date: '2027-03-10 19:30', end_date: '2027-03-10 21:00' };
  await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  const { body } = await app.request<string>({ path: `${origin}/fr/events/${path}` });
  const links = [...body.matchAll(/<link rel="(?:canonical|alternate" hreflang)[^>]* href="([^"]*)"/g)];
  expect(new Set(links.map(([, url]) => url?.replace(/^.*\/events\//, '')))).toEqual(new Set(['2027-03/']));
});

test('A month is indexed if the sitemap names it: if an event starts in it', async () => {
  const app = await startTestApp();
  const exhibition = { title: 'Exhibition', start_date: '2027-04-10', end_date: '2027-06-20' };
  for (const json of [exhibition, { title: 'Gala', start_date: '2027-06-10 19:30', end_date: '2027-06-10 21:00' }])
    expect((await app.request({ as: 'admin', method: 'POST', path: '/events', json })).status).toBe(201);
  const named = await urlsIn(app);
  const months = ['03', '04', '05', '06', '07'].map((month) => `${origin}/events/2027-${month}/`);
  const indexed: string[] = [];
  for (const path of months) {
    const { status, headers } = await app.request({ path });
    expect(status, path).toBe(200);
    if (headers['x-robots-tag'] === 'all') indexed.push(path);
  }
  expect(indexed).toEqual([months[1], months[3]]);
  expect(named.filter((url) => months.includes(url))).toEqual(indexed);
});

test('Pages and the sitemap name the same URL for readers of other languages', async () => {
  const app = await startTestApp();
  const get = async (path: string) => (await app.request<string>({ path: origin + path })).body;
  const write = async (method: 'POST' | 'PUT', path: string, json: object) =>
    (await app.request<{ id: number }>({ as: 'admin', method, path, json })).body;
  const { id } = await write('POST', '/events?i18n_language=fr', { title: 'Fête', ...later });
  const defaultsIn = async (path: string) =>
    new Set((await get(path)).match(/(?<=hreflang="x-default" href=")[^"]*/g)?.map((url) => url.slice(origin.length)));
  await write('PUT', `/events/${id}?i18n_language=bg`, { title: 'Gala', slug: 'bg-gala' });
  for (const path of ['/sitemap-events.xml', '/fr/event/fete/', '/bg/event/bg-gala/'])
    expect([...(await defaultsIn(path))], path).toEqual(['/fr/event/fete/']);
  await write('PUT', `/events/${id}?i18n_language=en`, { title: 'Gala', slug: 'gala' });
  for (const path of ['/sitemap-events.xml', '/fr/event/fete/', '/bg/event/bg-gala/'])
    expect([...(await defaultsIn(path))], path).toEqual(['/event/gala/']);
});

test('A feed reader that gets the URL of a category, venue or search finds its own feeds before those of the calendar', async () => {
  const app = await startTestApp();
  await fill(app);
  const json = { title: 'Chess', ...later };
  await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  const feedsOf = async (path: string) => {
    const { body } = await app.request<string>({ path: origin + path });
    const found = body.matchAll(/type="application\/rss\+xml" title="([^"]*)" href="([^"]*)"/g);
    return [...found].map(([, title, url = '']) => [title, url.replaceAll('&#61;', '=').replaceAll('&#38;', '&')]);
  };
  const ofCalendar = ['Events calendar (RSS)', '/events.rss'];
  expect(await feedsOf('/events/')).toEqual([ofCalendar]);
  for (const [path, title] of [
    ['/events/category/music/jazz/', 'Jazz (RSS)'],
    ['/tag/free/', 'free (RSS)'],
    ['/venue/mill/', 'Mill (RSS)'],
    ['/organizer/friends/', 'Friends (RSS)'],
    ['/events/?search=gala', 'Search results (RSS)'],
  ] as const) {
    const [own, ...others] = await feedsOf(path);
    expect([own?.[0], others]).toEqual([title, [ofCalendar]]);
    const feed = (await app.request<string>({ path: origin + own?.[1] })).body;
    expect(
      [...feed.matchAll(/<item><title>([^<]*)/g)].map(([, name]) => name),
      path,
    ).toEqual(['Gala']);
  }
});
