// A site at `https://host/calendar` (D67).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const origin = 'http://calendar.example';
const home = `${origin}/calendar`;
let app: TestApp;
let event: Body & { id: number; slug: string };

beforeAll(async () => {
  app = await startTestApp({ settings: { siteUrl: home } });
  event = await make(app, 'events', kinds.events.required());
});

const read = (path: string, accept = '*/*') => app.request<Body>({ path: origin + path, headers: { accept } });
const urlsIn = (text: string) => text.match(/(?:https?|webcal):\/\/calendar\.example[^\s"<>\\]*/g) ?? [];

describe.each(['/calendar', ''])('behind "%s"', (folder) => {
  test.each([
    '/wp-json/',
    '/wp-json/calendar/events/v1/events',
    '/wp-json/tribe/events/v1/events?per_page=1',
    '/calendar/events/v1/events',
    '/fr/wp-json/calendar/events/v1',
    '/?rest_route=/calendar/events/v1/events',
    '/wp-json/calendar/events/v1/doc',
    '/events.ics',
    '/events.rss',
    '/sitemap.xml',
    '/.well-known/api-catalog',
    '/events/',
    '/docs',
  ])('%s is served with links into the folder', async (path) => {
    const { status, headers, body } = await read(folder + path, 'text/html');
    expect([path, status]).toEqual([path, 200]);
    const text = `${headers['link'] ?? ''} ${typeof body === 'string' ? body : JSON.stringify(body)}`;
    const outside = urlsIn(text).filter((url) => !/^\w+:\/\/calendar\.example\/calendar(?:[/?]|$)/.test(url));
    // UIDs are not URLs.
    expect([path, outside.filter((url) => !url.includes('?id='))]).toEqual([path, []]);
  });
  test('A record is read, changed and created', async () => {
    const below = `${origin}${folder}/wp-json/calendar/events/v1/events`;
    const created = await app.request<Body>({ as: 'ed', method: 'POST', path: below, json: kinds.events.required() });
    expect(created.headers['location']).toBe(`${home}/wp-json/calendar/events/v1/events/${created.body['id']}`);
    const changed = await app.request({ as: 'ed', method: 'PATCH', path: `${below}/${event.id}`, json: { cost: '3' } });
    expect(changed.status).toBe(200);
    expect((await app.request<Body>({ path: `${below}/${event.id}` })).body).toMatchObject({
      cost: '$3',
      url: `${home}/event/${event.slug}/`,
      rest_url: `${home}/wp-json/calendar/events/v1/events/${event.id}`,
    });
  });
  test('A page of the reference is redirected inside the folder', async () => {
    const { status, headers } = await read(`${folder}/events/?tribe-bar-search=jazz`);
    expect([status, headers['location']]).toEqual([301, '/calendar/events/?search=jazz']);
  });
  test('The stylesheet and the documents of the front page are found', async () => {
    const { body } = await read(`${folder}/`, 'text/html');
    const paths = [...String(body).matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path as string);
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) expect([path, (await read(path, 'text/html')).status]).toEqual([path, 200]);
  });
});

test('A path that only begins like the folder is not inside it', async () => {
  expect((await read('/calendars/wp-json/')).status).toBe(404);
  expect((await read('/calendar/events/v1/events')).body['total']).toBeGreaterThan(0);
  expect((await read('/calendar?rest_route=/')).body).toHaveProperty('namespaces');
});

test('Both URLs share a cached response', async () => {
  const listening = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const texts = [];
  for (const folder of ['/calendar', '/calendar', ''])
    texts.push(await (await fetch(`${listening}${folder}/wp-json/calendar/events/v1/events`)).text());
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('/calendar/wp-json/');
});

test('The folder may be called like a path of the calendar', async () => {
  const site = await startTestApp({ settings: { siteUrl: `${origin}/events` } });
  const { id } = await make(site, 'events', kinds.events.required());
  const listening = await site.app.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['', 'month/', '2027-05/', `${id}.ics`]) {
    const { status } = await fetch(`${listening}/events/events/${path}`, { headers: { accept: 'text/html' } });
    expect([path, status]).toEqual([path, 200]);
  }
});
