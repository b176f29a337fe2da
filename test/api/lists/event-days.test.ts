// Events of each day, as months and weeks show them.
import { beforeEach, expect, test } from 'vitest';
import type { Login } from '../../support/test-app.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

interface Brief {
  title: string;
}

interface Days {
  days: { date: string; total: number; events: Brief[] }[];
  total: number;
  earlier: Brief | null;
  later: Brief | null;
}

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

const create = (title: string, start_date: string, end_date: string, more: object = {}) =>
  app.request({ as: 'admin', method: 'POST', path: '/events', json: { title, start_date, end_date, ...more } });

async function daysOf(query: Record<string, string | number>, as?: Login) {
  const { body } = await app.request<Days>({ path: '/events/days', query, ...(as ? { as } : {}) });
  return {
    ...body,
    shown: Object.fromEntries(
      body.days.filter(({ total }) => total > 0).map(({ date, events }) => [date, events.map(({ title }) => title)]),
    ),
  };
}

const may = { from: '2027-05-01', to: '2027-05-31' };

test('Each day has the events that take place on it, in the order of their starts', async () => {
  await create('Late', '2027-05-10 22:00', '2027-05-11 03:00');
  await create('Early', '2027-05-10 09:00', '2027-05-10 10:00');
  await create('Camp', '2027-05-30 10:00', '2027-06-02 10:00');
  await create('Fair', '2027-04-29', '2027-05-02', { all_day: true });
  await create('Midnight', '2027-05-20 00:00', '2027-05-21 00:00');
  const { shown, total, days } = await daysOf(may);
  expect(shown).toEqual({
    '2027-05-01': ['Fair'],
    '2027-05-02': ['Fair'],
    '2027-05-10': ['Early', 'Late'],
    '2027-05-20': ['Midnight'],
    '2027-05-30': ['Camp'],
    '2027-05-31': ['Camp'],
  });
  expect([total, days.length]).toEqual([5, 31]);
});

test('An event that lasts all year is on every day, after what starts there, and is counted once', async () => {
  await create('Exhibition', '2027-01-01', '2027-12-31', { all_day: true });
  for (const title of ['One', 'Two']) await create(title, '2027-05-10 19:00', '2027-05-10 20:00');
  const { shown, total, days } = await daysOf({ ...may, per_day: 2 });
  expect(total).toBe(3);
  expect(Object.keys(shown)).toHaveLength(31);
  expect(shown['2027-05-09']).toEqual(['Exhibition']);
  expect(days[9]).toMatchObject({ total: 3, events: [{ title: 'One' }, { title: 'Two' }] });
});

test.each<Record<string, string>>([{}, { search: 'hackathon' }])(
  'An event of up to a day is on its first day only (%o)',
  async (filter) => {
    await create('Hackathon', '2027-05-08 10:00', '2027-05-09 10:00');
    expect((await daysOf({ ...may, ...filter })).shown).toEqual({ '2027-05-08': ['Hackathon'] });
    const later = await daysOf({ ...filter, from: '2027-05-09', to: '2027-05-10' });
    expect(later).toMatchObject({ total: 0, shown: {}, earlier: { title: 'Hackathon' } });
  },
);

test('The nearest events outside the range do not start on its days in their own time zone either', async () => {
  await create('Chess', '2027-02-10', '2027-02-10', { all_day: true });
  await create('Kites', '2027-05-01', '2027-05-01', { all_day: true, timezone: 'Asia/Tokyo' });
  await create('Marathon', '2027-05-31 22:00', '2027-06-03 10:00', { timezone: 'Pacific/Honolulu' });
  await create('Swimming', '2027-09-10', '2027-09-10', { all_day: true });
  const { shown, earlier, later } = await daysOf(may);
  expect(shown).toEqual({ '2027-05-01': ['Kites'], '2027-05-31': ['Marathon'] });
  expect([earlier?.title, later?.title]).toEqual(['Chess', 'Swimming']);
});

test('An all-day event in a distant time zone is listed on its local days', async () => {
  await create('Sakura', '2027-05-10', '2027-05-11', { all_day: true, timezone: 'Asia/Tokyo' });
  expect((await daysOf(may)).shown).toEqual({ '2027-05-10': ['Sakura'], '2027-05-11': ['Sakura'] });
});

test.each<Record<string, string>>([{}, { search: 'camp' }])(
  'An event in another time zone is on its local days at both ends of a range, and on no other (%o)',
  async (filter) => {
    await create('Camp in the west', '2027-05-31 22:00', '2027-06-01 20:00', { timezone: 'America/Los_Angeles' });
    await create('Camp in the east', '2027-04-29 10:00', '2027-05-01 08:00', { timezone: 'Asia/Tokyo' });
    await create('Camp here', '2027-04-30 20:00', '2027-05-01 22:00');
    const { shown, total } = await daysOf({ ...may, ...filter });
    expect(shown).toEqual({ '2027-05-01': ['Camp in the east', 'Camp here'], '2027-05-31': ['Camp in the west'] });
    expect(total).toBe(3);
    const nextWeek = await daysOf({ ...filter, from: '2027-06-01', to: '2027-06-07' });
    expect([nextWeek.shown, nextWeek.total]).toEqual([{}, 0]);
  },
);

test('The nearest events before and after the range are named', async () => {
  await create('Before', '2027-03-10 19:00', '2027-03-10 20:00');
  await create('Long before', '2027-03-09 19:00', '2027-03-09 20:00');
  await create('After', '2027-08-10 19:00', '2027-08-10 20:00');
  expect(await daysOf(may)).toMatchObject({ total: 0, earlier: { title: 'Before' }, later: { title: 'After' } });
});

test('The nearest events are those by start, also among events that are named', async () => {
  const dates = ['2027-04-10', '2027-03-10', '2027-08-10', '2027-09-10'];
  const ids: number[] = [];
  for (const [at, day] of dates.entries()) {
    const published = { date: `2027-02-0${at % 2 === 0 ? 1 : 2} 10:00` };
    const { body } = await create(day, `${day} 19:00`, `${day} 20:00`, published);
    ids.push(Number(body['id']));
  }
  const include = ids.toReversed().join();
  expect(await daysOf({ ...may, include })).toMatchObject({
    earlier: { title: '2027-04-10' },
    later: { title: '2027-08-10' },
  });
});

test('Whether a protected event lasts all day is hidden, as in lists', async () => {
  await create('Retreat', '2027-05-10', '2027-05-10', { all_day: true, password: 'sesame' });
  const briefOf = async (query: object) => (await daysOf({ ...may, ...query })).days[9]?.events[0];
  expect(await briefOf({})).toMatchObject({ title: 'Retreat', all_day: false });
  expect(await briefOf({ password: 'sesame' })).toMatchObject({ all_day: true });
});

test('Filters of the list apply, also to events that began earlier', async () => {
  await create('Jazz fair', '2027-04-20', '2027-05-02', {
    all_day: true,
    categories: ['music'],
    venue: { venue: 'Mill' },
  });
  await create('Jazz night', '2027-05-10 19:00', '2027-05-10 20:00', { categories: ['music'] });
  await create('Chess', '2027-05-10 19:00', '2027-05-10 20:00');
  const jazz = { '2027-05-01': ['Jazz fair'], '2027-05-02': ['Jazz fair'], '2027-05-10': ['Jazz night'] };
  expect((await daysOf({ ...may, categories: 'music' })).shown).toEqual(jazz);
  expect((await daysOf({ ...may, search: 'jazz' })).shown).toEqual(jazz);
  expect((await daysOf({ ...may, search: 'jazz', categories: 'music', featured: 'true' })).shown).toEqual({});
});

test('A day contains no events that the caller does not see in the list', async () => {
  const day = ['2027-05-10 19:00', '2027-05-10 20:00'] as const;
  await create('Open', ...day);
  await create('Protected', ...day, { password: 'sesame', categories: ['music'] });
  await create('Hidden', ...day, { hide_from_listings: true });
  await create('Scheduled', ...day, { date: '2027-04-01 00:00:00' });
  for (const status of ['draft', 'private', 'trash', 'pending']) await create(status, ...day, { status });
  for (const as of [undefined, 'sub', 'con', 'admin'] as const) {
    const query = { start_date: '2027-05-10', end_date: '2027-05-10' };
    const { body } = await app.request<{ events: Brief[] }>({ path: '/events', query, ...(as ? { as } : {}) });
    const { shown } = await daysOf({ ...may, per_day: 20 }, as);
    expect(new Set(shown['2027-05-10']), as).toEqual(new Set(body.events.map(({ title }) => title)));
  }
  expect((await daysOf({ ...may, categories: 'music' })).shown).toEqual({});
});

test('Without a range, the days start today', async () => {
  await create('Gala', '2027-03-02 19:00', '2027-03-02 20:00');
  const { days, shown } = await daysOf({});
  expect([days[0]?.date, days.length, shown]).toEqual(['2027-03-01', 31, { '2027-03-02': ['Gala'] }]);
});

test('A range that ends before it starts has no days, as a list has no events', async () => {
  await create('Long', '2027-05-01 19:00', '2027-05-20 20:00');
  await create('Gala', '2027-05-10 19:00', '2027-05-10 20:00');
  const query = { from: '2027-05-10', to: '2027-05-09' };
  const { status, body } = await app.request({ path: '/events/days', query });
  expect([status, body]).toMatchObject([
    200,
    { days: [], total: 0, earlier: { title: 'Long' }, later: { title: 'Gala' } },
  ]);
});

test('The last day is the last one of the year 9999', async () => {
  const { days } = await daysOf({ from: '9999-12-30' });
  expect(days.map(({ date }) => date)).toEqual(['9999-12-30', '9999-12-31']);
});

test('A range of more than 62 days is refused', async () => {
  const to = (day: string) => app.request({ path: '/events/days', query: { from: '2027-05-01', to: day } });
  expect((await to('2027-07-01')).status).toBe(200);
  expect(await to('2027-07-02')).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { to: 'must be at most 61 days after from' } } },
  });
  expect((await app.request({ path: '/events/days', query: { to: '9999-12-31' } })).status).toBe(400);
});

test('A range that is not in days is refused, with all problems', async () => {
  const { status, body } = await app.request<{ data: { params: object } }>({
    path: '/events/days',
    query: { from: 'x', to: '2027-05-31', per_day: '0' },
  });
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['from', 'per_day']]);
});
