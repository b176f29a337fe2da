// Links to pages whose slug has changed.
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';
const later = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

async function locationOf(path: string): Promise<unknown> {
  const { status, headers } = await app.request({ path: origin + path });
  return status === 301 ? headers['location'] : status;
}

async function create(path: string, json: object): Promise<{ id: number; slug: string }> {
  const { status, body } = await app.request<{ id: number; slug: string }>({ as: 'admin', method: 'POST', path, json });
  expect(status).toBe(201);
  return body;
}

async function update(path: string, json: object, query: Record<string, string> = {}): Promise<void> {
  expect((await app.request({ as: 'admin', method: 'PATCH', path, json, query })).status).toBe(200);
}

async function remove(path: string, query: Record<string, string> = {}): Promise<void> {
  expect((await app.request({ as: 'admin', method: 'DELETE', path, query })).status).toBe(200);
}

const embedPath = (page: string) => `${origin}/wp-json/oembed/1.0/embed?url=${encodeURIComponent(origin + page)}`;

const fileAt = async (path: string) => String((await app.request({ path: origin + path })).body);

const titleIn = async (page: string) => (await app.request<{ title?: string }>({ path: embedPath(page) })).body.title;

describe('slugs that have changed', () => {
  test.each([
    ['/events', { title: 'Gala', ...later }, '/event/gala/', '/event/ball/'],
    ['/venues', { venue: 'Gala' }, '/venue/gala/', '/venue/ball/'],
    ['/organizers', { organizer: 'Gala' }, '/organizer/gala/', '/organizer/ball/'],
    ['/categories', { name: 'Gala' }, '/events/category/gala/', '/events/category/ball/'],
    ['/tags', { name: 'Gala' }, '/tag/gala/', '/tag/ball/'],
  ])('The page of a record of %s is found by each slug that it had', async (list, json, first, last) => {
    const { id } = await create(list, json);
    await update(`${list}/${id}`, { slug: 'dance' });
    await update(`${list}/${id}`, { slug: 'ball' });
    expect(await locationOf(first)).toBe(last);
    expect(await locationOf(first.replace('gala', 'dance'))).toBe(last);
    expect(await locationOf(last)).toBe(200);
    expect(await locationOf(`/fr${first}`)).toBe(`/fr${last}`);
  });

  test('The former slug of a translation leads to its present one', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    await update(`/events/${id}`, { title: 'Fête', slug: 'fete' }, { i18n_language: 'fr' });
    await update(`/events/${id}`, { slug: 'bal' }, { i18n_language: 'fr' });
    expect(await locationOf('/fr/event/fete/')).toBe('/fr/event/bal/');
    expect(await locationOf('/event/fete/')).toBe('/event/gala/');
  });

  test.each([
    ['/events', { title: 'Gala', ...later }, '/event/gala/', '/event/ball/'],
    ['/categories', { name: 'Gala' }, '/events/category/gala/', '/events/category/ball/'],
  ])('A former URL of a record of %s redirects with its query', async (list, json, first, last) => {
    const { id } = await create(list, json);
    await update(`${list}/${id}`, { slug: 'ball' });
    const query = '?from=2027-05-01&page=2&utm_source=news%20letter';
    expect(await locationOf(first + query)).toBe(last + query);
  });

  test.each([
    ['/events', { title: 'Gala', ...later }, { title: 'Fête', slug: 'fete' }, '/fr/event/fete/', '/fr/event/gala/'],
    ['/venues', { venue: 'Gala' }, { venue: 'Fête', slug: 'fete' }, '/fr/venue/fete/', '/fr/venue/gala/'],
    ['/tags', { name: 'Gala' }, { name: 'Fête', slug: 'fete' }, '/fr/tag/fete/', '/fr/tag/gala/'],
  ])('The page of a removed translation of a record of %s redirects', async (list, json, french, first, last) => {
    const { id } = await create(list, json);
    await update(`${list}/${id}`, french, { i18n_language: 'fr' });
    await remove(`${list}/${id}/translations/fr`);
    expect(await locationOf(first)).toBe(last);
  });

  test('A slug that changes in the trash leads to the present one once the record is restored', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    await update(`/events/${id}`, { slug: 'fete' }, { i18n_language: 'fr' });
    await update(`/events/${id}`, { status: 'trash', slug: 'dance' });
    await update(`/events/${id}`, { slug: 'ball' });
    await remove(`/events/${id}/translations/fr`);
    await update(`/events/${id}`, { status: 'publish' });
    for (const slug of ['gala', 'dance', 'fete']) expect(await locationOf(`/event/${slug}/`)).toBe('/event/ball/');
  });

  test('A record that takes a former slug has its page there', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    await update(`/events/${id}`, { slug: 'ball' });
    const taker = await create('/events', { title: 'Gala', ...later });
    expect(taker.slug).toBe('gala');
    expect(await locationOf('/event/gala/')).toBe(200);
    await update(`/events/${taker.id}`, { slug: 'gala-2' });
    expect(await locationOf('/event/gala/')).toBe('/event/gala-2/');
  });

  test('The former slug of a protected event leads to the page that asks for its password', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later, password: 'sesame' });
    await update(`/events/${id}`, { slug: 'ball' });
    expect(await locationOf('/event/gala/')).toBe('/event/ball/');
  });

  test.each(['draft', 'private', 'trash'])(
    'The former slug of an event with the status %s leads nowhere',
    async (status) => {
      const { id } = await create('/events', { title: 'Gala', ...later });
      await update(`/events/${id}`, { slug: 'ball' });
      await update(`/events/${id}`, { status });
      expect(await locationOf('/event/gala/')).toBe(404);
    },
  );

  test('Subscriptions to an event and links in other sites outlast a change of its slug', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    await update(`/events/${id}`, { slug: 'ball' });
    expect(await locationOf('/event/gala/?ical=1')).toBe('/events/gala.ics?plain=true');
    expect(await fileAt('/events/gala.ics')).toContain(`${origin}/event/ball/`);
    expect(await titleIn('/event/gala/')).toBe('Gala');
    expect((await app.request({ path: '/events/by-slug/gala' })).status).toBe(404);
    const taker = await create('/events', { title: 'Taker', slug: 'gala', ...later });
    expect(taker.slug).toBe('gala');
    expect(await fileAt('/events/gala.ics')).toContain(':Taker\r\n');
    expect(await titleIn('/event/gala/')).toBe('Taker');
  });

  test.each([
    ['/events', { title: 'Gala', slug: '1984', ...later }, '/event/1984/', '/event/ball/'],
    ['/venues', { venue: 'Gala' }, '/venue/gala/', '/venue/ball/'],
    ['/categories', { name: 'Gala' }, '/events/category/gala/', '/events/category/ball/'],
    ['/tags', { name: 'Gala' }, '/tag/gala/', '/tag/ball/'],
  ])(
    'Subscriptions to a record of %s, by the URL of its page, outlast a change of its slug',
    async (list, json, first, last) => {
      const { id } = await create(list, json);
      await update(`${list}/${id}`, { slug: 'ball' });
      expect(await locationOf(`${first}?ical=1`)).toBe(`${last}?ical=1`);
      expect(await locationOf(`/fr${first}?ical=1`)).toBe(`/fr${last}?ical=1`);
      expect(await locationOf(`${last}?ical=1`)).toMatch(/\.ics/);
    },
  );

  test.each([
    ['/events/category/gala/feed/', '/events/category/ball/?feed=rss2'],
    ['/events/category/gala/list/?ical=1', '/events/category/ball/?ical=1'],
    ['/fr/events/category/gala/2027-05/?ical=1', '/fr/events/category/ball/?ical=1'],
    ['/events/?tribe_events_cat=gala&ical=1', '/events/category/ball/?tribe_events_cat=gala&ical=1'],
  ])('A subscription to the feed %s of a category outlasts a change of its slug', async (first, last) => {
    const { id } = await create('/categories', { name: 'Gala' });
    await update(`/categories/${id}`, { slug: 'ball' });
    expect(await locationOf(first)).toBe(last);
    expect(await locationOf(last)).toMatch(
      /\/events\.(?:rss\?categories=ball&dated_by=start|ics\?categories=ball&plain=true)$/,
    );
  });

  test.each(['categories', 'tags'])(
    'Feeds, embedded calendars and bookmarks that are filtered by %s outlast a change of the slug',
    async (kind) => {
      const { id } = await create(`/${kind}`, { name: 'Gala' });
      await create('/events', { title: 'Dance', [kind]: [id], ...later });
      await create('/events', { title: 'Chess', ...later });
      await update(`/${kind}/${id}`, { name: 'Ball', slug: 'ball' });
      const file = await fileAt(`/events.ics?${kind}=gala`);
      expect(file.match(/SUMMARY.*/g)).toEqual([expect.stringContaining(':Dance')]);
      expect(file).toMatch(/^NAME[^:]*:Ball – /m);
      expect((await app.request({ path: `/events?${kind}=gala` })).body).toMatchObject({ total: 1 });
      const page = await fileAt(`/events/?${kind === 'tags' ? 'tag' : 'category'}=gala`);
      expect(page.match(/Dance|Chess/g)).toContain('Dance');
      expect((await app.request({ path: `/events?${kind}=gala,none` })).status).toBe(400);
      const taker = await create(`/${kind}`, { name: 'Gala' });
      expect(taker.slug).toBe('gala');
      expect(await fileAt(`/events.ics?${kind}=gala`)).not.toContain('SUMMARY');
    },
  );

  test.each([
    ['/venue/gala/feed/atom/', '/venue/ball/?feed=atom'],
    ['/venue/gala/ical/', '/venue/ball/?ical=1'],
  ])('A subscription to the feed %s of a venue outlasts a change of its slug', async (first, last) => {
    const { id } = await create('/venues', { venue: 'Gala' });
    await update(`/venues/${id}`, { slug: 'ball' });
    expect(await locationOf(first)).toBe(last);
  });

  test('The former slug of a translation leads to its calendar file and preview in its language', async () => {
    const { id } = await create('/events', { title: 'Gala', ...later });
    await update(`/events/${id}`, { title: 'Fête', slug: 'fete' }, { i18n_language: 'fr' });
    await update(`/events/${id}`, { slug: 'bal' }, { i18n_language: 'fr' });
    expect(await fileAt('/fr/events/fete.ics')).toContain(':Fête\r\n');
    expect(await titleIn('/fr/event/fete/')).toBe('Fête');
  });

  test.each([
    ['is private', { status: 'private' }],
    ['has a password', { password: 'sesame' }],
  ])(
    'The calendar file and preview of an event that %s are refused by a former slug as by its present one',
    async (_, change) => {
      const { id } = await create('/events', { title: 'Gala', ...later });
      await update(`/events/${id}`, { slug: 'ball', ...change });
      const paths = (slug: string) => [`/events/${slug}.ics`, embedPath(`/event/${slug}/`)];
      for (const [at, path] of paths('gala').entries()) {
        const former = await app.request<{ code: string }>({ path });
        const present = await app.request<{ code: string }>({ path: paths('ball')[at] as string });
        expect([former.status, former.body.code]).toEqual([present.status, present.body.code]);
        expect(former.status).toBeGreaterThanOrEqual(400);
      }
    },
  );

  test('Former slugs of deleted records are forgotten', async () => {
    const event = await create('/events', { title: 'Gala', ...later });
    const tag = await create('/tags', { name: 'Gala' });
    await update(`/events/${event.id}`, { slug: 'ball' });
    await update(`/tags/${tag.id}`, { slug: 'ball' });
    await remove(`/events/${event.id}`, { force: 'true' });
    await remove(`/tags/${tag.id}`);
    expect(await locationOf('/event/gala/')).toBe(404);
    expect(await locationOf('/tag/gala/')).toBe(404);
    expect(await app.store.reader.selectFrom('former_slugs').selectAll().execute()).toEqual([]);
  });
});
