// A cursor is of a list, however the list is asked for.
import { beforeAll, describe, expect, test } from 'vitest';
import { make } from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

interface Page {
  events: { id: number }[];
  rest_url: string;
  next_cursor?: string;
}

let app: TestApp;
let tags: number[];

beforeAll(async () => {
  app = await startTestApp();
  const create = async (plural: string, json: object) => (await make(app, plural, json)).id;
  tags = [await create('tags', { name: 'One' }), await create('tags', { name: 'Two' })];
  for (let n = 0; n < 9; n++) {
    const day = `2027-05-0${n + 1}`;
    const dates = { start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` };
    await create('events', { title: `Jazz ${n}`, ...dates, tags: [tags[n % 2]] });
  }
});

async function read(path: string): Promise<Page> {
  const { status, body } = await app.request<Page>({ path });
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
}

const idsOf = ({ events }: Page): number[] => events.map(({ id }) => id);

describe.each([
  ['', '_=7'],
  ['_=1', '_=2'],
  ['', '_fields=events.id'],
  ['search=jazz', 'search=jazz&i18n_language=en'],
  ['tags=ONE,TWO', 'tags=TWO,ONE'],
  ['tags=ONE,TWO', 'tags[]=ONE&tags[]=TWO'],
  ['tags=ONE,TWO', 'tags=ONE,%20TWO'],
  ['', 'start_date=2027-03-01 00:00:00&end_date=2029-03-01 23:59:59'],
])('a list begun with %j', (first, other) => {
  const query = (text: string) => text.replaceAll('ONE', String(tags[0])).replaceAll('TWO', String(tags[1]));

  test(`continued with ${JSON.stringify(other)}`, async () => {
    const whole = idsOf(await read(`/events?per_page=50&${query(first)}`));
    const { next_cursor } = await read(`/events?per_page=3&${query(first)}`);
    const page = await read(`/events?per_page=3&${query(other)}&cursor=${encodeURIComponent(String(next_cursor))}`);
    expect(idsOf(page)).toEqual(whole.slice(3, 6));
  });
});

test('the address of a continued page is that page, and that of any page can be continued', async () => {
  const first = await read('/events?per_page=3');
  const cursor = encodeURIComponent(String(first.next_cursor));
  const second = await read(`/events?per_page=3&cursor=${cursor}`);
  expect(await read(second.rest_url)).toEqual(second);
  expect(idsOf(await read(`${first.rest_url}&cursor=${cursor}`))).toEqual(idsOf(second));
});

test.each(['search=night', 'order=desc', 'orderby=title', 'start_date=2027-05-02', 'per_page=3&tags=ONE'])(
  'another list: %s',
  async (other) => {
    const { next_cursor } = await read('/events?per_page=3');
    const path = `/events?${other.replace('ONE', String(tags[0]))}&cursor=${encodeURIComponent(String(next_cursor))}`;
    expect(await app.request({ path })).toMatchObject({ status: 400, body: { code: 'rest_invalid_cursor' } });
  },
);

describe('a cursor', () => {
  const refused = { status: 400, body: { code: 'rest_invalid_cursor' } };
  const begin = async (path: string) => {
    const { next_cursor } = await read(path);
    return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(String(next_cursor))}`;
  };

  test('is of one viewer', async () => {
    const path = await begin('/events?per_page=3');
    expect(await app.request({ path })).toMatchObject({ status: 200 });
    for (const as of ['sub', 'ed'] as const) expect(await app.request({ as, path }), as).toMatchObject(refused);
  });

  test('is of one language', async () => {
    const path = await begin('/events?per_page=3');
    expect(await app.request({ path: `${path}&i18n_language=fr` })).toMatchObject(refused);
  });

  test('keeps the window that the list began with, and lasts for seven days', async () => {
    const other = await startTestApp({ now: '2027-03-01T12:00:00Z' });
    for (const day of ['2027-03-01', '2027-03-02', '2029-03-03'])
      await make(other, 'events', { title: day, start_date: `${day} 10:00`, end_date: `${day} 12:00` });
    await make(other, 'events', { title: 'Last', start_date: '2029-03-01 10:00', end_date: '2029-03-01 12:00' });
    const first = await other.request<Page>({ path: '/events?per_page=2' });
    const path = `/events?per_page=2&cursor=${encodeURIComponent(String(first.body.next_cursor))}`;
    other.clock.set('2027-03-05T12:00:00Z');
    expect(await other.request({ path })).toMatchObject({
      status: 200,
      body: { events: [{ title: 'Last' }], total: 3 },
    });
    // It counts from the beginning of its day at the site.
    other.clock.set('2027-03-08T04:59:00Z');
    expect(await other.request({ path })).toMatchObject({ status: 200 });
    other.clock.set('2027-03-08T05:00:01Z');
    expect(await other.request({ path })).toMatchObject(refused);
    other.clock.set('2027-02-28T12:00:00Z');
    expect(await other.request({ path })).toMatchObject(refused);
  });
});
