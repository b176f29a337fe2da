// Real replies against the documentation: no status, header or member that it does not tell of.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Document, type Documentation, readDocumentation } from '../support/documented.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import type { TestReply, TestRequest } from '../support/test-request.ts';

let app: TestApp;
let documentation: Documentation;

type Reply = TestReply<Readonly<Record<string, unknown>>>;

/** Sends the request and expects that the reply has the status and is documented. */
async function documented(status: number, request: TestRequest): Promise<Reply> {
  const reply = await app.request(request);
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  expect(documentation.problemsOf(request, reply)).toEqual([]);
  return reply;
}

const create = async (path: string, json: unknown, as: TestRequest['as'] = 'ed'): Promise<number> =>
  (await documented(201, { as, method: 'POST', path, json })).body['id'] as number;

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

beforeAll(async () => {
  app = await startTestApp();
  documentation = readDocumentation((await app.request<Document>({ path: '/doc' })).body);
});

describe('events', () => {
  const everything = {
    title: 'Gala “& more” 🎉',
    description: 'First\n\nSecond <b>bold</b>',
    excerpt: 'Short',
    slug: 'the-gala',
    ...dates,
    timezone: 'Asia/Kathmandu',
    cost: ['$5', '$12.50'],
    website: 'https://gala.example/?a=1&b=2',
    all_day: false,
    show_map: true,
    show_map_link: true,
    sticky: true,
    featured: true,
    categories: ['Music', 'Jazz'],
    tags: ['loud'],
    venue: {
      venue: 'Hall',
      description: 'Big',
      address: '1 Street',
      city: 'Town',
      country: 'United States',
      province: 'P',
      state: 'NY',
      zip: '10001',
      phone: '555',
      website: 'https://hall.example/',
    },
    organizer: [
      { organizer: 'One', email: 'one@example.org', phone: '1', website: 'https://one.example/' },
      { organizer: 'Two' },
    ],
  };

  test('with everything, by id and by slug', async () => {
    const id = await create('/events', everything);
    await documented(200, { path: `/events/${id}` });
    await documented(200, { path: '/events/by-slug/the-gala', as: 'ed', query: { context: 'edit' } });
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      await documented(200, { as: 'ed', method, path: `/events/${id}`, json: { title: `Gala by ${method}` } });
      await documented(200, { as: 'ed', method, path: '/events/by-slug/the-gala', json: {} });
    }
    await documented(200, {
      as: 'ed',
      method: 'PATCH',
      path: `/events/${id}`,
      form: { categories: ['Theatre'], cost: '0' },
    });
  });

  test('bare, with several venues, free, all day, in a fixed offset', async () => {
    const id = await create('/events', { title: 'Bare', ...dates });
    await documented(200, { path: `/events/${id}` });
    const json = {
      venue: [{ venue: 'North' }, { venue: 'South' }],
      cost: 'call us',
      all_day: true,
      timezone: 'UTC+5:30',
    };
    await documented(200, { as: 'ed', method: 'PATCH', path: `/events/${id}`, json });
    await documented(200, { path: `/events/${id}` });
    await documented(200, { as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { cost: 'free' } });
    await documented(200, { path: `/events/${id}` });
  });

  const from = { available_from: '2027-04-01 09:00:00' };
  const until = { available_until: '2027-06-19 18:00:00' };
  const priced = { name: 'Adult', url: 'https://shop.example/', price: 12.5, currency: 'CHF', ...from, ...until };
  const offersOf = ({ body }: Reply) => (body['json_ld'] as Readonly<Record<string, unknown>>)['offers'];

  test.each([
    ['one with everything', [priced]],
    ['one without price', [{ name: 'Guests' }]],
    ['one without price that has a currency', [{ name: 'Guests', currency: 'EUR' }]],
    ['one for nothing', [{ name: 'Children', price: 0 }]],
    ['one that costs more than digits tell', [{ name: 'Patron', price: 1e21 }]],
    ['one that is sold out', [{ ...priced, sold_out: true }]],
    ['one from a day on', [{ name: 'Late', ...from }]],
    ['one until a day', [{ name: 'Early', ...until }]],
    ['several', [priced, { name: 'Guests', sold_out: true }, { name: 'Children', price: '0', ...until }]],
    ['as many as there may be', Array.from({ length: 100 }, (_, at) => ({ name: `Seat ${at}`, price: at }))],
  ])('with tickets: %s', async (_, tickets) => {
    // The cost makes no offer where there are tickets.
    const id = await create('/events', { title: 'Ticketed', ...dates, cost: '$5 - $9', tickets });
    const offers = offersOf(await documented(200, { path: `/events/${id}` }));
    expect([offers].flat()).toHaveLength(tickets.length);
    await documented(200, { path: '/events', query: { include: [id] } });
    await documented(200, { as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { timezone: 'UTC+5:30' } });
    await documented(200, { path: `/events/${id}` });
    await documented(200, { as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { tickets: [] } });
    const { body } = await documented(200, { path: `/events/${id}` });
    expect(body).toMatchObject({ ticketed: false, json_ld: { offers: { '@type': 'AggregateOffer' } } });
  });

  test.each(['-5', '0.5', '¥1e3', '9'.repeat(30), '9'.repeat(400)])('with the cost %s', async (cost) => {
    const id = await create('/events', { title: 'Costly', ...dates, cost });
    await documented(200, { path: `/events/${id}` });
  });

  test('with tickets in no year that has more digits than a date', async () => {
    const sold = (zone: string, days: object) => ({
      as: 'ed' as const,
      method: 'POST' as const,
      path: '/events',
      json: { title: 'Far', ...dates, timezone: zone, tickets: [{ name: 'Far', ...days }] },
    });
    const late = { available_until: '9999-12-31T23:30:00Z' };
    const early = { available_from: '0001-01-01T00:30:00Z' };
    await documented(201, sold('UTC', { ...late, ...early }));
    for (const request of [sold('Asia/Tokyo', late), sold('America/New_York', early)]) {
      const { body } = await documented(400, request);
      expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { tickets: expect.any(String) } } });
    }
  });

  test('with no other offers than there can be', async () => {
    const id = await create('/events', { title: 'Offered', ...dates, tickets: [priced, { name: 'Guests' }] });
    const { body } = await documented(200, { path: `/events/${id}` });
    const [whole, bare] = offersOf({ body } as Reply) as [object, object];
    const problems = (offers: unknown) =>
      documentation.problemsWith('EventJsonLd', { ...(body['json_ld'] as object), offers });
    expect([problems(whole), problems(bare), problems([whole, bare])]).toEqual([[], [], []]);
    for (const impossible of [
      [],
      [bare],
      { ...bare, priceCurrency: 'CHF' },
      { ...bare, name: '' },
      { ...bare, availability: 'https://schema.org/PreOrder' },
      { ...bare, category: 'primary' },
      { ...whole, price: 12.5 },
      { ...whole, price: 'twelve' },
      { ...whole, '@type': 'AggregateOffer' },
    ])
      expect(problems(impossible), JSON.stringify(impossible)).not.toEqual([]);
  });

  test('of every status', async () => {
    for (const status of ['draft', 'pending', 'private', 'trash'])
      await create('/events', { title: status, ...dates, status });
    await create('/events', { title: 'later', ...dates, date: '2027-04-01 10:00:00' });
    await documented(200, { as: 'ed', path: '/events', query: { status: 'any', per_page: 2, page: 2 } });
    await documented(200, { as: 'ed', path: '/events', query: { status: 'trash' } });
  });

  test('in lists, whole and protected', async () => {
    const id = await create('/events', { title: 'Secret', ...dates, password: 'sesame', categories: ['Music'] });
    const { body } = await documented(200, { path: '/events', query: { include: [id] } });
    expect(body['events']).toMatchObject([{ id, all_day: null }]);
    await documented(403, { path: `/events/${id}` });
    await documented(200, { path: `/events/${id}`, query: { password: 'sesame' } });
    await documented(200, {
      path: '/events',
      query: { per_page: 1, strict_dates: 'yes', tags: 'loud', search: 'gala' },
    });
    await documented(200, { path: '/events', query: { starts_after: '2090-01-01' } });
    await documented(404, { path: '/events', query: { page: 900 } });
    await documented(400, { path: '/events', query: { page: 0, per_page: 'x', categories: 'nope', status: 'draft' } });
  });

  test('deleted, to the trash and for good', async () => {
    const id = await create('/events', { ...everything, slug: 'gone' });
    const path = `/events/${id}`;
    await documented(200, { as: 'ed', method: 'DELETE', path });
    await documented(410, { as: 'ed', method: 'DELETE', path });
    await documented(403, { path });
    await documented(200, { as: 'ed', path, query: { context: 'edit' } });
    await documented(200, { as: 'ed', method: 'DELETE', path, query: { force: true } });
    await documented(404, { as: 'ed', method: 'DELETE', path });
    await documented(404, { path });
  });

  test('refused', async () => {
    const draft = await create('/events', { title: 'Draft', ...dates, status: 'draft', slug: 'a-draft' });
    await documented(403, { path: `/events/${draft}` });
    await documented(401, { method: 'POST', path: '/events', json: {} });
    await documented(403, { as: 'sub', method: 'POST', path: '/events', json: {} });
    await documented(400, { as: 'ed', method: 'POST', path: '/events', json: {} });
    const json = { title: 5, start_date: 'no', end_date: [], all_day: 'maybe', venue: { city: 'Nowhere' }, image: 99 };
    await documented(400, { as: 'ed', method: 'POST', path: '/events', json });
    await documented(403, { as: 'con', method: 'PATCH', path: '/events/by-slug/a-draft', json: { title: 'Mine' } });
    await documented(404, { as: 'ed', method: 'PUT', path: '/events/by-slug/nothing', json: { title: 'x' } });
    await documented(404, { path: '/events/nothing' });
    await documented(400, { path: '/events', query: { i18n_language: 'tlh' } });
    await documented(400, { path: '/events', query: 'search=%FF' });
    await documented(404, { as: 'ed', method: 'POST', path: '/events', headers: { 'x-http-method-override': 'PUT' } });
  });
});

describe.each([
  [
    'venues',
    'venue',
    { address: '1 Street', city: 'Town', stateprovince: 'Region', show_map: 'no', geo_lat: 0, geo_lng: -7.25 },
  ],
  ['organizers', 'organizer', { email: 'a@example.org', phone: '1' }],
])('%s', (plural, kind, details) => {
  test('created, read, changed, listed, deleted, refused', async () => {
    await create(`/${plural}`, { [kind]: `Bare ${kind}` });
    const json = {
      [kind]: `Full ${kind}`,
      description: 'Text',
      website: 'https://x.example/',
      slug: `full-${kind}`,
      ...details,
    };
    const path = `/${plural}/${await create(`/${plural}`, json)}`;
    const slug = `/${plural}/by-slug/full-${kind}`;
    await documented(200, { path });
    await documented(200, { path: slug });
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      await documented(200, { as: 'ed', method, path, json: { description: null } });
      await documented(200, {
        as: 'ed',
        method,
        path: slug,
        json: { website: `https://${method.toLowerCase()}.example/` },
      });
    }
    await documented(200, { path: `/${plural}`, query: { per_page: 1, page: 2 } });
    await documented(200, { path: `/${plural}`, query: { has_events: 'no', only_with_upcoming: 0, search: 'full' } });
    await documented(404, { path: `/${plural}`, query: { page: 99 } });
    const first = await documented(200, { path: `/${plural}`, query: { per_page: 1 } });
    const cursor = first.body['next_cursor'] as string;
    await documented(200, { path: `/${plural}`, query: { cursor } });
    await documented(400, { path: `/${plural}`, query: { cursor: 'x' } });
    await documented(400, { path: `/${plural}`, query: { event: 99999, has_events: 'perhaps' } });
    await documented(401, { method: 'DELETE', path });
    await documented(403, { as: 'ann', method: 'DELETE', path: slug });
    await documented(200, { as: 'ed', method: 'DELETE', path });
    await documented(403, { path });
    await documented(200, { as: 'ed', path });
    await documented(410, { as: 'ed', method: 'DELETE', path });
    await documented(200, { as: 'ed', method: 'DELETE', path, query: { force: '1' } });
    await documented(404, { path });
    await documented(404, { path: slug });
    await documented(400, { as: 'ed', method: 'POST', path: `/${plural}`, json: {} });
    await documented(400, { as: 'ed', method: 'POST', path: `/${plural}`, json: { [kind]: ' ', website: 'nowhere' } });
  });
});

describe.each([
  ['categories', 'Art'],
  ['tags', 'Free'],
])('%s', (plural, name) => {
  test('created, read, changed, listed, deleted, refused', async () => {
    const id = await create(`/${plural}`, { name, description: 'About it' });
    const child = await create(`/${plural}`, {
      name: `${name} below`,
      ...(plural === 'categories' ? { parent: id } : {}),
    });
    const path = `/${plural}/${child}`;
    await documented(200, { path });
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      await documented(200, { as: 'ed', method, path, json: { description: `By ${method}` } });
    }
    await documented(200, { path: `/${plural}`, query: { hide_empty: false, per_page: 1, page: 2, order: 'desc' } });
    await documented(200, { path: `/${plural}`, query: { page: 50 } });
    await documented(400, { path: `/${plural}`, query: { orderby: 'colour', include: [99999] } });
    await documented(400, { as: 'ed', method: 'POST', path: `/${plural}`, json: { name } });
    await documented(400, { as: 'ed', method: 'POST', path: `/${plural}`, json: { description: 'x' } });
    await documented(400, { as: 'ed', method: 'PATCH', path, json: { slug: name.toLowerCase() } });
    await documented(401, { method: 'DELETE', path });
    await documented(403, { as: 'con', method: 'DELETE', path });
    await documented(200, { as: 'ed', method: 'DELETE', path });
    await documented(404, { as: 'ed', method: 'DELETE', path });
    await documented(404, { path });
  });
});

test.each([
  ['events', { title: 'Spoken', ...dates }, { title: 'Parlé' }],
  ['venues', { venue: 'Spoken hall' }, { venue: 'Salle' }],
  ['organizers', { organizer: 'Spoken people' }, { organizer: 'Gens' }],
  ['categories', { name: 'Spoken' }, { name: 'Parlé' }],
  ['tags', { name: 'Spoken' }, { name: 'Parlé' }],
])('translations of %s', async (plural, json, french) => {
  const path = `/${plural}/${await create(`/${plural}`, json)}`;
  const query = { i18n_language: 'fr' };
  const { body } = await documented(200, { as: 'ed', method: 'PATCH', path, query, json: french });
  expect(body).toMatchObject({ language: 'fr', translations: ['en', 'fr'] });
  await documented(200, { path, query });
  const remove = (language: string) =>
    ({ as: 'ed', method: 'DELETE', path: `${path}/translations/${language}` }) as const;
  await documented(200, remove('fr'));
  await documented(404, remove('fr'));
  await documented(409, remove('en'));
  await documented(401, { ...remove('en'), as: null });
});

describe('the interface itself', () => {
  test('root and documentation', async () => {
    await documented(200, { path: '/' });
    await documented(404, { path: '/', query: { namespace: 'other/v1' } });
    await documented(400, { path: '/', query: { i18n_language: 'xx' } });
    await documented(200, { path: '/doc' });
  });

  const withCredentials = (authorization: string): TestRequest => ({ path: '/events', headers: { authorization } });
  const basic = (text: string) => withCredentials(`Basic ${Buffer.from(text).toString('base64')}`);

  test('wrong credentials', async () => {
    await documented(401, basic('ed:wrong'));
    await documented(401, basic('nobody:wrong'));
    await documented(401, basic('nobody@example.org:wrong'));
    await documented(401, withCredentials('Bearer wrong'));
    for (let tries = 0; tries < 10; tries++) await app.request(basic('locked:wrong'));
    const { headers } = await documented(429, basic('locked:wrong'));
    expect(headers['retry-after']).toMatch(/^\d+$/);
  });

  test('bodies and addresses that cannot be taken', async () => {
    const type = { 'content-type': 'application/json' };
    const write = { as: 'ed', method: 'POST', path: '/events', headers: type } as const;
    const basicEd = `Basic ${Buffer.from(`ed:${app.passwords.ed}`).toString('base64')}`;
    const reply = await app.app.inject({
      method: 'POST',
      url: '/calendar/events/v1/events',
      headers: { ...type, authorization: basicEd },
      payload: '{"title":',
    });
    expect(documentation.problemsOf(write, { status: reply.statusCode, headers: {}, body: reply.json() })).toEqual([]);
    expect(reply.json()).toMatchObject({ code: 'rest_invalid_json' });
    await documented(413, { as: 'ed', method: 'POST', path: '/events', json: { title: 'x'.repeat(1024 * 1024) } });
    await documented(414, { path: '/events', query: { search: 'x'.repeat(20_000) } });
  });
});

test('a member, a code, a header or a status that is not documented is found', async () => {
  const id = await create('/tags', { name: 'checked' });
  const request = { path: `/tags/${id}` };
  const reply = await app.request(request);
  const problems = (changed: Partial<Reply>) => documentation.problemsOf(request, { ...reply, ...changed }).join('\n');
  expect(problems({})).toBe('');
  expect(problems({ body: { ...reply.body, secret: 1 } })).toContain('additional properties');
  expect(problems({ headers: { ...reply.headers, 'x-secret': '1' } })).toContain('x-secret');
  expect(problems({ status: 418 })).toContain('418');
  const missing = await app.request({ path: '/tags/99999' });
  expect(problems({ ...missing, body: { ...missing.body, code: 'rest-event-not-found' } })).toContain('404');
});
