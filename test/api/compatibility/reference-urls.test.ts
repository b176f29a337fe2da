// Bookmarks, subscriptions and links of the site that the calendar replaces (D68).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const site = 'http://calendar.example';
let app: TestApp;
let event: Body & { id: number };
let venue: Body & { id: number };
let draft: Body & { id: number };

beforeAll(async () => {
  app = await startTestApp();
  venue = await make(app, 'venues', { venue: 'Hall' });
  const parent = await make(app, 'categories', { name: 'Music' });
  await make(app, 'categories', { name: 'Jazz', parent: parent.id });
  await make(app, 'categories', { name: 'Month' });
  await make(app, 'tags', { name: 'Free' });
  event = await make(app, 'events', {
    ...kinds.events.required(),
    title: 'Gala',
    venue: venue.id,
    categories: ['Jazz'],
  });
  draft = await make(app, 'events', { ...kinds.events.required(), title: 'Hidden', status: 'draft' });
});

const hourOn = (day: string) => ({ start_date: `${day} 18:00`, end_date: `${day} 19:00` });

const follow = async (path: string, accept = 'text/html') => {
  const { status, headers } = await app.request({ path: site + path, headers: { accept } });
  return [status, headers['location']];
};

describe.each(['text/html', '*/*'])('A client that accepts %s', (accept) => {
  test.each([
    ['/?tribe_events=gala', '/event/gala/'],
    ['/?tribe_venue=hall', '/venue/hall/'],
    ['/?post_type=tribe_events&ical=1', '/events.ics?plain=true'],
    ['/?post_type=tribe_events&feed=rss2', '/events.rss?dated_by=start'],
    ['/events/?ical=1', '/events.ics?plain=true'],
    ['/events/?outlook-ical=1', '/events.ics?plain=true'],
    ['/events/?ical=1&tribe-bar-search=jazz', '/events.ics?plain=true&search=jazz'],
    ['/events/list/?ical=1&tribe-bar-date=2027-05-01', '/events.ics?plain=true&start_date=2027-05-01'],
    ['/events/2027-02/?ical=1', '/events.ics?plain=true&start_date=2027-02-01&starts_before=2027-02-28'],
    ['/events/category/music/jazz/?ical=1', '/events.ics?plain=true&categories=jazz'],
    ['/events/category/music/jazz/feed/', '/events.rss?dated_by=start&categories=jazz'],
    [
      '/events/category/music/jazz/month/?ical=1',
      '/events.ics?plain=true&categories=jazz&start_date=first day of this month&starts_before=last day of this month',
    ],
    ['/events/category/jazz/list/page/2/?ical=1', '/events.ics?plain=true&categories=jazz'],
    [
      '/events/category/jazz/2027-02/?ical=1',
      '/events.ics?plain=true&categories=jazz&start_date=2027-02-01&starts_before=2027-02-28',
    ],
    [
      '/events/tag/free/month/2027-02/?ical=1',
      '/events.ics?plain=true&tags=free&start_date=2027-02-01&starts_before=2027-02-28',
    ],
    [
      '/?post_type=tribe_events&tribe_events_cat=jazz&tribe-bar-date=2027-05-01&ical=1',
      '/events.ics?plain=true&categories=jazz&start_date=2027-05-01',
    ],
    [
      '/events/category/jazz/list/?tribe-bar-date=2027-05-01&ical=1',
      '/events.ics?plain=true&categories=jazz&start_date=2027-05-01',
    ],
    [
      '/events/tag/free/list/?tribe-bar-date=2027-05-01&ical=1',
      '/events.ics?plain=true&tags=free&start_date=2027-05-01',
    ],
    ['/?post_type=tribe_events&tag=free&ical=1', '/events.ics?plain=true&tags=free'],
    ['/events/month/2027-02/?ical=1', '/events.ics?plain=true&start_date=2027-02-01&starts_before=2027-02-28'],
    ['/events/category/month/?ical=1', '/events.ics?plain=true&categories=month'],
    [
      '/events/category/music/jazz/week/2027-05-10/?ical=1',
      '/events.ics?plain=true&categories=jazz&start_date=2027-05-09&starts_before=2027-05-15',
    ],
    [
      '/fr/events/category/jazz/week/2027-05-12/?ical=1',
      '/fr/events.ics?plain=true&categories=jazz&start_date=2027-05-10&starts_before=2027-05-16',
    ],
    ['/events/week/2027-05-10/?ical=1', '/events.ics?plain=true&start_date=2027-05-09&starts_before=2027-05-15'],
    [
      '/events/?ical=1&from=2027-05-01&to=2027-06-01&near=Lyon&free=true&online=true&search=',
      '/events.ics?plain=true&start_date=2027-05-01&starts_before=2027-06-01&near=Lyon&free=true&online=true',
    ],
    [
      '/events/2027-02/?ical=1&venue=7',
      '/events.ics?plain=true&start_date=2027-02-01&starts_before=2027-02-28&venue=7',
    ],
    ['/event/gala/?ical=1', '/events/gala.ics?plain=true'],
    ['/event/gala/ical/', '/events/gala.ics?plain=true'],
    ['/fr/event/gala/ical/', '/fr/events/gala.ics?plain=true'],
    ['/events/feed/', '/events.rss?dated_by=start'],
    ['/events/feed/atom/', '/events.atom?dated_by=start'],
    ['/event/gala/2027-06-10/', '/event/gala/'],
    ['/event/gala/embed/', '/event/gala/'],
    ['/wp-sitemap.xml', '/sitemap.xml'],
    ['/sitemap_index.xml', '/sitemap.xml'],
    ['/wp-sitemap-posts-tribe_events-1.xml', '/sitemap-events.xml'],
    ['/wp-sitemap-posts-tribe_events-2.xml', '/sitemap.xml'],
    ['/wp-sitemap-posts-tribe_venue-1.xml', '/sitemap-venues.xml'],
    ['/wp-sitemap-taxonomies-tribe_events_cat-1.xml', '/sitemap-categories.xml'],
    ['/wp-sitemap-taxonomies-post_tag-1.xml', '/sitemap-tags.xml'],
    ['/tribe_events-sitemap.xml', '/sitemap-events.xml'],
    ['/tribe_organizer-sitemap1.xml', '/sitemap-organizers.xml'],
    ['/tribe_events-sitemap2.xml', '/sitemap.xml'],
    ['/events/list/?tribe-bar-date=2027-05-01', '/events/?from=2027-05-01'],
    ['/events/list/page/2/', '/events/?page=2'],
    ['/events/page/3/?tribe-bar-search=a', '/events/?search=a&page=3'],
    ['/events/?tribe_paged=2', '/events/?page=2'],
    ['/events/category/music/jazz/?paged=2', '/events/category/music/jazz/?page=2'],
    ['/events/list/?tribe-bar-date=2027-5-1', '/events/?from=2027-05-01'],
    ['/events/list/?tribe_eventcategory[0]=2&tribe_eventcategory[1]=3', '/events/?category=2,3'],
    ['/events/photo/', '/events/'],
    ['/events/featured/', '/events/'],
    ['/events/month/featured/', '/events/month/'],
    ['/events/month/2027-05/', '/events/2027-05/'],
    ['/fr/events/month/2027-05/', '/fr/events/2027-05/'],
    ['/events/list/page/2/?eventDisplay=past', '/events/past/?page=2'],
    ['/events/?eventDisplay=month&eventDate=2027-06', '/events/2027-06/'],
    ['/?post_type=tribe_events&eventDisplay=day&eventDate=2027-06-10', '/events/2027-06-10/'],
    ['/?s=a%20gala', '/events/?search=a%20gala'],
    ['/?s=gala&post_type=tribe_events', '/events/?search=gala'],
    ['/?post_type=tribe_events&tag=free', '/events/?tag=free'],
    ['/events/list/?tribe_event_display=past&tribe_paged=2', '/events/past/?page=2'],
    ['/events/?tribe_event_display=month&tribe-bar-date=2027-05-01', '/events/2027-05/'],
    ['/index.php/events/', '/events/'],
    ['/index.php/events/?search=gala', '/events/?search=gala'],
    ['/index.php/event/gala/', '/event/gala/'],
    ['/fr/index.php/events/category/music/jazz', '/fr/events/category/music/jazz/'],
    ['/index.php/events/month/2027-05/', '/events/2027-05/'],
    ['/events/category/music/jazz/featured/', '/events/category/music/jazz/'],
    ['/events/tag/free/featured/', '/events/tag/free/'],
    ['/events/category/music/jazz/list/', '/events/category/music/jazz/'],
    ['/events/category/music/jazz/page/2/', '/events/category/music/jazz/?page=2'],
    ['/events/category/music/jazz/month/', '/events/month/?category=jazz'],
    ['/events/tag/free/2027-05/', '/events/2027-05/?tag=free'],
    ['/events/category/music/jazz/day/2027-05-10/', '/events/2027-05-10/?category=jazz'],
    ['/events/category/day/2027-05-10/', '/events/2027-05-10/?category=day'],
    ['/events/category/featured/list/', '/events/category/featured/'],
    ['/events/category/music/jazz/?ical=1&tribe-bar-search=sax', '/events.ics?plain=true&categories=jazz&search=sax'],
    ['/tag/free/?ical=1&tribe-bar-search=sax', '/events.ics?plain=true&tags=free&search=sax'],
    ['/events/feed/?feed=atom', '/events.atom?dated_by=start'],
    ['/events/feed/atom/?feed=rss2', '/events.rss?dated_by=start'],
    ['/event/2027-05/feed/', '/events.rss?dated_by=start'],
    ['/?s=gala&s=jazz', '/events/?search=jazz'],
    ['/events/photo/?eventDisplay=photo', '/events/'],
    ['/events/month/?eventDisplay=photo', '/events/'],
    ['/events/month/?eventDate=2027-06', '/events/2027-06/'],
    ['/events/?eventDate=2027-06-10', '/events/?from=2027-06-10'],
    ['/events/day/', '/events/today/'],
    ['/events/category/music/jazz/list/?eventDisplay=past', '/events/past/?category=jazz'],
    ['/events/category/music/jazz/?eventDisplay=month&tribe-bar-date=2027-06-01', '/events/2027-06/?category=jazz'],
    ['/events/tag/free/month/?tribe-bar-date=2027-06-01', '/events/2027-06/?tag=free'],
    ['/events/category/music/jazz/week/2027-05-10/', '/events/week/2027-05-10/?category=jazz'],
    ['/events/category/week/2027-05-10/', '/events/2027-05-10/?category=week'],
  ])('A client is redirected from %s to %s', async (path, target) => {
    const [status, location] = await follow(path, accept);
    expect(status).toBe(301);
    const [asked, wanted] = [new URL(location as string, site), new URL(target, site)];
    expect([asked.pathname, Object.fromEntries(asked.searchParams)]).toEqual([
      wanted.pathname,
      Object.fromEntries(wanted.searchParams),
    ]);
  });
  test('A client finds a record by its id, if it may read it', async () => {
    expect(await follow(`/?p=${event.id}`, accept)).toEqual([301, '/event/gala/']);
    expect(await follow(`/?post_type=tribe_venue&p=${venue.id}`, accept)).toEqual([301, '/venue/hall/']);
    for (const id of [draft.id, 999_999]) expect((await follow(`/?p=${id}`, accept))[0]).toBe(404);
  });
  test('A client finds a protected event by its id, at the page that asks for its password', async () => {
    const json = { ...kinds.events.required(), title: `Members of ${accept}`, password: 'sesame' };
    const { id, slug } = (await make(app, 'events', json)) as Body & { id: number; slug: string };
    expect(await follow(`/?p=${id}`, accept)).toEqual([301, `/event/${slug}/`]);
    expect((await follow(`/event/${slug}/`, accept))[0]).toBe(403);
  });
  test('A client finds the occurrence of a day, which has a number in its slug here', async () => {
    const slug = accept === '*/*' ? 'yoga' : '%d7%a9';
    const occurrence = (day: string) => ({ ...kinds.events.required(), slug, ...hourOn(day) });
    for (const day of ['2027-06-03', '2027-06-10']) await make(app, 'events', occurrence(day));
    await make(app, 'events', { ...occurrence('2027-06-17'), end_date: '2027-06-18 02:00' });
    await make(app, 'events', { ...kinds.events.required(), slug: `${slug}-club`, ...hourOn('2027-06-24') });
    expect(await follow(`/event/${slug}/2027-06-03/`, accept)).toEqual([301, `/event/${slug}/`]);
    expect(await follow(`/event/${slug}/2027-06-17/`, accept)).toEqual([301, `/event/${slug}-3/`]);
    expect(await follow(`/fr/event/${slug}/2027-06-10/ical/`, accept)).toEqual([
      301,
      `/fr/events/${slug}-2.ics?plain=true`,
    ]);
    expect(await follow(`/event/${slug}/2027-06-24/`, accept)).toEqual([301, `/event/${slug}/`]);
  });
  test('A client gets the calendar file of an event whose slug is a number', async () => {
    const slug = accept === '*/*' ? '1984' : String(venue.id);
    const { id } = await make(app, 'events', { ...kinds.events.required(), slug });
    expect(await follow(`/event/${slug}/?ical=1`, accept)).toEqual([301, `/events/${id}.ics?plain=true`]);
    expect((await follow(`/event/${event.id}/ical/`, accept))[0]).toBe(404);
  });
  test.each([
    ...['/venue/nowhere/?ical=1', '/organizer/nobody/feed/', '/fr/venue/nowhere/feed/atom/'],
    ...['/events/category/nope/feed/', '/events/category/music/nope/?ical=1', '/events/category/nope/month/?ical=1'],
    ...['/events/tag/nope/feed/', '/fr/tag/nope/feed/atom/', '/tag/nope/?ical=1'],
  ])('A client gets 404 for the feed %s of a record that does not exist, not all events', async (path) =>
    expect(await follow(path, accept)).toEqual([404, undefined]),
  );
  test('A client gets the feed that it is redirected to', async () => {
    const [, location] = await follow(`/venue/hall/?ical=1`, accept);
    expect(location).toBe(`/events.ics?venue=${venue.id}&plain=true`);
    expect((await app.request<string>({ path: site + location })).body).toMatch(/SUMMARY[^:]*:Gala/);
  });
});

test.each(['2027-07', '2027-07-31', 'week/2027-07-26'])(
  'The feed of /events/%s/ has an event that ends after the last midnight',
  async (view) => {
    const night = { title: 'Night', start_date: '2027-07-31 22:00', end_date: '2027-08-01 02:00' };
    await make(app, 'events', { ...kinds.events.required(), ...night });
    const [, location] = await follow(`/events/${view}/?ical=1`);
    expect((await app.request<string>({ path: site + location })).body).toMatch(/SUMMARY[^:]*:Night/);
  },
);

test.each(['month', 'photo', '2027-05', 'feed', 'ical', 'featured'])(
  'Records with the slug %s have pages and feeds',
  async (slug) => {
    const calendar = await startTestApp();
    const open = async (url: unknown, query = '') => {
      const path = `${url}${query}`;
      const { status, headers } = await calendar.request({ path, headers: { accept: 'text/html' } });
      return [status, headers['location']];
    };
    const { id: parent } = await make(calendar, 'categories', { name: 'Arts' });
    await make(calendar, 'categories', { name: 'Music' });
    const category = await make(calendar, 'categories', { ...kinds.categories.required(), slug, parent });
    expect(await open(category['url'])).toEqual([200, undefined]);
    expect(await open(category['url'], '?ical=1')).toEqual([301, `/events.ics?categories=${slug}&plain=true`]);
    const tag = await make(calendar, 'tags', { ...kinds.tags.required(), slug });
    expect(await open(tag['url'])).toEqual([200, undefined]);
    expect(await open(tag['url'], '?ical=1')).toEqual([301, `/events.ics?tags=${slug}&plain=true`]);
    for (const kind of ['events', 'venues', 'organizers'] as const) {
      const record = await make(calendar, kind, { ...kinds[kind].required(), slug });
      expect(await open(record['url']), kind).toEqual([200, undefined]);
    }
    // The category is not below this one.
    expect((await open(`${site}/events/category/music/${slug}/`))[0]).toBe(301);
  },
);

test('A URL with nothing after /index.php is not redirected to another host', async () => {
  for (const path of ['/fr/index.php/', '/index.php/en/']) expect(await follow(path), path).toEqual([404, undefined]);
});

test('Sitemaps of what the calendar does not have are 404', async () => {
  for (const path of [
    '/wp-sitemap-posts-page-1.xml',
    '/wp-sitemap-users-1.xml',
    '/post-sitemap.xml',
    '/my-sitemap.xml',
  ])
    expect((await follow(path, '*/*'))[0], path).toBe(404);
});
