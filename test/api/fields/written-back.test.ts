// A reply can be sent back as it is: PUT with what GET answered changes nothing but the time of modification.
import { beforeAll, expect, test } from 'vitest';
import { jpeg } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

type Reply = Record<string, unknown> & { id: number };

let app: TestApp;
let image: number;
beforeAll(async () => {
  app = await startTestApp();
  image = (await uploadRaw(await jpeg({ width: 400, height: 300 }), { app, as: 'ed' })).body.id;
});

const times = { start_date: '2027-05-10 10:00', end_date: '2027-05-10 12:00' };
const place = { venue: 'Hall', city: 'Town', geo_lat: 1, geo_lng: 2, country: 'US', state: 'NY' };
const tickets = [{ name: 'Adult', price: 5, currency: 'EUR', available_from: '2027-01-01' }];

async function create(path: string, json: object): Promise<Reply> {
  const { status, body } = await app.request<Reply>({ as: 'ed', method: 'POST', path, json });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

test.each([
  ['an event with only a title and dates', '/events', () => ({ title: 'Bare', ...times })],
  [
    'an event with everything',
    '/events',
    () => ({
      title: 'Full',
      ...times,
      all_day: true,
      timezone: 'Asia/Tokyo',
      status: 'draft',
      cost: '$5',
      image,
      description: 'One\n\nTwo',
      excerpt: 'Short',
      website: 'https://x.example/',
      external_id: 'full',
      tickets,
      venue: [place, { venue: 'Park' }],
      organizer: [{ organizer: 'Ann' }, { organizer: 'Ben', image }],
      categories: ['Jazz', 'Art'],
      tags: ['loud'],
      featured: true,
    }),
  ],
  ['an event with several prices', '/events', () => ({ title: 'Prices', ...times, cost: ['$0', '$12', '$30'] })],
  [
    'an event on a day whose last hour is skipped',
    '/events',
    () => ({
      title: 'Nuuk',
      all_day: true,
      start_date: '2031-03-29',
      end_date: '2031-03-29',
      timezone: 'America/Nuuk',
    }),
  ],
  [
    'an event with a price that is shown with its currency',
    '/events',
    () => ({ title: 'Price', ...times, cost: '20' }),
  ],
  ['a free event', '/events', () => ({ title: 'Free', ...times, cost: 0 })],
  ['a venue', '/venues', () => ({ ...place, image, show_map: false })],
  ['an organizer', '/organizers', () => ({ organizer: 'Club', email: 'a@x.example', image })],
  ['a category', '/categories', () => ({ name: 'Dance', description: 'x' })],
  ['a tag', '/tags', () => ({ name: 'slow' })],
])('Writing back %s changes nothing', async (_name, path, fields) => {
  const one = `${path}/${(await create(path, fields())).id}`;
  const before = (await app.request<Reply>({ as: 'ed', path: one })).body;
  const reply = await app.request({ as: 'ed', method: 'PUT', path: one, json: before });
  expect([reply.status, reply.body]).toEqual([200, expect.anything()]);
  expect((await app.request({ as: 'ed', path: one })).body).toEqual({
    ...before,
    ...('modified' in before ? { modified: reply.body['modified'], modified_utc: reply.body['modified_utc'] } : {}),
  });
  const { body } = await app.request<{ revisions: object[] }>({ as: 'ed', path: `${one}/revisions` });
  expect(body.revisions).toMatchObject([{ action: 'created' }]);
});

test.each([
  ['/events', 'events', 0, { title: 'Orphan', ...times }],
  ['/events', 'events', 99, { title: 'Orphan', ...times }],
  ['/venues', 'linked_records', 99, { venue: 'Orphanage' }],
  ['/organizers', 'linked_records', 99, { organizer: 'Orphans' }],
] as const)('A record of %s whose author has been deleted is written back (%s.author_id = %d)', async (...of) => {
  const [path, table, author, fields] = of;
  const one = `${path}/${(await create(path, fields)).id}`;
  await app.store.write((db) => db.updateTable(table).set({ author_id: author }).execute());
  const before = (await app.request<Reply>({ as: 'ed', path: one })).body;
  const put = (json: object) => app.request({ as: 'ed', method: 'PUT', path: one, json });
  expect(await put(before)).toMatchObject({ status: 200, body: { author } });
  expect((await put({ ...before, author: 98 })).status).toBe(400);
  expect((await app.request({ as: 'ann', method: 'POST', path, json: { ...fields, author: 0 } })).status).toBe(400);
  expect(await put({ ...before, author: 3 })).toMatchObject({ status: 200, body: { author: 3 } });
});

test.each([
  ['an event', '/events', { ...times, title: 'Gala', description: 'One', website: 'https://x.example/' }, 'title'],
  ['a venue', '/venues', { venue: 'Hall of mirrors', description: 'One' }, 'venue'],
  ['an organizer', '/organizers', { organizer: 'Friends', website: 'https://x.example/' }, 'organizer'],
  ['a category', '/categories', { name: 'Chamber', description: 'One' }, 'name'],
  ['an image', '/media', undefined, 'title', 'alt_text'],
] as const)(
  'Writing back %s in a language without a translation makes none',
  async (...[, path, fields, title, text]) => {
    const one = `${path}/${fields === undefined ? image : (await create(path, fields)).id}`;
    const inFrench = `${one}?i18n_language=fr`;
    const before = (await app.request<Reply>({ as: 'ed', path: inFrench })).body;
    const put = (to: string, json: object) => app.request<Reply>({ as: 'ed', method: 'PUT', path: to, json });
    expect((await put(inFrench, before)).body).toMatchObject({ language: 'en', translations: ['en'] });
    expect((await put(inFrench, { ...before, [title]: 'En français' })).body).toMatchObject({ language: 'fr' });
    const { body } = await put(one, { [text ?? 'description']: 'New in English' });
    const shown = (await app.request<Reply>({ path: inFrench })).body;
    expect(shown).toMatchObject({ [title]: 'En français', [text ?? 'description']: body[text ?? 'description'] });
  },
);

test.each([
  ['no image', 'image', false, false],
  ['no image, as text', 'image', 'false', false],
  [
    'an image by its object',
    'image',
    () => ({ id: image, url: 'https://elsewhere.example/x.png' }),
    () => ({ id: image }),
  ],
] as const)('A create takes the shape of a reply: %s', async (_name, field, sent, shown) => {
  const value = <T>(given: T | (() => T)) => (typeof given === 'function' ? (given as () => T)() : given);
  const made = await create('/events', { title: 'Made', ...times, [field]: value<unknown>(sent) });
  const expected = value<unknown>(shown);
  expect(made[field]).toEqual(typeof expected === 'object' ? expect.objectContaining(expected) : expected);
});

test('A term by its object is that term, whatever else the object says', async () => {
  const term = await create('/categories', { name: 'Opera' });
  for (const categories of [term, [term], [{ id: String(term.id), name: 'Other' }]])
    expect((await create('/events', { title: 'Made', ...times, categories }))['categories']).toMatchObject([
      { id: term.id, name: 'Opera' },
    ]);
  expect((await app.request({ path: '/categories?hide_empty=false&search=other' })).body).toMatchObject({ total: 0 });
});

test.each([
  ['image', [{}, { id: 0 }, { id: 999_999 }, { url: 'https://x.example/a.png' }, true, [{ id: 1 }]]],
  ['categories', [[{}], [{ name: 'Opera' }], [{ id: 0 }], [{ id: 999_999 }], { id: 999_999 }, { id: 'x', name: 'y' }]],
] as const)('Objects without a known id are refused: %s', async (field, values) => {
  for (const sent of values) {
    const json = { title: 'Refused', ...times, [field]: sent };
    const { status, body } = await app.request({ as: 'ed', method: 'POST', path: '/events', json });
    expect([status, body['data']], JSON.stringify(sent)).toMatchObject([
      400,
      { params: { [field]: expect.any(String) } },
    ]);
  }
});
