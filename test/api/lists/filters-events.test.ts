// Specification 4.2: every query parameter of the list of events, valid and invalid, alone and together.

import { beforeAll, describe, expect, test } from 'vitest';
import { discoveryLinks } from '../../../src/http/discovery.ts';
import { type Body, behind, expectInvalid, kinds, make } from '../../support/field-table.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';
import { bad, cases } from './filters-events-cases.ts';

let app: TestApp;
const id: Record<string, number> = {};

const at = (day: string, more: object = {}) => ({
  start_date: `2027-04-${day} 10:00`,
  end_date: `2027-04-${day} 11:00`,
  ...more,
});

beforeAll(async () => {
  app = await startTestApp();
  const remember = async (name: string, plural: string, json: object) => {
    id[name] = (await make(app, plural, json)).id;
  };
  await remember('Art', 'categories', { name: 'Art' });
  await remember('Film', 'categories', { name: 'Film', parent: id['Art'] });
  await remember('loud', 'tags', { name: 'loud' });
  await remember('Hall', 'venues', { venue: 'Hall', geo_lat: 48.8566, geo_lng: 2.3522 });
  await remember('Park', 'venues', { venue: 'Park' });
  await remember('Secret', 'venues', { venue: 'Secret', status: 'private' });
  await remember('Ann', 'organizers', { organizer: 'Ann' });
  const ticket = [{ name: 'T' }];
  const words = { description: 'Zürich “quoted phrase” here', excerpt: 'shortword' };
  await remember('A', 'events', {
    title: 'Alpha one',
    ...at('01'),
    categories: [id['Art']],
    venue: id['Hall'],
    featured: true,
  });
  await remember('B', 'events', {
    title: 'Beta one',
    ...at('02'),
    categories: ['Film'],
    tags: ['loud'],
    tickets: ticket,
  });
  await remember('C', 'events', { title: 'Gamma', ...at('03'), venue: id['Park'], organizer: id['Ann'], ...words });
  await remember('D', 'events', {
    title: 'Delta',
    ...at('04'),
    author: 3,
    date: '2027-01-05 12:00:00',
    tags: ['loud'],
    post_parent: id['A'],
    organizer: id['Ann'],
  });
  await remember('Draft', 'events', { title: 'Draft one', ...at('05'), status: 'draft' });
  await remember('Hidden', 'events', { title: 'Hidden one', ...at('06'), hide_from_listings: true });
  await remember('Trash', 'events', { title: 'Trash one', ...at('07'), status: 'trash' });
  await remember('Past', 'events', { title: 'Past one', start_date: '2020-01-01 10:00', end_date: '2020-01-01 11:00' });
});

/** `{Art}` is the id of Art. */
const filled = (query: string) => query.replace(/\{(\w+)\}/g, (_, name: string) => String(id[name]));
interface Page extends Body {
  events: { id: number }[];
  total: number;
  next_rest_url?: string;
}

/** Names of the listed events; reads every page and checks the totals. */
async function listed(query: string, as: Login | null = null, base = '/events', perPage = 2): Promise<string[]> {
  const names: string[] = [];
  let path: string | undefined = `${base}?${filled(query)}&per_page=${perPage}`;
  while (path) {
    const reply: { status: number; headers: Record<string, string | undefined>; body: Page } = await app.request<Page>({
      as,
      path,
    });
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200);
    expect(reply.headers['x-tec-total']).toBe(String(reply.body.total));
    for (const event of reply.body.events) names.push(Object.keys(id).find((name) => id[name] === event.id) ?? '?');
    if (!reply.body.next_rest_url) expect(names).toHaveLength(reply.body.total);
    path = reply.body.next_rest_url;
  }
  return names;
}

describe.each(['plain', 'parameter', 'segment'])('with the language selected by: %s', (selection) => {
  const base = selection === 'segment' ? behind('fr', '/events') : '/events';
  const more = selection === 'parameter' ? '&i18n_language=fr' : '';
  test.each(cases)('The filter %s finds the events "%s"', async (query, expected, as) => {
    const names = await listed(query + more, as ?? null, base);
    const sequence = query.includes('include') && !query.includes('orderby');
    expect(sequence ? names.sort() : names).toEqual(
      sequence ? expected.split(' ').filter(Boolean).sort() : expected.split(' ').filter(Boolean),
    );
  });
});

describe('links', () => {
  test('Links of a list keep filters, order and language', async () => {
    const query = filled(
      'categories=art&tags=loud&featured=false&venue={Hall},{Park}&organizer={Ann}&strict_dates=1&search=a+%26+b&status=publish&starts_after=2027-01-01+00:00:00&post_parent={A}&ticketed=0&geoloc=1&geoloc_lat=1&geoloc_lng=2&geoloc_radius=30&orderby=title&order=desc',
    );
    const { body } = await app.request<Page & { rest_url: string }>({
      path: `${behind('fr', '/events')}?${query}&per_page=1`,
    });
    const link = new URL(body.rest_url);
    expect(link.pathname).toBe('/fr/wp-json/calendar/events/v1/events/');
    for (const [name, value] of new URLSearchParams(query)) expect(link.searchParams.get(name), name).toBe(value);
    expect(link.searchParams.get('per_page')).toBe('1');
    expect((await app.request<Page>({ path: body.rest_url })).body).toMatchObject({ total: body.total });
  });

  test('Links of a list lead to the next and previous page, also as headers', async () => {
    const first = await app.request<Record<string, unknown>>({
      path: '/events?per_page=3&tags=&i18n_language='.replace('&tags=', ''),
    });
    expect(first.body).not.toHaveProperty('previous_rest_url');
    const next = first.body['next_rest_url'] as string;
    const root = 'http://calendar.example/wp-json/calendar/events/v1';
    expect(first.headers['link']).toBe(`<${next}>; rel="next", ${discoveryLinks('http://calendar.example', root)}`);
    const second = await app.request<Record<string, unknown>>({ path: next });
    expect(second.body).toMatchObject({ total: 4, total_pages: 2, events: [{ id: id['D'] }] });
    expect(second.body).not.toHaveProperty('next_rest_url');
    const back = second.body['previous_rest_url'] as string;
    expect(new URL(back).searchParams.has('page')).toBe(false);
    expect((await app.request<Page>({ path: back })).body.events).toEqual(first.body['events']);
  });

  test.each([
    [{}, 'tomorrow', '2027-03-02 00:00:00', '05/02/2027 3pm', '2027-05-02 23:59:59'],
    [{ strict_dates: 'true' }, 'tomorrow', '2027-03-02 00:00:00', '2027-05-02T15:00Z', '2027-05-02 11:00:00'],
  ])('Links of a list %j have the dates that %s and so on mean', async (more, from, shownFrom, until, shownUntil) => {
    const query = { ...more, start_date: from, end_date: until, starts_before: until, per_page: 1 };
    const { body } = await app.request<Page & { rest_url: string }>({ path: '/events', query });
    for (const link of [body.rest_url, body.next_rest_url ?? '']) {
      const sent = Object.fromEntries(new URL(link).searchParams);
      expect(sent).toMatchObject({ start_date: shownFrom, end_date: shownUntil, starts_before: shownUntil });
      expect((await app.request<Page>({ path: link })).body).toMatchObject({ total: body.total });
    }
  });

  test.each([
    ['America/New_York', {}],
    ['America/New_York', { strict_dates: 'true' }],
    ['Asia/Tokyo', {}],
    ['Asia/Tokyo', { strict_dates: 'true' }],
  ])('Links of a list of all years can be followed in %s with %j', async (timezone, more) => {
    const other = await startTestApp({ settings: { timezone } });
    for (const title of ['One', 'Two']) await make(other, 'events', { ...kinds.events.required(), title });
    const query = { start_date: '0001-01-01T00:00:00Z', end_date: '9999-12-31T23:59:59Z', per_page: 1, ...more };
    const { body } = await other.request<Page & { rest_url: string }>({ path: '/events', query });
    for (const link of [body.rest_url, body.next_rest_url ?? ''])
      expect(await other.request<Page>({ path: link })).toMatchObject({ status: 200, body: { total: 2 } });
  });

  test('A page size above the limit is lowered, which links in the reply show', async () => {
    const { body } = await app.request<Record<string, unknown>>({ path: '/events?per_page=5000' });
    expect(new URL(body['rest_url'] as string).searchParams.get('per_page')).toBe('100');
  });

  test('A page of events past the end is 404', async () => {
    for (const query of ['page=5', 'page=2&search=nothing-at-all', 'page=9007199254740991'])
      expect(await app.request({ path: `/events?${query}` }), query).toMatchObject({
        status: 404,
        body: { code: 'event-archive-page-not-found' },
      });
    expect(await app.request({ path: '/events?search=nothing-at-all' })).toMatchObject({
      status: 200,
      body: { events: [], total: 0, total_pages: 0 },
    });
  });
});

describe.each(Object.entries(bad))('%s is refused', (name, values) => {
  test.each(values)('The value %j is refused', async (value) => {
    const point = name === 'geoloc_radius' ? '&geoloc_lat=1&geoloc_lng=1' : '';
    const query = value === '[]' ? `${name}[]=1&${name}[]=2` : `${name}=${filled(value)}`;
    for (const base of ['/events', behind('fr', '/events')]) {
      const reply = await app.request<Body>({ path: `${base}?${query}${point}` });
      expectInvalid(reply, [name], query);
      expectInvalid(
        await app.request<Body>({ path: `${base}?${query}${point}&ticketed=perhaps&per_page=0` }),
        [...new Set([name, 'ticketed', 'per_page'])],
        query,
      );
    }
  });
});

test.each([
  ['geoloc_lat=1', ['geoloc_lat', 'geoloc_lng']],
  ['geoloc_lng=1', ['geoloc_lat', 'geoloc_lng']],
  ['orderby=distance', ['orderby']],
  ['geoloc_radius=5', ['geoloc_radius']],
  ['geoloc_radius=5&orderby=distance', ['geoloc_radius', 'orderby']],
  ['geoloc_lat=91&geoloc_lng=1', ['geoloc_lat']],
  ['geoloc_lat=1&geoloc_lng=x', ['geoloc_lng']],
  ['geoloc_lat=91&geoloc_lng=1&geoloc_radius=5&orderby=distance', ['geoloc_lat']],
  ['geoloc_lat=1&geoloc_radius=far', ['geoloc_lat', 'geoloc_lng', 'geoloc_radius']],
  ['geoloc_lat=1&geoloc_lng=1&geoloc_radius=far&orderby=distance', ['geoloc_radius']],
])('Half a position, or a distance without one, is refused: %s', async (query, names) => {
  for (const list of ['/events', '/venues'])
    expectInvalid(await app.request({ path: `${list}?${query}` }), names, list);
});

test.each(['near=%20&geoloc_radius=5', 'near=&orderby=distance', 'near=Atlantis&geoloc_radius=5&orderby=distance'])(
  'Only the town is refused, not what depends on it: %s',
  async (query) => expectInvalid(await app.request({ path: `/events?${query}` }), ['near'], query),
);

test('An event is free if its cost is a word for free, in any letter case', async () => {
  const words = ['Free', 'GRATIS', 'Grátis', 'GRÁTIS', '無料', 'безплатно', 'Безплатно', 'БЕЗПЛАТНО'];
  const other = await startTestApp();
  for (const cost of [...words, '5', 'Безплатно от 5 лв.'])
    await make(other, 'events', { title: cost, cost, ...at('01') });
  const costsOf = async (free: boolean) => {
    const { body } = await other.request<{ events: { title: string }[] }>({ path: `/events?per_page=20&free=${free}` });
    return body.events.map(({ title }) => title);
  };
  expect(await costsOf(true)).toEqual(words);
  expect(await costsOf(false)).toEqual(['5', 'Безплатно от 5 лв.']);
});

test('An id or a term that is sent a thousand times counts once', async () => {
  for (const name of ['venue', 'include', 'categories', 'tags', 'organizer']) {
    const value = { venue: '{Hall}', include: '{A}', categories: 'art', tags: 'loud', organizer: '{Ann}' }[name] ?? '';
    const once = await app.request<Page>({ path: `/events?${name}=${filled(value)}` });
    const often = await app.request<Page>({ path: `/events?${name}=${Array(1500).fill(filled(value)).join(',')}` });
    expect([often.status, often.body.total], name).toEqual([200, once.body.total]);
  }
  const many = Array.from({ length: 1001 }, (_, index) => index + 1);
  expect((await app.request({ path: `/events?include=${many.join(',')}` })).status).toBe(400);
});
