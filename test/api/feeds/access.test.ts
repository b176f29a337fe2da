// Feeds contain what the list contains for the same caller, and behave like other replies.
import { beforeAll, describe, expect, test } from 'vitest';
import { feedFormats } from '../../../src/resources/events/feeds/formats.ts';
import { type Document, readDocumentation } from '../../support/documented/documented.ts';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestReply, TestRequest } from '../../support/test-request.ts';

let app: TestApp;
const site = 'http://calendar.example';

const create = async (json: Record<string, unknown>): Promise<number> => {
  const { status, body } = await app.request({ as: 'ed', method: 'POST', path: '/events', json });
  expect(status, JSON.stringify(body)).toBe(201);
  return body['id'] as number;
};

const on = (day: string) => ({ start_date: `${day} 19:30:00`, end_date: `${day} 22:00:00` });

const ids: Record<string, number> = {};
let venue: number;
let organizer: number;

beforeAll(async () => {
  app = await startTestApp();
  ids['gala'] = await create({
    title: 'Gala',
    description: 'With dinner',
    ...on('2027-06-19'),
    categories: ['Music', 'Jazz'],
    tags: ['loud'],
    featured: true,
    tickets: [{ name: 'Seat', price: 5 }],
    venue: { venue: 'Hall', geo_lat: 40, geo_lng: -70 },
    organizer: { organizer: 'Club' },
  });
  const { body } = await app.request<{ venue: { id: number }; organizer: { id: number }[] }>({
    path: `/events/${ids['gala']}`,
  });
  venue = body.venue.id;
  organizer = body.organizer[0]?.id as number;
  ids['talk'] = await create({ title: 'Talk', ...on('2027-07-19'), post_parent: ids['gala'], tags: ['calm'] });
  ids['past'] = await create({ title: 'Past', ...on('2020-07-19') });
  ids['far'] = await create({ title: 'Far', ...on('2035-07-19') });
  ids['secret'] = await create({
    title: 'Secret',
    description: 'Hush-hush',
    excerpt: 'Hush',
    cost: '99',
    website: 'https://hush.example/',
    password: 'sesame',
    categories: ['Conspiracies'],
    venue: { venue: 'Cellar' },
    organizer: { organizer: 'Conspirators' },
    tickets: [{ name: 'Hush ticket', price: 9 }],
    ...on('2027-08-19'),
  });
  ids['draft'] = await create({ title: 'Unfinished', ...on('2027-08-20'), status: 'draft' });
  ids['private'] = await create({ title: 'Internal', ...on('2027-08-21'), status: 'private' });
  ids['later'] = await create({ title: 'Upcoming', ...on('2027-08-22'), date: '2027-05-01 10:00:00' });
  ids['hidden'] = await create({ title: 'Unlisted', ...on('2027-08-23'), hide_from_listings: true });
  ids['trash'] = await create({ title: 'Thrown', ...on('2027-08-24'), status: 'trash' });
  const cellar = { venue: 'Backroom', status: 'draft' };
  ids['linked'] = await create({ title: 'At a draft', ...on('2027-08-25'), venue: cellar });
});

/** Every format, with a function that extracts the ids of its events. */
const formats = {
  ics: (body: unknown) => [...String(body).matchAll(/\r\nUID:(\d+)@/g)].map(([, id]) => Number(id)),
  rss: (body: unknown) => [...String(body).matchAll(/<guid [^>]*>[^<]*\?p=(\d+)</g)].map(([, id]) => Number(id)),
  atom: (body: unknown) => [...String(body).matchAll(/<entry [^>]*><id>[^<]*\?p=(\d+)</g)].map(([, id]) => Number(id)),
  'feed.json': (body: unknown) =>
    (body as { items: { id: string }[] }).items.map(({ id }) => Number(id.replace(/^.*=/, ''))),
  csv: (body: unknown) => [...String(body).matchAll(/^(\d+),/gm)].map(([, id]) => Number(id)),
  jsonld: (body: unknown) =>
    (body as { '@graph': { name: string }[] })['@graph'].map(({ name }) => titles[name] as number),
} as const;

type Format = keyof typeof formats;
const names = Object.keys(formats) as Format[];

test('Every feed format has a reader here', () => {
  expect(names.toSorted()).toEqual(feedFormats.map(({ extension }) => extension).toSorted());
});

const titles: Record<string, number> = {};

async function idsIn(format: Format, query: string, as: TestRequest['as'] = null): Promise<number[]> {
  const { status, body } = await app.request({ as, path: `${site}/events.${format}?${query}` });
  expect(status, JSON.stringify(body)).toBe(200);
  return formats[format](body);
}

async function listed(query: string, as: TestRequest['as'] = null): Promise<number[]> {
  const { status, body } = await app.request<{ events: { id: number; title: string }[] }>({
    as,
    path: `/events?per_page=100&${query}`,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  for (const { id, title } of body.events) titles[title] = id;
  return body.events.map(({ id }) => id);
}

/** Formats without description, excerpt, cost and website. */
const withoutTexts: readonly string[] = [];
/** Formats without the URL of an event's page. */
const withoutUrls: readonly string[] = ['csv'];

const queries = (): [string, TestRequest['as']][] => [
  ['', null],
  ['', 'ed'],
  ['start_date=2000-01-01&end_date=2050-01-01', null],
  ['starts_before=2027-07-01', null],
  ['ends_after=2027-07-01&ends_before=2030-01-01', null],
  ['search=gala', null],
  ['search=hush', null],
  ['search=hush&password=sesame', null],
  ['categories=music', null],
  ['categories=conspiracies', null],
  ['categories[]=jazz&tags[]=loud', null],
  [`venue=${venue}`, null],
  [`organizer=${organizer}`, null],
  ['featured=true', null],
  [`include=${ids['past']},${ids['draft']},${ids['gala']}`, null],
  [`post_parent=${ids['gala']}`, null],
  ['ticketed=1', null],
  ['geoloc=1', null],
  ['geoloc_lat=40&geoloc_lng=-70&geoloc_radius=10', null],
  ['orderby=title&order=desc', null],
  ['orderby=modified', 'ed'],
  ['status=draft,future', 'ed'],
  ['status=trash', 'ed'],
  ['hide_from_listings=true', 'ed'],
  ['modified_after=2027-01-01', null],
];

describe.each(names)('Access to feeds of format %s', (format) => {
  test('A feed contains the events of the list, with every filter', async () => {
    for (const [query, as] of someOf(queries(), names.indexOf(format))) {
      const expected = await listed(query, as);
      expect(await idsIn(format, query, as), `${query} as ${as}`).toEqual(expected);
    }
  });

  test('A feed reports an invalid parameter with the error of the list', async () => {
    const wrong = 'start_date=soonish&categories=nope&venue=999999&featured=perhaps&status=draft&page=0&orderby=luck';
    const without = ({ body }: TestReply<Record<string, unknown>>) => ({
      ...body,
      data: { ...(body['data'] as object), request_id: '' },
    });
    const list = await app.request({ path: `/fr/events?${wrong}`.replace('/fr', '') });
    const feed = await app.request({ path: `${site}/events.${format}?${wrong}` });
    expect(feed.status).toBe(400);
    expect(feed.headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(without(feed)).toEqual(without(list));
    const french = await app.request<{ message: string }>({ path: `${site}/fr/events.${format}?page=0` });
    expect(french.body.message).not.toBe(
      (await app.request<{ message: string }>({ path: '/events?page=0' })).body.message,
    );
    expect((await app.request({ path: `${site}/events.${format}?page=900` })).status).toBe(404);
    const stranger = { authorization: `Basic ${Buffer.from('ed:wrong').toString('base64')}` };
    expect((await app.request({ path: `${site}/events.${format}`, headers: stranger })).status).toBe(401);
  });

  test('A feed contains no event that the caller may not read', async () => {
    for (const query of ['', 'start_date=2000-01-01&end_date=2050-01-01', `include=${Object.values(ids).join(',')}`]) {
      const { body } = await app.request({ path: `${site}/events.${format}?${query}` });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect(text).toContain('Secret');
      expect(text).not.toMatch(/hush|conspir|cellar|\b99\b|unfinished|internal|upcoming|unlisted|thrown|backroom/i);
    }
    const opened = await app.request({ path: `${site}/events.${format}?password=sesame` });
    if (!withoutTexts.includes(format))
      expect(typeof opened.body === 'string' ? opened.body : JSON.stringify(opened.body)).toMatch(/hush|\b99\b/i);
    expect(opened.headers['cache-control']).toBe('private, no-store');
  });

  test('A feed has validators and cache headers like other replies', async () => {
    const path = `${site}/events.${format}`;
    const first = await app.request({ path });
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' });
    const { etag } = first.headers;
    const again = await app.request({ path, headers: { 'if-none-match': etag as string } });
    expect([again.status, again.body, again.headers['etag']]).toEqual([304, undefined, etag]);
    const head = await app.request({ method: 'HEAD', path });
    expect([head.status, head.body]).toEqual([200, undefined]);
    expect(head.headers).toMatchObject({ etag, 'content-length': first.headers['content-length'] });
    const own = await app.request({ as: 'ed', path });
    expect(own.headers['cache-control']).toBe('private, no-store');
    expect(own.headers['etag']).not.toBe(etag);
    expect((await app.request({ path })).headers['etag']).toBe(etag);
    expect((await app.request({ method: 'POST', path, as: 'ed' })).status).toBe(404);
  });

  test('A feed is in the requested language, at the root and inside the namespace', async () => {
    const { body: gala } = await app.request<{ id: number }>({
      as: 'ed',
      method: 'PATCH',
      path: `/events/${ids['gala']}`,
      json: { i18n_language: 'fr', title: 'Le gala' },
    });
    expect(gala.id).toBe(ids['gala']);
    const texts = await Promise.all(
      [
        `${site}/fr/events.${format}`,
        `${site}/events.${format}?i18n_language=fr`,
        `${site}/fr/wp-json/calendar/events/v1/events.${format}`,
        `${site}/FR/Events.${format}/`,
      ].map(async (path) => {
        const reply = await app.request({ path });
        expect(reply.headers['content-language']).toBe('fr');
        return JSON.stringify(reply.body);
      }),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('Le gala');
    if (!withoutUrls.includes(format)) expect(texts[0]).toContain(`${site}/fr/event/gala/`);
  });

  test('A feed is described in the OpenAPI document', async () => {
    const documentation = readDocumentation((await app.request<Document>({ path: '/doc' })).body);
    const request = { path: `/events.${format}`, query: { per_page: 1 } };
    const reply = await app.request(request);
    const problems = documentation.problemsOf(request, reply);
    // Only JSON schemas are checked.
    expect(problems.filter((problem) => !problem.endsWith('a body without schema'))).toEqual([]);
  });
});

describe('a single event as iCalendar', () => {
  test('One event as iCalendar is found by id and by slug, public and in the namespace', async () => {
    const bodies = await Promise.all(
      [`${site}/events/${ids['talk']}.ics`, `${site}/events/talk.ics`, `/events/talk.ics`].map(async (path) =>
        (await app.request<string>({ path })).body.replace(/^SOURCE.*\r\n/m, ''),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(formats.ics(bodies[0])).toEqual([ids['talk']]);
  });

  test.each([
    ['nothing', 404, 'rest-event-not-found'],
    ['999999', 404, 'rest-event-not-found'],
    ['9'.repeat(400), 404, 'rest-event-not-found'],
    ['secret', 403, 'event-password-protected'],
    ['unfinished', 403, 'event-not-accessible'],
    ['upcoming', 403, 'event-not-accessible'],
    ['thrown__trashed', 403, 'event-no-longer-available'],
  ])('%s is refused with %i', async (slug, status, code) => {
    const { status: actual, body } = await app.request({ path: `${site}/events/${slug}.ics` });
    expect([actual, body['code']]).toEqual([status, code]);
  });

  test('One protected event as iCalendar is readable with its password, and for its editors', async () => {
    const opened = await app.request<string>({ path: `${site}/events/secret.ics?password=sesame` });
    expect(opened.body).toContain('Hush-hush');
    expect(opened.headers['cache-control']).toBe('private, no-store');
    expect((await app.request<string>({ as: 'ed', path: `${site}/events/secret.ics` })).body).toContain('Hush-hush');
  });
});

test('A feed that is too large for one file is refused with the advice to fetch pages', async () => {
  const other = await startTestApp({ settings: { feedMebibytes: 1 } });
  const json = { title: 'Long', description: 'word '.repeat(39_000), ...on('2027-06-19') };
  for (let n = 0; n < 4; n++) await other.request({ as: 'ed', method: 'POST', path: '/events', json });
  const { status, body } = await other.request({ path: `${site}/events.ics` });
  expect([status, (body['data'] as { params: object }).params]).toEqual([
    400,
    { per_page: expect.stringContaining('1 MiB') },
  ]);
  expect((await other.request({ path: `${site}/events.ics?per_page=2` })).status).toBe(200);
});

test('The index of the site links all feeds', async () => {
  const { body } = await app.request<{ _links: Record<string, { href: string; type: string }[]> }>({
    path: `${site}/`,
  });
  const { calendar = [], feeds = [], sitemap = [] } = body._links;
  expect(calendar.map(({ href }) => href)).toEqual([`${site}/events.ics`, 'webcal://calendar.example/events.ics']);
  for (const { href, type } of [...calendar.slice(0, 1), ...feeds, ...sitemap])
    expect((await app.request({ path: href })).headers['content-type']).toContain(type);
});

test('Every feed links the calendar for subscriptions', async () => {
  const { headers } = await app.request({ path: `${site}/fr/events.rss?tags=calm&per_page=1` });
  expect(headers['link']).toContain(
    '<webcal://calendar.example/fr/events.ics?tags=calm>; rel="alternate"; type="text/calendar"',
  );
});

test('Links in feeds use the public URL of the site, whatever the URL of the request', async () => {
  const other = await startTestApp({ settings: { siteUrl: 'https://events.example.org' } });
  await other.request({ as: 'ed', method: 'POST', path: '/events', json: { title: 'Gala', ...on('2027-06-19') } });
  const { body } = await other.request<string>({ path: `${site}/events.ics` });
  expect(body).toMatch(/\r\nUID:\d+@events\.example\.org\r\n/);
  expect(body).toContain('\r\nURL:https://events.example.org/event/gala/\r\n');
  expect(body).not.toContain('calendar.example');
});
