// RSS, Atom, JSON Feed, sitemaps, JSON-LD and CSV, read by independent parsers.
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { plainCell } from '../../../src/core/csv-text.ts';
import { csvColumns } from '../../../src/resources/events/feeds/csv-columns.ts';
import { valueAt } from '../../support/field-table.ts';
import { png } from '../../support/media/images.ts';
import { type ShownMedium, uploadRaw } from '../../support/media/uploads.ts';
import { childrenOf, hasPython, readWith, textOf, type XmlElement } from '../../support/python/python.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let image: ShownMedium;
const site = 'http://calendar.example';
const hostile = '=cmd|"x"; ]]> &amp; & \' "q" 日本語 🎉 a > b';

const create = async (json: Record<string, unknown>): Promise<number> => {
  const { status, body } = await app.request({ as: 'ed', method: 'POST', path: '/events', json });
  expect(status, JSON.stringify(body)).toBe(201);
  return body['id'] as number;
};

beforeAll(async () => {
  app = await startTestApp({ now: '2027-03-01T12:00:00Z' });
  image = (await uploadRaw(await png(), { app })).body;
  const music = await app.request({ as: 'ed', method: 'POST', path: '/categories', json: { name: 'Music; live' } });
  await app.request({
    as: 'ed',
    method: 'POST',
    path: '/categories',
    json: { name: 'Jazz > Blues', parent: music.body['id'] },
  });
  await create({
    title: hostile,
    description: 'First ]]> part\n\nSecond <b>part</b>',
    excerpt: 'Short & sweet',
    start_date: '2027-06-19 19:30:00',
    end_date: '2027-06-19 22:00:00',
    timezone: 'Asia/Kathmandu',
    categories: ['Jazz > Blues'],
    tags: ['a; b', 'c'],
    cost: '-5',
    website: 'https://gala.example/?a=1&b=2',
    image: image.id,
    featured: true,
    external_id: '+1@elsewhere.example',
    venue: {
      venue: 'Hall & Co',
      address: '1 "Street"',
      city: 'Town',
      zip: '01234',
      country: 'Nepal',
      geo_lat: 1.5,
      geo_lng: -2,
    },
    organizer: [{ organizer: 'One; two' }, { organizer: 'Three' }],
  });
  await create({ title: 'Days', start_date: '2027-07-01', end_date: '2027-07-03', all_day: true });
  await create({ title: 'Last', start_date: '2027-08-01 10:00:00', end_date: '2027-08-01 11:00:00' });
});

const get = async <Body = string>(path: string, as?: 'ed') => {
  const reply = await app.request<Body>({ path: path.startsWith('http') ? path : site + path, ...(as ? { as } : {}) });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply;
};
const read = async (path: string): Promise<XmlElement> => readWith('read-xml.py', (await get(path)).body);

const withPython = describe.skipIf(!hasPython('xml.etree.ElementTree'));

withPython('RSS', () => {
  const itemsOf = (rss: XmlElement) => childrenOf(childrenOf(rss, 'channel')[0] as XmlElement, 'item');

  test('RSS contains title, texts, times and venue of an event', async () => {
    const rss = await read('/events.rss');
    expect(rss.slice(0, 2)).toEqual(['rss', { version: '2.0' }]);
    const [item, ...others] = itemsOf(rss) as [XmlElement, ...XmlElement[]];
    expect(others.map((other) => textOf(other, 'title'))).toEqual(['Days', 'Last']);
    const properties = Object.fromEntries(item[3].map(([name, , text]) => [name.replace(/^\{.*\}/, ''), text]));
    expect(properties).toMatchObject({
      title: hostile,
      link: expect.stringContaining(`${site}/event/`),
      pubDate: 'Mon, 01 Mar 2027 12:00:00 GMT',
      description: '<p>Short &amp; sweet</p>',
      startdate: '2027-06-19T19:30:00+05:45',
      enddate: '2027-06-19T22:00:00+05:45',
      location: 'Hall & Co, 1 "Street", Town, 01234, Nepal',
      organizer: 'One; two, Three',
      point: '1.5 -2',
    });
    expect(properties['encoded']).toContain('<b>part</b>');
    expect(childrenOf(item, 'enclosure')[0]?.[1]).toEqual({
      url: image.url,
      length: String(image.filesize),
      type: 'image/png',
    });
    expect(childrenOf(item, 'guid')[0]?.[1]).toEqual({ isPermaLink: 'false' });
    expect(childrenOf(item, 'category').map(([, , text]) => text)).toEqual(['Jazz > Blues', 'a; b', 'c']);
  });

  test('RSS links the adjacent pages', async () => {
    const seen: string[] = [];
    for (let next: string | undefined = '/events.rss?per_page=2'; next !== undefined; ) {
      const rss = await read(next);
      seen.push(...itemsOf(rss).map((item) => textOf(item, 'title') as string));
      const links = childrenOf(childrenOf(rss, 'channel')[0] as XmlElement, 'link').map(([, attributes]) => attributes);
      next = links.find(({ rel }) => rel === 'next')?.['href'];
    }
    expect(seen).toEqual([hostile, 'Days', 'Last']);
  });
});

withPython('Atom', () => {
  const atom = 'http://www.w3.org/2005/Atom';

  test('Atom contains what RFC 4287 requires, and times and venue of an event', async () => {
    const feed = await read('/events.atom');
    expect(feed[0]).toBe(`{${atom}}feed`);
    expect([textOf(feed, 'id'), textOf(feed, 'updated'), textOf(feed, 'title')]).toEqual([
      expect.stringMatching(/^tag:[-0-9a-f]{36},2026:\/events\.atom$/),
      '2027-03-01T12:00:00Z',
      'calendar.example',
    ]);
    const [entry] = childrenOf(feed, 'entry') as [XmlElement];
    expect(entry[1]).toEqual({ '{http://www.w3.org/XML/1998/namespace}lang': 'en' });
    expect(textOf(entry, 'title')).toBe(hostile);
    expect(textOf(entry, 'summary')).toBe('<p>Short &amp; sweet</p>');
    expect(childrenOf(entry, 'content')[0]?.[1]).toEqual({ type: 'html' });
    expect(textOf(entry, 'startdate')).toBe('2027-06-19T19:30:00+05:45');
    const rels = childrenOf(entry, 'link').map(([, { rel, href }]) => [rel, href]);
    expect(rels).toContainEqual(['enclosure', image.url]);
    expect(rels).toContainEqual(['related', 'https://gala.example/?a=1&b=2']);
  });

  test('Atom links the pages of one feed (RFC 5005)', async () => {
    const page = await read('/events.atom?per_page=1&page=2');
    const links = Object.fromEntries(childrenOf(page, 'link').map(([, { rel, href }]) => [rel, href]));
    expect(textOf(page, 'id')).toMatch(/^tag:[-0-9a-f]{36},2026:\/events\.atom\?per_page=1$/);
    expect(links['first']).toBe(`${site}/events.atom?per_page=1`);
    expect(links['self']).toBe(`${site}/events.atom?per_page=1&page=2`);
    expect(textOf(childrenOf(await read(links['previous'] as string), 'entry')[0] as XmlElement, 'title')).toBe(
      hostile,
    );
    expect(textOf(childrenOf(await read(links['last'] as string), 'entry')[0] as XmlElement, 'title')).toBe('Last');
  });

  test('Atom without entries is a valid feed', async () => {
    const feed = await read('/events.atom?search=nowhere');
    expect(childrenOf(feed, 'entry')).toEqual([]);
    expect(textOf(feed, 'title')).toBe('“nowhere” – calendar.example');
    const german = await read('/events.atom?search=nirgends&i18n_language=de');
    expect(textOf(german, 'title')).toBe('„nirgends“ – calendar.example');
    const pasted = await read('/events.atom?search=two%0A%0Awords%20');
    expect(textOf(pasted, 'title')).toBe('“two words” – calendar.example');
  });
});

withPython('the sitemap', () => {
  test('The sitemap contains the page of each public event in each of its languages', async () => {
    const id = await create({ title: 'Bal', start_date: '2020-06-19 19:30', end_date: '2020-06-19 22:00' });
    await app.request({
      as: 'ed',
      method: 'PATCH',
      path: `/events/${id}`,
      json: { i18n_language: 'pt-br', title: 'Baile', slug: 'baile' },
    });
    const dates = { start_date: '2027-06-19 19:30', end_date: '2027-06-19 22:00' };
    for (const hidden of [
      { status: 'draft' },
      { hide_from_listings: true },
      { date: '2028-01-01' },
      { status: 'trash' },
    ])
      await create({ title: 'Nowhere', ...dates, ...hidden });
    const index = await read('/sitemap.xml');
    expect(index[0]).toBe('{http://www.sitemaps.org/schemas/sitemap/0.9}sitemapindex');
    const [part] = childrenOf(index, 'sitemap') as [XmlElement];
    expect(textOf(part, 'lastmod')).toBe('2027-03-01T12:00:00Z');
    const urls = childrenOf(await read(textOf(part, 'loc') as string), 'url');
    expect(urls.map((url) => textOf(url, 'loc')?.replace(site, ''))).toEqual([
      expect.stringMatching(/^\/event\/cmd/),
      '/event/days/',
      '/event/last/',
      '/event/bal/',
      '/pt-br/event/baile/',
    ]);
    expect(childrenOf(urls.at(-1) as XmlElement, 'link').map(([, { hreflang, href }]) => [hreflang, href])).toEqual([
      ['en', `${site}/event/bal/`],
      ['pt-BR', `${site}/pt-br/event/baile/`],
      ['x-default', `${site}/event/bal/`],
    ]);
    expect((await get('/sitemap.xml', 'ed')).body).toBe((await get('/sitemap.xml')).body);
    expect((await app.request({ path: `${site}/sitemap-events.xml?part=9` })).status).toBe(404);
    expect((await app.request({ path: `${site}/sitemap-events.xml?part=-1` })).status).toBe(400);
  });

  test('Parts of the sitemap cover ranges of ids', async () => {
    const other = await startTestApp();
    // Later ids are in the next part.
    await other.store.write((db) => db.insertInto('record_ids').values({ id: 2999, kind: 'media' }).execute());
    for (const title of ['A', 'B'])
      await other.request({
        as: 'ed',
        method: 'POST',
        path: '/events',
        json: { title, start_date: '2027-06-19', end_date: '2027-06-19' },
      });
    const { body } = await other.request<string>({ path: `${site}/sitemap.xml` });
    expect([...body.matchAll(/part=(\d+)/g)].map(([, part]) => part)).toEqual(['3']);
    const part = await other.request<string>({ path: `${site}/sitemap-events.xml?part=3` });
    expect((await other.request<string>({ path: `${site}/sitemap-events.xml` })).body).toBe(part.body);
    expect([...part.body.matchAll(/<loc>/g)]).toHaveLength(2);
  });
});

test('JSON Feed contains title, texts, times and venue of an event', async () => {
  interface JsonFeed {
    next_url: string;
    items: Record<string, unknown>[];
    [member: string]: unknown;
  }
  const { body, headers } = await get<JsonFeed>('/events.feed.json?per_page=1');
  expect(headers['content-type']).toBe('application/feed+json');
  expect(body).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'calendar.example',
    home_page_url: `${site}/`,
    feed_url: `${site}/events.feed.json?per_page=1`,
    language: 'en',
  });
  expect(body.items[0]).toMatchObject({
    id: expect.stringMatching(/^tag:[-0-9a-f]{36},2026:\?p=\d+$/),
    title: hostile,
    summary: 'Short & sweet',
    external_url: 'https://gala.example/?a=1&b=2',
    date_published: '2027-03-01T12:00:00Z',
    tags: ['Jazz > Blues', 'a; b', 'c'],
    image: image.url,
    attachments: [{ url: image.url, mime_type: 'image/png', size_in_bytes: image.filesize }],
    _event: { start_date: '2027-06-19T19:30:00+05:45', all_day: false, geo: { latitude: 1.5, longitude: -2 } },
  });
  expect((await get<JsonFeed>(body.next_url)).body.items).toMatchObject([{ title: 'Days', _event: { all_day: true } }]);
});

test('Items say when and where an event takes place before its own text, as readers show nothing else', async () => {
  const firstLines = async (path: string) => {
    const { items } = (await get<{ items: { content_html: string }[] }>(path)).body;
    // Spaces within times differ between versions of the data of languages.
    return items.map(({ content_html }) => content_html.split('\n', 1)[0]?.replace(/\s/g, ' '));
  };
  expect(await firstLines('/events.feed.json')).toEqual([
    '<p>Saturday, June 19, 2027 at 7:30 PM Kathmandu · Hall &amp; Co, 1 &quot;Street&quot;, Town, 01234, Nepal</p>',
    '<p>Thursday, July 1 – Saturday, July 3, 2027</p>',
    '<p>Sunday, August 1, 2027 at 10:00 AM</p>',
  ]);
  expect((await firstLines('/fr/events.feed.json'))[2]).toBe('<p>dimanche 1er août 2027 à 10 h</p>');
});

test('The JSON-LD feed contains the same data as single events', async () => {
  const { body } = await get<{ '@context': string; '@graph': Record<string, unknown>[] }>(
    '/events.jsonld?search=sweet',
  );
  const { events } = (await app.request<{ events: { id: number }[] }>({ path: '/events?search=sweet' })).body;
  const single = await app.request<{ json_ld: Record<string, unknown> }>({ path: `/events/${events[0]?.id}` });
  const { '@context': context, ...expected } = single.body.json_ld;
  expect(body).toEqual({ '@context': context, '@graph': [{ '@id': expected['url'], ...expected }] });
});

test.each([
  ['10 EUR', 'EUR'],
  ['10 eur', 'EUR'],
  ['CHF 20.–', 'CHF'],
  ['€15', 'EUR'],
  ['R$10', 'BRL'],
  ['1 000 Kč', undefined],
  ['10', 'USD'],
])('The offer of JSON-LD for %s is in %s', async (cost, priceCurrency) => {
  const [start_date, end_date] = ['2027-06-10 10:00', '2027-06-10 11:00'];
  const json = { title: 'Priced', start_date, end_date, cost, status: 'draft' };
  const { body } = await app.request({ as: 'ed', path: `/events/${await create(json)}` });
  expect(body).toMatchObject({ json_ld: { offers: { '@type': 'Offer' } }, cost_details: { currency_code: '' } });
  expect(valueAt(body, 'json_ld.offers.priceCurrency')).toBe(priceCurrency);
});

test.each(['€5, $10', 'Kids €5, adults $10'])('Prices in two currencies (%s) are no offer in either', async (cost) => {
  const json = { title: 'Priced', start_date: '2027-06-10 10:00', end_date: '2027-06-10 11:00', cost, status: 'draft' };
  const { body } = await app.request({ as: 'ed', path: `/events/${await create(json)}` });
  expect(body).toMatchObject({ cost, json_ld: { name: 'Priced' } });
  expect(body['json_ld']).not.toHaveProperty('offers');
});

describe('the table', () => {
  const rows = async (path: string): Promise<Record<string, string>[]> =>
    (parse((await get(path)).body, { columns: true, bom: true }) as Record<string, string>[]).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, plainCell(cell)])),
    );

  test.each([
    [{ country: 'United States', state: 'PA' }, 'PA'],
    [{ country: 'Canada', province: 'Quebec' }, 'Quebec'],
    [{ stateprovince: 'Bayern' }, 'Bayern'],
    [{}, ''],
  ])('The CSV feed contains the state or province of %j', async (place, venue_state) => {
    const title = `Gala ${JSON.stringify(place).replace(/\W+/g, ' ')}`.trim();
    const [start_date, end_date] = ['2027-06-10 10:00', '2027-06-10 11:00'];
    const id = await create({ title, start_date, end_date, venue: { venue: title, city: 'Town', ...place } });
    expect(await rows(`/events.csv?include=${id}`)).toMatchObject([{ venue_city: 'Town', venue_state }]);
  });

  test('The CSV feed has the documented columns and a row for each event', async () => {
    const { body, headers } = await get('/events.csv');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=UTF-8',
      'content-disposition': 'attachment; filename="events.csv"',
    });
    expect(body.split('\r\n')[0]).toBe(csvColumns.join(','));
    expect(await rows('/events.csv?search=sweet')).toMatchObject([
      {
        external_id: '+1@elsewhere.example',
        status: 'publish',
        title: hostile,
        start_date: '2027-06-19 19:30:00',
        end_date: '2027-06-19 22:00:00',
        timezone: 'Asia/Kathmandu',
        all_day: 'false',
        venue: 'Hall & Co',
        venue_address: '1 "Street"',
        venue_city: 'Town',
        venue_zip: '01234',
        venue_country: 'Nepal',
        organizers: 'One\\; two; Three',
        categories: 'Music\\; live > Jazz \\> Blues',
        tags: 'a\\; b; c',
        website: 'https://gala.example/?a=1&b=2',
        image: image.url,
        featured: 'true',
        sticky: 'false',
        language: 'en',
      },
    ]);
  });

  test('The CSV feed contains no cell that a spreadsheet would evaluate', async () => {
    const cells = (parse((await get('/events.csv')).body) as string[][]).flat();
    expect(cells).toContain(`'${hostile}`);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  test('The CSV feed quotes every cell that has a line break, as RFC 4180 requires', async () => {
    const description = '<p>One</p>\n<p>Two</p>';
    const id = await create({
      title: 'Lines',
      description,
      start_date: '2027-06-11 10:00',
      end_date: '2027-06-11 11:00',
    });
    const { body } = await get(`/events.csv?include=${id}`);
    expect(body).toContain(`,"${description}",`);
    expect(parse(body, { record_delimiter: ['\r\n', '\n', '\r'] })).toHaveLength(2);
  });

  test('The CSV feed begins with a byte order mark on request', async () => {
    expect((await get('/events.csv?bom=true')).body.startsWith('\ufeffid,')).toBe(true);
    expect((await get('/events.csv')).body.startsWith('id,')).toBe(true);
  });
});
