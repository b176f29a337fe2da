// A cursor belongs to one list, however the list is requested.
import { beforeAll, describe, expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

interface Page {
  events: { id: number }[];
  rest_url: string;
  next_cursor?: string;
}

interface Walked extends Readonly<Record<string, unknown>> {
  total: number;
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
    if (n > 3) continue;
    await create('venues', { venue: `Café & Bar ${n}` });
    await create('organizers', { organizer: `Jazz & Co ${n}` });
    await create('categories', { name: `Jazz ${n}` });
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

  test(`A cursor is refused if the list is continued with ${JSON.stringify(other)}`, async () => {
    const whole = idsOf(await read(`/events?per_page=50&${query(first)}`));
    const { next_cursor } = await read(`/events?per_page=3&${query(first)}`);
    const page = await read(`/events?per_page=3&${query(other)}&cursor=${encodeURIComponent(String(next_cursor))}`);
    expect(idsOf(page)).toEqual(whole.slice(3, 6));
  });
});

describe('a cursor without other parameters continues its list', () => {
  const follow = async (path: string, key: string, as?: Login) => {
    const bare = path.split('?')[0];
    const ids: number[] = [];
    const totals = new Set<number>();
    for (let page = path; ; ) {
      const { status, body } = await app.request<Walked>({ as, path: page });
      expect(status, `${page}: ${JSON.stringify(body)}`).toBe(200);
      ids.push(...(body[key] as { id: number }[]).map(({ id }) => id));
      totals.add(body.total);
      if (!body.next_cursor) return { ids, totals: [...totals] };
      page = `${bare}?cursor=${encodeURIComponent(body.next_cursor)}`;
    }
  };
  const whole = async (path: string, key: string, as?: Login) => {
    const { body } = await app.request<Walked>({ as, path: `${path}&per_page=100` });
    return { ids: (body[key] as { id: number }[]).map(({ id }) => id), totals: [body.total] };
  };

  test.each([
    '/events?search=jazz',
    '/events?tags=ONE',
    '/events?tags[]=ONE&tags[]=TWO&featured=0',
    '/events?orderby=title&order=desc&search="jazz"%20-8',
    '/events?start_date=2027-05-02&end_date=2027-05-07&strict_dates=0',
    '/events?starts_after=2027-05-03&modified_after=2020-01-01',
    '/events?status=publish,draft',
    '/venues?search=caf%C3%A9%20%26%20bar&orderby=title',
    '/organizers?search=jazz&has_events=no&order=asc&orderby=id',
    '/tags?hide_empty=0&orderby=slug&order=desc',
    '/categories?hide_empty=false&search=jazz',
  ])('Cursors lead through the whole list at %s', async (template) => {
    const path = template.replaceAll('ONE', String(tags[0])).replaceAll('TWO', String(tags[1]));
    const key = path.slice(1).split('?')[0] as string;
    const as = path.includes('draft') ? 'ed' : undefined;
    const all = await whole(path, key, as);
    expect(all.ids.length).toBeGreaterThan(1);
    for (const size of [1, 2]) expect(await follow(`${path}&per_page=${size}`, key, as)).toEqual(all);
  });

  test('Cursors lead through lists in the order of the longest titles and descriptions', async () => {
    const other = await startTestApp();
    const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
    for (const [at, letter] of ['語', '𠮷', 'é'].entries()) {
      await make(other, 'events', { title: `${at}${letter.repeat(1999)}`, ...dates });
      await make(other, 'tags', { name: `Tag ${at}`, description: `${at}${letter.repeat(50_000)}` });
    }
    const namesFrom = async (list: string, key: string, name: string, cursor = ''): Promise<string[]> => {
      const { status, body } = await other.request<Walked>({ path: `${list}&per_page=1&cursor=${cursor}` });
      expect(status, list).toBe(200);
      const names = (body[key] as Readonly<Record<string, string>>[]).map((record) => String(record[name]).slice(0, 5));
      return body.next_cursor ? [...names, ...(await namesFrom(list, key, name, body.next_cursor))] : names;
    };
    expect(await namesFrom('/events?orderby=title', 'events', 'title')).toEqual(['0語語語語', '1𠮷𠮷', '2éééé']);
    const byDescription = '/tags?hide_empty=0&orderby=description&order=desc';
    expect(await namesFrom(byDescription, 'tags', 'name')).toEqual(['Tag 2', 'Tag 1', 'Tag 0']);
  });

  test('A page by cursor has as many records as the first one, unless another number is requested', async () => {
    const { next_cursor } = await read('/events?search=jazz&per_page=2');
    const path = `/events?cursor=${encodeURIComponent(String(next_cursor))}`;
    const page = await read(path);
    expect(page.events).toHaveLength(2);
    expect(await read(page.rest_url)).toEqual(page);
    expect((await read(`${path}&per_page=3`)).events).toHaveLength(3);
    expect((await read(`${path}&page=9&_fields=events.id&context=view`)).events).toHaveLength(2);
  });

  test('A cursor is refused with any filter that differs from those of its list', async () => {
    const { next_cursor } = await read('/events?search=jazz&orderby=title&per_page=2');
    const cursor = encodeURIComponent(String(next_cursor));
    for (const other of ['search=jazz', 'orderby=title', 'tags=ONE', 'search=jazz&orderby=title&order=desc']) {
      const path = `/events?cursor=${cursor}&${other.replace('ONE', String(tags[0]))}`;
      expect(await app.request({ path }), other).toMatchObject({ status: 400, body: { code: 'rest_invalid_cursor' } });
    }
    expect((await read(`/events?cursor=${cursor}&search=jazz&orderby=title`)).events).toHaveLength(7);
  });

  test.each([
    ['/organizers?search=jazz&orderby=title', '/categories'],
    ['/events?search=jazz&orderby=start_date', '/venues'],
    ['/tags?hide_empty=0&orderby=count', '/events'],
    ['/events?status=publish,draft', '/events'],
    ['/venues?search=caf%C3%A9&status=any', '/venues'],
  ])('One of %s is refused as such at %s of somebody else', async (path, elsewhere) => {
    const { body } = await app.request<Walked>({ as: 'ed', path: `${path}&per_page=1` });
    const cursor = encodeURIComponent(String(body.next_cursor));
    expect(await app.request({ path: `${elsewhere}?cursor=${cursor}` })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_cursor' },
    });
  });

  test('A cursor does not hold the password of an event', async () => {
    const { next_cursor } = await read('/events?search=jazz&password=open-sesame&per_page=2');
    expect(Buffer.from(String(next_cursor), 'base64url').toString()).not.toContain('sesame');
    const path = `/events?cursor=${encodeURIComponent(String(next_cursor))}`;
    expect(await app.request({ path })).toMatchObject({ status: 400, body: { code: 'rest_invalid_cursor' } });
    expect((await read(`${path}&password=open-sesame`)).events).toHaveLength(2);
  });

  test('Filters that are too long for a cursor are sent again', async () => {
    const many = `search=${'jazz '.repeat(199)}&include=${Array.from({ length: 900 }, (_, n) => n + 1).join(',')}`;
    const { next_cursor } = await read(`/events?${many}&per_page=2`);
    expect(String(next_cursor).length).toBeLessThanOrEqual(4000);
    const cursor = encodeURIComponent(String(next_cursor));
    expect((await read(`/events?${many}&per_page=2&cursor=${cursor}`)).events).toHaveLength(2);
  });
});

test('The URL of a continued page is that page, and that of any page can be continued', async () => {
  const first = await read('/events?per_page=3');
  const cursor = encodeURIComponent(String(first.next_cursor));
  const second = await read(`/events?per_page=3&cursor=${cursor}`);
  expect(await read(second.rest_url)).toEqual(second);
  expect(idsOf(await read(`${first.rest_url}&cursor=${cursor}`))).toEqual(idsOf(second));
});

test.each(['search=night', 'order=desc', 'orderby=title', 'start_date=2027-05-02', 'per_page=3&tags=ONE'])(
  'A cursor is refused for another list: %s',
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

  test('A cursor is refused from another caller', async () => {
    const path = await begin('/events?per_page=3');
    expect(await app.request({ path })).toMatchObject({ status: 200 });
    for (const as of ['sub', 'ed'] as const) expect(await app.request({ as, path }), as).toMatchObject(refused);
  });

  test('A cursor is refused in another language', async () => {
    const path = await begin('/events?per_page=3');
    expect(await app.request({ path: `${path}&i18n_language=fr` })).toMatchObject(refused);
  });

  test('A cursor keeps the window that the list began with, and lasts for seven days', async () => {
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
    // It counts from the beginning of the site's day.
    other.clock.set('2027-03-08T04:59:00Z');
    expect(await other.request({ path })).toMatchObject({ status: 200 });
    other.clock.set('2027-03-08T05:00:01Z');
    expect(await other.request({ path })).toMatchObject(refused);
    other.clock.set('2027-02-28T12:00:00Z');
    expect(await other.request({ path })).toMatchObject(refused);
  });

  test('A list of relative dates is continued from where it began, with the words, with the dates or with neither', async () => {
    const other = await startTestApp({ now: '2027-03-01T12:00:00Z' });
    for (const day of ['2027-03-02', '2027-03-03', '2027-03-04'])
      await make(other, 'events', { title: day, start_date: `${day} 10:00`, end_date: `${day} 12:00` });
    const first = (await other.request<Page>({ path: '/events?start_date=tomorrow&end_date=3/4/2027&per_page=1' }))
      .body;
    const cursor = `cursor=${encodeURIComponent(String(first.next_cursor))}`;
    const again = [`/events?start_date=tomorrow&end_date=3/4/2027&per_page=1&${cursor}`, `${first.rest_url}&${cursor}`];
    for (const path of again) {
      expect(await other.request({ path }), path).toMatchObject({
        status: 200,
        body: { events: [{ title: '2027-03-03' }] },
      });
    }
    other.clock.set('2027-03-02T12:00:00Z');
    expect(await other.request({ path: `/events?${cursor}` })).toMatchObject({ status: 200, body: { total: 3 } });
  });
});
