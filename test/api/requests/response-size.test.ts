// Texts of related records are repeated with every event, so the size of a response needs a limit.
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Body, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

/** 600 KB: the longest description, of characters that take three bytes. */
const description = '字'.repeat(200_000);
const dates = { start_date: '2027-06-10 10:00:00', end_date: '2027-06-10 12:00:00' };
const tooLarge = {
  status: 400,
  body: { code: 'rest_response_too_large', message: expect.stringMatching(/32 MiB.*per_page.*_fields/) },
};

let app: TestApp;
const organizers: number[] = [];
const events: number[] = [];
let grown: number;
let grownToo: number;
beforeAll(async () => {
  app = await startTestApp();
  const sixty = (name: string) => Array.from({ length: 60 }, (_, number) => ({ organizer: `${name} ${number}` }));
  const organizer = sixty('Organizer');
  const later = { start_date: '2027-08-10', end_date: '2027-08-10' };
  const created = await make(app, 'events', { ...later, title: 'Grown', organizer });
  grown = created.id;
  const other = await make(app, 'events', { ...later, title: 'Grown too', organizer: sixty('Another') });
  grownToo = other.id;
  const idsOf = ({ organizer: made }: Body) => (made as Body[]).map(({ id }) => Number(id));
  organizers.push(...idsOf(created));
  // Directly into the database, because indexing 36 MB of text takes long.
  await app.store.write((db) =>
    db
      .updateTable('record_texts')
      .set({ description })
      .where('record_id', 'in', [...organizers, ...idsOf(other)])
      .execute(),
  );
  for (let number = 1; number <= 6; number++) {
    const named = { ...dates, title: `Event ${number}`, organizer: organizers.slice(0, 12) };
    events.push((await make(app, 'events', named)).id);
  }
});

const length = ({ body }: { body: unknown }) => JSON.stringify(body).length;

describe.each([undefined, 'ed'] as const)('Read by %s', (as) => {
  test('A list that would be too large is refused, with advice', async () => {
    expect(await app.request({ path: '/events', as })).toMatchObject(tooLarge);
    expect(await app.request({ path: 'http://calendar.example/wp-json/tribe/events/v1/events', as })).toMatchObject(
      tooLarge,
    );
  });

  test('Requests that follow the advice, for fewer events or some fields, succeed', async () => {
    const fewer = await app.request({ path: '/events?per_page=3', as });
    expect([fewer.status, length(fewer) > 3 * 12 * 200_000]).toEqual([200, true]);
    const fields = await app.request({ path: '/events?_fields=events.id,events.organizer.id', as });
    expect([fields.status, length(fields) < 10_000]).toEqual([200, true]);
  });

  test('An event whose organizers have become too large can only be read by fields', async () => {
    expect(await app.request({ path: `/events/${grown}`, as })).toMatchObject(tooLarge);
    expect(await app.request({ path: `/events/${grown}?_fields=id,title`, as })).toMatchObject({ status: 200 });
  });

  test('Texts that are too large together are not all read', async () => {
    const { reader } = app.store;
    const run = vi.spyOn(reader, 'executeQuery');
    onTestFinished(() => run.mockRestore());
    expect(await app.request({ path: `/events?include=${grown},${grownToo}`, as })).toMatchObject(tooLarge);
    const results = await Promise.all(run.mock.results.map(({ value }) => value));
    const texts = results.flatMap(({ rows }) => rows).filter((row) => row.description === description);
    // 120 need three steps, two of which are full with fifty.
    expect(texts).toHaveLength(100);
  });

  test('A list of organizers that would be too large is refused', async () => {
    expect(await app.request({ path: '/organizers?per_page=60', as })).toMatchObject(tooLarge);
    expect((await app.request({ path: '/organizers?per_page=40', as })).status).toBe(200);
  });

  test('Events in the format of WordPress are refused only if their own texts are too large', async () => {
    const root = 'http://calendar.example/wp-json/wp/v2/tribe_events';
    expect(await app.request({ path: `${root}?include=${events.join(',')}`, as })).toMatchObject(tooLarge);
    expect((await app.request({ path: `${root}?include=${events[0]}`, as })).status).toBe(200);
  });
});

describe('Written by an editor', () => {
  const write = (path: string, json: object) => app.request<Body>({ as: 'ed', method: 'POST', path, json });

  test('An event whose reply would be too large is not created', async () => {
    const { total } = (await app.request<Body>({ path: '/events?_fields=total' })).body;
    const reply = await write('/events', { ...dates, title: 'Too much', organizer: organizers });
    expect(reply).toMatchObject(tooLarge);
    expect((await app.request<Body>({ path: '/events?_fields=total' })).body['total']).toBe(total);
  });

  test('An event that has become too large is changed with _fields, without an ETag', async () => {
    expect(await write(`/events/${grown}`, { title: 'Changed' })).toMatchObject(tooLarge);
    const reply = await write(`/events/${grown}?_fields=id,title`, { title: 'Changed' });
    expect([reply.status, reply.body, reply.headers['etag']]).toEqual([
      200,
      { id: grown, title: 'Changed' },
      undefined,
    ]);
  });

  test('A batch whose replies would be too large together changes nothing', async () => {
    const requests = events.map((id) => ({ method: 'PATCH', path: `/events/${id}`, body: { cost: '7' } }));
    expect(await write('/batch', { requests })).toMatchObject(tooLarge);
    expect((await app.request<Body>({ path: `/events/${events[0]}?_fields=cost` })).body).toEqual({ cost: '' });
    expect((await write('/batch', { requests: requests.slice(0, 3) })).status).toBe(200);
  });
});

describe('Pages for browsers', () => {
  const page = async (url: string) => await app.app.inject({ url, headers: { host: 'calendar.example' } });

  test('The list and the event are readable without the texts of related records', async () => {
    const list = await page('/events/?from=2027-06-10');
    expect([list.statusCode, list.body.includes('Event 3')]).toEqual([200, true]);
    const one = await page('/event/grown/');
    expect([one.statusCode, one.body.includes('Organizer 50')]).toEqual([200, true]);
  });
});
