// Pages show a caller only what the API would return.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Login, startTestApp, type TestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';
const day = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
const words = 'Confidential';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

async function get(path: string, as?: Login) {
  const reply = await app.request<string>({ path: origin + path, ...(as ? { as } : {}) });
  return { ...reply, html: String(reply.body) };
}

async function create(path: string, json: object) {
  const { status, body } = await app.request<{ id: number; slug: string }>({ as: 'ed', method: 'POST', path, json });
  expect(status).toBe(201);
  return body;
}

const lists = [
  '/',
  '/events/',
  '/events/cards/',
  '/events/past/',
  '/events/2027-05/',
  '/events/week/2027-05-10/',
  '/events/2027-05-10/',
  `/events/?search=${words}`,
  `/events/2027-05/?search=${words}`,
  '/fr/events/',
  '/events.ics',
  '/events.rss',
  '/events.feed.json',
  '/sitemap.xml',
];

describe.each([
  ['a draft event', { status: 'draft' }],
  ['a pending event', { status: 'pending' }],
  ['a private event', { status: 'private' }],
  ['an event in the trash', { status: 'trash' }],
  ['a scheduled event', { date: '2027-04-01 00:00:00' }],
  ['an event that is hidden from lists', { hide_from_listings: true }],
])('%s', (_name, how) => {
  let slug: string;
  beforeAll(async () => {
    const title = `${words} ${JSON.stringify(how)}`;
    ({ slug } = await create('/events', {
      title,
      description: words,
      ...day,
      ...how,
      tags: ['open'],
      venue: { venue: 'Mill' },
    }));
  });

  test.each([...lists, '/tag/open/', '/venue/mill/'])('The event is not listed at %s', async (path) => {
    const { html } = await get(path);
    expect(
      html
        .replaceAll(`value="${words}"`, '')
        .replaceAll(`“${words}”`, '')
        .replaceAll(`search=${words}`, '')
        .replaceAll(`search&#61;${words}`, ''),
    ).not.toContain(words);
  });

  test('An event page is visible only to callers who may read the event', async () => {
    const { status, html, headers } = await get(`/event/${slug}/`);
    const isShown = 'hide_from_listings' in how;
    expect(status === 200).toBe(isShown);
    expect(html.includes(words)).toBe(isShown);
    if (!isShown) expect([403, 404]).toContain(status);
    const mine = await get(`/event/${slug}/`, 'ed');
    const isTrashed = 'status' in how && how.status === 'trash';
    expect([mine.status, mine.html.includes('This event was removed')]).toEqual([isTrashed ? 404 : 200, isTrashed]);
    expect(mine.headers['cache-control']).toBe('private, no-store');
    // The author's response is not cached.
    expect((await get(`/event/${slug}/`)).status).toBe(status);
    expect(headers['x-robots-tag'] === 'all').toBe(isShown);
  });
});

test('A protected event shows its title and time alone, and is found by nothing that it hides', async () => {
  const event = {
    title: 'Members',
    description: 'Secret place',
    ...day,
    password: 'sesame',
    venue: { venue: 'Vault' },
  };
  const { slug } = await create('/events', { ...event, categories: ['covert'], tags: ['hush'], cost: '7654321' });
  for (const path of ['/events/', '/events/cards/', '/events/2027-05/', `/event/${slug}/`]) {
    const { html } = await get(path);
    const shown = html.replace(/<form[\s\S]*?<\/form>/, '');
    expect(shown, path).not.toMatch(/Secret place|Vault|covert|hush|7654321/);
  }
  expect((await get('/events/')).html).toContain('Members');
  for (const path of ['/tag/hush/', '/events/category/covert/', '/venue/vault/', '/events/?search=secret'])
    expect((await get(path)).html, path).not.toContain('class="row');
});

test.each(['draft', 'private', 'trash', 'pending'])(
  'A venue that is %s has no page, and no event names it',
  async (status) => {
    const venue = await create('/venues', { venue: `Hidden ${status} hall`, address: 'Back door 5', status });
    const { slug } = await create('/events', { title: `Open at ${status}`, ...day, venue: venue.id });
    const page = await get(`/venue/${venue.slug || 'none'}/`);
    expect([403, 404]).toContain(page.status);
    for (const { html } of [
      page,
      await get(`/event/${slug}/`),
      await get('/events/'),
      await get('/events/?search=hidden'),
    ])
      expect(html).not.toMatch(new RegExp(`Hidden ${status} hall|Back door 5`));
  },
);

test('The page of a venue that is not published leads its editor to further pages', async () => {
  const { slug, id } = await create('/venues', { venue: 'Draft hall', status: 'draft' });
  for (let n = 0; n < 25; n++) await create('/events', { title: `Play ${n}`, ...day, venue: id });
  const { html } = await get(`/venue/${slug}/?search=play`, 'ed');
  expect(html).toContain(`rel="next" href="/venue/${slug}/?search&#61;play&#38;page&#61;2"`);
  expect(html).toContain(`action="/venue/${slug}/"`);
  expect(html).toMatch(/href="\/fr\/\?p&#61;\d+" hreflang="fr"|href="\/fr\/venue\//);
  expect((await get(`/venue/${slug}/?search=play&page=2`, 'ed')).status).toBe(200);
});

test('A page for a signed-in reader is not cached for others', async () => {
  const first = await get('/events/', 'admin');
  expect(first.headers['cache-control']).toBe('private, no-store');
  expect((await get('/events/')).headers['cache-control']).toBe('no-cache');
});

test('Wrong credentials are refused on pages too', async () => {
  await create('/events', { title: 'Mine', ...day, status: 'private' });
  const { html } = await get('/events/');
  const reply = await app.request<string>({ path: `${origin}/events/`, headers: { authorization: 'Basic YTpi' } });
  expect(String(reply.body)).not.toContain('Mine');
  expect(html).not.toContain('Mine');
});
