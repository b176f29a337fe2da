// Tickets and costs in replies match the document. All other replies are compared with it by test/support/documented/reply-
// check.ts.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Document, type Documentation, readDocumentation } from '../../support/documented/documented.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestReply, TestRequest } from '../../support/test-request.ts';

let app: TestApp;
let documentation: Documentation;

type Reply = TestReply<Readonly<Record<string, unknown>>>;

async function request(status: number, sent: TestRequest): Promise<Reply> {
  const reply = await app.request(sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  return reply;
}

const create = async (path: string, json: unknown): Promise<number> =>
  (await request(201, { as: 'ed', method: 'POST', path, json })).body['id'] as number;

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

beforeAll(async () => {
  app = await startTestApp();
  documentation = readDocumentation((await app.request<Document>({ path: '/doc' })).body);
});

describe('events', () => {
  const from = { available_from: '2027-04-01 09:00:00' };
  const until = { available_until: '2027-06-19 18:00:00' };
  const priced = { name: 'Adult', url: 'https://shop.example/', price: 12.5, currency: 'CHF', ...from, ...until };
  const offersOf = ({ body }: Reply) => (body['json_ld'] as Readonly<Record<string, unknown>>)['offers'];

  test.each([
    ['one with all members', [priced]],
    ['one without price', [{ name: 'Guests' }]],
    ['one without price that has a currency', [{ name: 'Guests', currency: 'EUR' }]],
    ['one that is free', [{ name: 'Children', price: 0 }]],
    ['one that costs more than a double stores exactly', [{ name: 'Patron', price: 1e21 }]],
    ['one that is sold out', [{ ...priced, sold_out: true }]],
    ['one on sale from a day', [{ name: 'Late', ...from }]],
    ['one on sale until a day', [{ name: 'Early', ...until }]],
    ['several', [priced, { name: 'Guests', sold_out: true }, { name: 'Children', price: '0', ...until }]],
    ['as many as there may be', Array.from({ length: 100 }, (_, at) => ({ name: `Seat ${at}`, price: at }))],
  ])('An event with tickets (%s) has the offers that the document describes', async (_, tickets) => {
    // With tickets, the cost gives no offer.
    const id = await create('/events', { title: 'Ticketed', ...dates, cost: '$5 - $9', tickets });
    const offers = offersOf(await request(200, { path: `/events/${id}` }));
    expect([offers].flat()).toHaveLength(tickets.length);
    await request(200, { path: '/events', query: { include: [id] } });
    await request(200, { as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { timezone: 'UTC+5:30' } });
    await request(200, { path: `/events/${id}` });
    await request(200, { as: 'ed', method: 'PATCH', path: `/events/${id}`, json: { tickets: [] } });
    const { body } = await request(200, { path: `/events/${id}` });
    expect(body).toMatchObject({ ticketed: false, json_ld: { offers: { '@type': 'AggregateOffer' } } });
  });

  test.each(['-5', '0.5', '¥1e3', '9'.repeat(30), '9'.repeat(400)])(
    'An event with the cost %s has the offer that the document describes',
    async (cost) => {
      const id = await create('/events', { title: 'Costly', ...dates, cost });
      await request(200, { path: `/events/${id}` });
    },
  );

  test('Tickets for sale before year 1 or after year 9999 are refused', async () => {
    const sold = (zone: string, days: object) => ({
      as: 'ed' as const,
      method: 'POST' as const,
      path: '/events',
      json: { title: 'Far', ...dates, timezone: zone, tickets: [{ name: 'Far', ...days }] },
    });
    const late = { available_until: '9999-12-31T23:30:00Z' };
    const early = { available_from: '0001-01-01T00:30:00Z' };
    await request(201, sold('UTC', { ...late, ...early }));
    for (const sent of [sold('Asia/Tokyo', late), sold('America/New_York', early)]) {
      const { body } = await request(400, sent);
      expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { tickets: expect.any(String) } } });
    }
  });

  test('The document accepts only possible offers', async () => {
    const id = await create('/events', { title: 'Offered', ...dates, tickets: [priced, { name: 'Guests' }] });
    const { body } = await request(200, { path: `/events/${id}` });
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
});

test('The document accepts an image by id, URL or object, and false for none, but not true', () => {
  const problemsOf = (image: unknown) => documentation.problemsWith('EventUpdate', { image });
  for (const image of [5, '5', 'https://x.example/a.png', { id: 5, url: '' }, false, null])
    expect(problemsOf(image), JSON.stringify(image)).toEqual([]);
  for (const image of [true, [5]]) expect(problemsOf(image), JSON.stringify(image)).not.toEqual([]);
});

test.each(['/events', '/venues', '/categories', '/changes', '/events.ics', '/events.rss'])(
  'A repeated read of %s that finds nothing new answers 304 as documented',
  async (path) => {
    const { headers } = await request(200, { path });
    await request(304, { path, headers: { 'if-none-match': headers['etag'] as string } });
  },
);

test('A member, a code, a header or a status that the document lacks is reported', async () => {
  const id = await create('/tags', { name: 'checked' });
  const sent = { path: `/tags/${id}` };
  const reply = await app.request(sent);
  const problems = (changed: Partial<Reply>) => documentation.problemsOf(sent, { ...reply, ...changed }).join('\n');
  expect(problems({})).toBe('');
  expect(problems({ body: { ...reply.body, secret: 1 } })).toContain('additional properties');
  expect(problems({ headers: { ...reply.headers, 'x-secret': '1' } })).toContain('x-secret');
  expect(problems({ status: 418 })).toContain('418');
  const missing = await app.request({ path: '/tags/99999' });
  expect(problems({ ...missing, body: { ...missing.body, code: 'rest-event-not-found' } })).toContain('404');
});
