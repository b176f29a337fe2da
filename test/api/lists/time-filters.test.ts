// `modified_after` and `modified_before` on every list, `published_after` and `published_before` on those of events, venues and
// organizers: exact times, exclusive.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };
const lists = [
  ['events', 'title', dates],
  ['venues', 'venue', {}],
  ['organizers', 'organizer', {}],
  ['categories', 'name', {}],
  ['tags', 'name', {}],
] as const;

interface List {
  total: number;
  rest_url: string;
  next_rest_url?: string;
  [items: string]: unknown;
}

async function write(method: 'POST' | 'PATCH' | 'DELETE', path: string, json: unknown, as: Login = 'ed') {
  const reply = await app.request<{ id: number }>({ as, method, path, json });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.id;
}

async function list(plural: string, query: Record<string, string | number>, as: Login | null = null) {
  const empty = plural === 'categories' || plural === 'tags' ? { hide_empty: 'false' } : {};
  const reply = await app.request<List>({ as, path: `/${plural}`, query: { ...empty, ...query } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return { ...reply.body, ids: (reply.body[plural] as { id: number }[]).map(({ id }) => id) };
}

test('Deleting the parent of a category counts as a change of the category', async () => {
  const own = await startTestApp();
  const send = (method: 'POST' | 'DELETE', path: string, json?: object) =>
    own.request<{ id: number }>({ as: 'ed', method, path, ...(json ? { json } : {}) });
  const parent = (await send('POST', '/categories', { name: 'Music' })).body.id;
  const child = (await send('POST', '/categories', { name: 'Jazz', parent })).body.id;
  own.clock.set('2027-03-01T13:00:00Z');
  await send('DELETE', `/categories/${parent}`);
  const query = { hide_empty: 'false', modified_after: '2027-03-01T12:30:00Z' };
  const { body } = await own.request<List>({ path: '/categories', query });
  expect(body['categories']).toMatchObject([{ id: child, parent: 0 }]);
});

const timeFilters = [
  ...lists.map(([plural, name, more]) => ({ plural, name, more, time: 'modified' })),
  ...lists.slice(0, 3).map(([plural, name, more]) => ({ plural, name, more, time: 'published' })),
];

describe.each(timeFilters)('Filters of $plural by when they were $time', ({ plural, name, more, time }) => {
  const ids: number[] = [];
  const [after, before] = [`${time}_after`, `${time}_before`];
  const named = (query: object) =>
    Object.fromEntries(Object.entries(query).map(([key, value]) => [key.replace('modified', time), value]));

  beforeAll(async () => {
    app = await startTestApp();
    for (const at of ['11:00', '12:00', '13:00']) {
      app.clock.set(`2027-03-01T${at}:00Z`);
      ids.push(await write('POST', `/${plural}`, { [name]: `At ${at}`, ...more }));
    }
    return app.close;
  });

  // Noon in UTC is 7 o'clock in New York, the site's zone.
  test.each([
    [{ modified_after: '2027-03-01T12:00:00Z' }, [2]],
    [{ modified_after: '2027-03-01T11:59:59Z' }, [1, 2]],
    [{ modified_before: '2027-03-01T12:00:00Z' }, [0]],
    [{ modified_before: '2027-03-01T12:00:01Z' }, [0, 1]],
    [{ modified_after: '2027-03-01T11:00:00Z', modified_before: '2027-03-01T13:00:00Z' }, [1]],
    [{ modified_after: '2027-03-01T13:00:00Z', modified_before: '2027-03-01T11:00:00Z' }, []],
    [{ modified_after: '2027-03-01 07:00:00' }, [2]],
    [{ modified_after: '2027-03-01 06:59' }, [1, 2]],
    [{ modified_before: '2027-03-01 07:00:01' }, [0, 1]],
    [{ modified_after: '2027-03-01 13:00:00+01:00' }, [2]],
    [{ modified_after: String(Date.parse('2027-03-01T12:00:00Z') / 1000) }, [2]],
    [{ modified_after: '2027-03-01' }, [0, 1, 2]],
    [{ modified_before: '2027-03-01' }, []],
    [{ modified_before: '2027-03-02' }, [0, 1, 2]],
    [{ modified_after: '20270302' }, []],
    [{ modified_after: '2027-02-28', modified_before: '2027-03-01 06:30' }, [0]],
    [{ modified_after: '-90 minutes' }, [1, 2]],
    [{ modified_before: 'yesterday' }, []],
  ] as const)('The query %j finds the records of that range', async (query, expected) => {
    const { ids: found, total } = await list(plural, named(query));
    expect(found.sort((a, b) => a - b)).toEqual(expected.map((index) => ids[index]));
    expect(total).toBe(expected.length);
  });

  test.each([
    [after, 'whenever'],
    [after, ''],
    [before, '2027-02-30'],
    [before, '99999-01-01'],
  ])('%s=%s is refused with 400', async (parameter, value) => {
    const { status, body } = await app.request({ path: `/${plural}`, query: { [parameter]: value } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { [parameter]: expect.any(String) } } });
    const both = { [after]: 'x', [before]: 'y', per_page: 'z' };
    const all = await app.request<{ data: { params: object } }>({ path: `/${plural}`, query: both });
    expect(Object.keys(all.body.data.params).sort()).toEqual([after, before, 'per_page'].sort());
  });

  test('A filter by time is part of links, pages and the total, with other filters', async () => {
    const query = { [after]: '2027-03-01T11:30:00Z', per_page: 1 };
    const first = await list(plural, query);
    expect([first.ids.length, first.total]).toEqual([1, 2]);
    expect(first.rest_url).toContain(`${after}=2027-03-01T11%3A30%3A00Z`);
    const next = await app.request<List>({ path: first.next_rest_url as string });
    expect([(next.body[plural] as unknown[]).length, next.body.total]).toEqual([1, 2]);
    expect((await list(plural, { ...query, search: 'At 12' })).total).toBe(1);
    expect((await list(plural, { ...query, search: 'At 11' })).total).toBe(0);
  });
});

describe('what counts as a change', () => {
  beforeEach(async () => {
    app = await startTestApp();
  });

  /** Does something an hour later, and returns whether the list finds the record as changed since then. */
  async function changes(plural: string, id: number, act: () => Promise<unknown>): Promise<boolean> {
    const before = app.clock.now();
    app.clock.advance(3600);
    await act();
    return (await list(plural, { modified_after: String(before) }, 'ed')).ids.includes(id);
  }

  test.each(lists)(
    'An update and a translation of %s are changes, an empty update is none',
    async (plural, name, more) => {
      const id = await write('POST', `/${plural}`, { [name]: 'First', ...more });
      const path = `/${plural}/${id}`;
      const french = `${path}?i18n_language=fr`;
      expect(await changes(plural, id, () => write('PATCH', path, {}))).toBe(false);
      expect(await changes(plural, id, () => write('PATCH', path, { description: 'New' }))).toBe(true);
      expect(await changes(plural, id, () => write('PATCH', path, { external_id: 'box-1' }))).toBe(true);
      expect(await changes(plural, id, () => write('PATCH', french, { [name]: 'Premier' }))).toBe(true);
      expect(await changes(plural, id, () => write('DELETE', `${path}/translations/fr`, undefined))).toBe(true);
    },
  );

  test("A change of an event's links is a change of the event, a change of the related records is none", async () => {
    const venue = await write('POST', '/venues', { venue: 'Hall' });
    const tag = await write('POST', '/tags', { name: 'loud' });
    const id = await write('POST', '/events', { title: 'Gala', ...dates, venue, tags: [tag] });
    expect(await changes('events', id, () => write('PATCH', `/venues/${venue}`, { city: 'Rome' }))).toBe(false);
    expect(await changes('events', id, () => write('PATCH', `/tags/${tag}`, { name: 'noisy' }))).toBe(false);
    expect(await changes('events', id, () => write('PATCH', `/events/${id}`, { tags: [] }))).toBe(true);
  });

  test('The list of events keeps its window, its order and what is hidden', async () => {
    const past = { start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' };
    await write('POST', '/events', { title: 'Past', ...past });
    await write('POST', '/events', { title: 'Draft', ...dates, status: 'draft' });
    const later = await write('POST', '/events', { title: 'Later', ...dates });
    const sooner = await write('POST', '/events', {
      title: 'Sooner',
      start_date: '2027-06-01',
      end_date: '2027-06-02',
    });
    const query = { modified_after: '2027-01-01' };
    expect((await list('events', query)).ids).toEqual([sooner, later]);
    expect((await list('events', query, 'ed')).ids).toHaveLength(3);
    expect((await list('events', { ...query, start_date: '2027-01-01' })).ids).toHaveLength(3);
    expect((await list('events', { ...query, orderby: 'modified', order: 'desc' })).ids).toHaveLength(2);
  });

  test('Relative times are those of each request, not of a cached reply', async () => {
    const id = await write('POST', '/venues', { venue: 'Hall' });
    const query = { modified_after: '-1 minute' };
    expect((await list('venues', query)).ids).toEqual([id]);
    app.clock.advance(90);
    expect((await list('venues', query)).ids).toEqual([]);
  });
});
