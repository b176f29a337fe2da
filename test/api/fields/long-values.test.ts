import { expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

const long = 'x'.repeat(5_000);
const url = `https://x.example/${long}`;

const refused: Readonly<Record<string, unknown>> = {
  title: long,
  description: 'x'.repeat(200_001),
  excerpt: 'x'.repeat(200_001),
  slug: long,
  cost: long,
  website: url,
  image: url,
  timezone: long,
  start_date: long,
  date: long,
  password: long,
  external_id: long,
  categories: [long],
  tags: long,
  tickets: [{ name: long }],
  venue: { venue: long },
  organizer: { organizer: 'Town', website: url },
};

test('Every text of an event has a maximum length, and all that are too long are reported together', async () => {
  const { request } = await startTestApp();
  const valid = { title: 'Gala', start_date: '2027-05-10', end_date: '2027-05-10' };
  const reply = await request<{ data: { params: object } }>({
    as: 'admin',
    method: 'POST',
    path: '/events',
    json: { ...valid, ...refused },
  });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.data.params).sort()).toEqual(Object.keys(refused).sort());
  const offer = [{ name: 'Seat', url }];
  expect(
    (await request({ as: 'admin', method: 'POST', path: '/events', json: { ...valid, tickets: offer } })).status,
  ).toBe(400);
  expect((await request({ path: '/events' })).body).toMatchObject({ total: 0 });
});
