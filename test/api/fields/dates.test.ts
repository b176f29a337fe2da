// Dates over HTTP: zones, gaps, updates of one end, windows, scheduled publication (D21 to D23, D36, D37).
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, expectInvalid, kinds, make, unique } from '../../support/field-table.ts';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const span = (start_date: unknown, end_date: unknown, more: object = {}) => ({
  title: unique('Dated'),
  start_date,
  end_date,
  ...more,
});
const shown = (event: Body) => [event['start_date'], event['end_date'], event['utc_start_date'], event['utc_end_date']];
const patch = (app: TestApp, id: number, json: unknown) =>
  app.request<Body>({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json });

describe('zones', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  test.each([
    ['America/New_York', '2027-01-10 10:00:00', '2027-01-10 15:00:00', 'EST'],
    ['America/New_York', '2027-06-10 10:00:00', '2027-06-10 14:00:00', 'EDT'],
    ['Europe/London', '2027-06-10 10:00:00', '2027-06-10 09:00:00', 'BST'],
    ['Asia/Tokyo', '2027-06-10 08:00:00', '2027-06-09 23:00:00', 'JST'],
    ['Australia/Sydney', '2027-01-10 10:00:00', '2027-01-09 23:00:00', 'AEDT'],
    ['America/Sao_Paulo', '2027-06-10 10:00:00', '2027-06-10 13:00:00', '-03'],
    ['UTC', '2027-06-10 10:00:00', '2027-06-10 10:00:00', 'UTC'],
    ['UTC+2', '2027-06-10 10:00:00', '2027-06-10 08:00:00', 'UTC+2'],
    ['UTC-5', '2027-06-10 10:00:00', '2027-06-10 15:00:00', 'UTC-5'],
    ['UTC+5:30', '2027-06-10 10:00:00', '2027-06-10 04:30:00', 'UTC+5:30'],
    ['America/New_York', '2027-03-14 02:30:00', '2027-03-14 07:30:00', 'EDT'],
    ['America/New_York', '2027-11-07 01:30:00', '2027-11-07 05:30:00', 'EDT'],
    ['Europe/Paris', '2027-10-31 02:30:00', '2027-10-31 00:30:00', 'CEST'],
  ])('%s %s', async (timezone, start, utc, abbreviation) => {
    const event = await make(app, 'events', span(start, '2027-12-31', { timezone }));
    const inGap = start === '2027-03-14 02:30:00';
    expect(event).toMatchObject({
      start_date: inGap ? '2027-03-14 03:30:00' : start,
      utc_start_date: utc,
      timezone_abbr: abbreviation,
      timezone,
    });
    const [date = '', time = ''] = utc.split(' ');
    const [year, month, day] = date.split('-');
    const [hour, minutes, seconds] = time.split(':');
    expect(event['utc_start_date_details']).toEqual({ year, month, day, hour, minutes, seconds });
    expect((await app.request<Body>({ path: `/events/${event.id}` })).body).toMatchObject({ utc_start_date: utc });
  });
});

test('Updates of one date, of the zone or of all_day leave the rest', async () => {
  const app = await startTestApp();
  const { id } = await make(app, 'events', span('2027-06-10 10:00', '2027-06-11 12:00', { timezone: 'Europe/London' }));
  const steps: [json: object, start: string, end: string, utcStart: string, utcEnd: string][] = [
    [
      { start_date: '2027-06-10 11:00' },
      '2027-06-10 11:00:00',
      '2027-06-11 12:00:00',
      '2027-06-10 10:00:00',
      '2027-06-11 11:00:00',
    ],
    [
      { end_date: '2027-06-11T13:00:00-05:00' },
      '2027-06-10 11:00:00',
      '2027-06-11 19:00:00',
      '2027-06-10 10:00:00',
      '2027-06-11 18:00:00',
    ],
    [
      { timezone: 'Asia/Tokyo' },
      '2027-06-10 11:00:00',
      '2027-06-11 19:00:00',
      '2027-06-10 02:00:00',
      '2027-06-11 10:00:00',
    ],
    [{ title: 'Other' }, '2027-06-10 11:00:00', '2027-06-11 19:00:00', '2027-06-10 02:00:00', '2027-06-11 10:00:00'],
    [{ all_day: true }, '2027-06-10 00:00:00', '2027-06-11 23:59:59', '2027-06-09 15:00:00', '2027-06-11 14:59:59'],
    [
      { end_date: '2027-06-12 15:00' },
      '2027-06-10 00:00:00',
      '2027-06-12 23:59:59',
      '2027-06-09 15:00:00',
      '2027-06-12 14:59:59',
    ],
    [
      { start_date: '2027-06-12' },
      '2027-06-12 00:00:00',
      '2027-06-12 23:59:59',
      '2027-06-11 15:00:00',
      '2027-06-12 14:59:59',
    ],
    [{ timezone: 'UTC' }, '2027-06-12 00:00:00', '2027-06-12 23:59:59', '2027-06-12 00:00:00', '2027-06-12 23:59:59'],
  ];
  for (const [json, ...expected] of steps) {
    const { status, body } = await patch(app, id, json);
    expect(status, JSON.stringify([json, body])).toBe(200);
    expect(shown(body), JSON.stringify(json)).toEqual(expected);
  }
  for (const json of [
    { end_date: '2027-06-11' },
    { start_date: '2027-06-13' },
    { start_date: '2027-06-20', end_date: '2027-06-19' },
  ])
    expectInvalid(await patch(app, id, json), ['end_date'], JSON.stringify(json));
  expect(shown((await app.request<Body>({ path: `/events/${id}` })).body)).toEqual(steps.at(-1)?.slice(1));
});

test('An event whose time zone has changed its rules keeps its local time when it is saved again', async () => {
  const app = await startTestApp();
  const times = ['2027-06-10 10:00:00', '2027-06-10 12:00:00'] as const;
  const { id } = await make(app, 'events', span('2027-06-09 10:00', times[1], { timezone: 'America/Chicago' }));
  await patch(app, id, { start_date: times[0], event_status: 'rescheduled' });
  // As if it had been saved when Chicago had no daylight saving time.
  const shifted = sql`update events set start_utc = start_utc + 3600, end_utc = end_utc + 3600 where id = ${id}`;
  await app.store.write((db) => shifted.execute(db));
  const { body } = await patch(app, id, { end_date: times[1], timezone: 'America/Chicago' });
  expect(shown(body)).toEqual([...times, '2027-06-10 15:00:00', '2027-06-10 17:00:00']);
  expect(body['previous_start_date']).toBe('2027-06-09 10:00:00');
});

test.each([
  ['America/New_York', 400],
  ['Asia/Tokyo', 201],
])(
  'The last day that an event can have is 9999-12-31 by the clock of its zone and in UTC: %s',
  async (timezone, status) => {
    const app = await startTestApp();
    const json = span('2027-06-10', '9999-12-31', { timezone, all_day: true });
    const reply = await app.request<Body>({ as: 'ed', method: 'POST', path: '/events', json });
    expect(reply.status).toBe(status);
    if (status === 201) expect(reply.body['utc_end_date']).toBe('9999-12-31 14:59:59');
    else expect(reply.body).toMatchObject({ data: { params: { end_date: expect.stringContaining('in UTC too') } } });
  },
);

test('Publication times in local time and UTC agree, for drafts too', async () => {
  const app = await startTestApp();
  const draft = await make(app, 'events', span('2027-06-10', '2027-06-11', { status: 'draft' }));
  expect(draft).toMatchObject({ date: '2027-03-01 07:00:00', date_utc: '2027-03-01 12:00:00' });
  const both = { date: '2027-02-01 07:00:00', date_utc: '2027-02-01 12:00:00' };
  expect((await patch(app, draft.id, both)).body).toMatchObject(both);
  const wrong = await patch(app, draft.id, { ...both, date_utc: '2027-02-01 12:00:01' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  expect((await patch(app, draft.id, { date_utc: '2027-07-01 12:00:00' })).body).toMatchObject({
    date: '2027-07-01 08:00:00',
  });
});

test.each([
  ['America/New_York', { date: '9999-12-31 23:00' }],
  ['Asia/Tokyo', { date: '0001-01-01' }],
  ['Asia/Tokyo', { date_utc: '9999-12-31 23:00' }],
  ['America/New_York', { date_utc: '0001-01-01' }],
])('A publication in a year that the site or UTC cannot write is refused: %s %j', async (timezone, sent) => {
  const app = await startTestApp({ settings: { timezone } });
  for (const { plural, required } of [kinds.events, kinds.venues]) {
    const reply = await app.request({ as: 'ed', method: 'POST', path: `/${plural}`, json: { ...required(), ...sent } });
    expectInvalid(reply, Object.keys(sent), plural);
  }
});

test('A fraction of a second is cut from the timestamps of filters and tickets', async () => {
  const app = await startTestApp();
  const tickets = [{ name: 'One', available_from: 1_810_000_000.5, available_until: '1810000001.75' }];
  const event = await make(app, 'events', span(1_810_000_000.5, 1_810_000_001.5, { timezone: 'UTC', tickets }));
  const [from, until] = ['2027-05-11 01:46:40', '2027-05-11 01:46:41'];
  expect(event).toMatchObject({ tickets: [{ available_from: from, available_until: until }] });
  expect(shown(event)).toEqual([from, until, from, until]);
  const total = async (query: Record<string, string | number>) =>
    (await app.request<Body>({ path: '/events', query: { ...query, strict_dates: true } })).body['total'];
  expect(await total({ start_date: 1_810_000_000.9, end_date: '1810000001.1' })).toBe(1);
  expect(await total({ starts_after: 1_810_000_000.1 })).toBe(0);
  expect(await total({ starts_after: 1_809_999_999.9 })).toBe(1);
  expect(await total({ modified_after: 1_700_000_000.5 })).toBe(1);
});

test.each(['events', 'venues', 'organizers'] as const)(
  'A publication time of %s in the hour that comes twice can be sent back as it was read',
  async (plural) => {
    const app = await startTestApp();
    const required = () => kinds[plural].required();
    const first = { date: '2026-11-01 01:30:00', date_utc: '2026-11-01 05:30:00' };
    const second = { date: '2026-11-01 01:30:00', date_utc: '2026-11-01 06:30:00' };
    const made = await make(app, plural, { ...required(), date_utc: second.date_utc });
    expect(made).toMatchObject(second);
    const path = `/${plural}/${made.id}`;
    const put = (json: object) => app.request({ as: 'admin', method: 'PUT', path, json });
    for (const [json, shown] of [
      [second, second],
      [{ date: second.date }, second],
      [{ date: '2026-11-01T01:30' }, second],
      [first, first],
      [{ date: first.date }, first],
      [{ date: '2026-11-01T01:30:00-05:00' }, second],
      [{ date: '2026-11-01 01:30:00', date_utc: '2026-11-01T01:30:00-04:00' }, first],
    ] as const)
      expect(await put(json), JSON.stringify(json)).toMatchObject({ status: 200, body: shown });
    expectInvalid(await put({ ...first, date_utc: '2026-11-01 07:30:00' }), ['date_utc'], 'another hour');
    expectInvalid(await put({ ...second, date: '2026-11-01T01:30:00-04:00' }), ['date_utc'], 'another offset');
    expect(await make(app, plural, { ...required(), ...second })).toMatchObject(second);
    expect(await make(app, plural, { ...required(), date: first.date })).toMatchObject(first);
    const skipped = { date: '2026-03-08 02:30:00', date_utc: '2026-03-08 07:30:00' };
    expect(await make(app, plural, { ...required(), ...skipped })).toMatchObject({
      ...skipped,
      date: '2026-03-08 03:30:00',
    });
  },
);

describe.each(['America/New_York', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
  'the default window in %s',
  (timezone) => {
    test('A list of events begins with the current day of the site', async () => {
      const app = await startTestApp({ settings: { timezone }, now: '2027-03-01T12:00:00Z' });
      const today = (await make(app, 'events', span('today', 'today 23:00')))['start_date'] as string;
      const day = today.slice(0, 10);
      const yesterday = await make(app, 'events', span('yesterday 23:59:59', 'today 12:00'));
      const far = await make(app, 'events', span(`2029${day.slice(4)} 22:00`, `2029${day.slice(4)} 23:59:59`));
      const farther = await make(app, 'events', span(`2029${day.slice(4)} 22:00`, `2029-03-03 00:00`));
      const list = async (as: 'ed' | null = null) => {
        const { body } = await app.request<{ events: Body[]; rest_url: string }>({ as, path: '/events' });
        return { ids: body.events.map(({ id }) => id), link: new URL(body.rest_url).searchParams };
      };
      const before = await list();
      expect(before.ids).toContain(far.id);
      expect(before.ids).not.toContain(yesterday.id);
      expect(before.ids).not.toContain(farther.id);
      expect(before.link.get('start_date')).toBe(`${day} 00:00:00`);
      expect(before.link.get('end_date')).toBe(`2029${day.slice(4)} 23:59:59`);
      const midnight = await make(app, 'events', span('tomorrow', 'tomorrow 01:00'));
      const last = Date.parse(`${String(midnight['utc_start_date']).replace(' ', 'T')}Z`);
      app.clock.set(new Date(last - 1000).toISOString());
      expect((await list()).ids).toEqual(before.ids.toSpliced(1, 0, midnight.id));
      app.clock.advance(1);
      // The same URL, cached a second ago, now gives another list.
      expect((await list()).ids).toEqual(
        [midnight.id, far.id, farther.id].filter((id) => id !== farther.id || day.endsWith('02')),
      );
      expect((await list('ed')).ids[0]).toBe(midnight.id);
    });
  },
);

test('A scheduled event is published to the second, also in cached responses', async () => {
  const app = await startTestApp();
  const later = { date: '2027-03-01 08:00:00', categories: ['Timed'], venue: { venue: 'Timed hall' } };
  const event = await make(app, 'events', span('2027-06-10', '2027-06-11', later));
  expect(event['status']).toBe('future');
  const venue = await make(app, 'venues', { venue: 'Scheduled', date: '2027-03-01 08:00:00' });
  const paths = [
    '/events',
    `/events/${event.id}`,
    '/venues',
    `/venues/${venue.id}`,
    '/venues?has_events=1',
    '/categories',
    '/events?search=dated',
    `/events/by-slug/${event.slug}`,
  ];
  const look = () =>
    Promise.all(
      paths.map(async (path) => {
        const { status, body } = await app.request<Body>({ path });
        return status === 200 ? (body['total'] ?? body['status']) : status;
      }),
    );
  const hidden = [0, 403, 1, 403, 0, 0, 0, 403];
  for (let n = 0; n < 2; n++) expect(await look()).toEqual(hidden);
  app.clock.set('2027-03-01T12:59:59Z');
  expect(await look()).toEqual(hidden);
  app.clock.set('2027-03-01T13:00:00Z');
  for (let n = 0; n < 2; n++) expect(await look()).toEqual([1, 'publish', 2, 'publish', 1, 1, 1, 'publish']);
  expect((await patch(app, event.id, { date: '2027-04-01' })).body['status']).toBe('future');
  expect((await look())[1]).toBe(403);
});

describe('order and cursors', () => {
  test('Events are listed by start as an instant, then by publication, then by id', async () => {
    const app = await startTestApp();
    const at = (start: string, timezone: string, date = '2027-02-01') =>
      make(app, 'events', span(start, '2027-07-01', { timezone, date }));
    const made = [
      await at('2027-06-10 10:00', 'America/New_York'),
      await at('2027-06-10 22:00', 'Asia/Tokyo'),
      await at('2027-06-10 14:00', 'UTC', '2027-01-01'),
      await at('2027-06-10 15:00', 'Europe/London', '2027-02-01'),
      await at('2027-06-09 23:00', 'UTC'),
    ].map(({ id }) => id);
    const { body } = await app.request<{ events: Body[] }>({ path: '/events' });
    expect(body.events.map(({ id }) => made.indexOf(id as number))).toEqual([4, 1, 2, 0, 3]);
  });

  type Page = Body & { next_cursor?: string; total: number };
  const calendar = async () => {
    const app = await startTestApp();
    for (let n = 0; n < 12; n++) {
      const place = { venue: `Place ${n}`, geo_lat: n % 4, geo_lng: (n * 5) % 7 };
      app.clock.advance(1);
      await make(
        app,
        'events',
        span(`2027-06-${10 + (n % 5)} 10:00`, '2027-07-01', { title: `${'cab'[n % 3]} ${n % 4}`, venue: place }),
      );
    }
    return app;
  };
  const ordered: [plural: string, query: string][] = [
    ['events', ''],
    ['events', 'order=desc'],
    ...['start_date', 'date', 'modified', 'title', 'id'].flatMap((by): [string, string][] => [
      ['events', `orderby=${by}`],
      ['events', `orderby=${by}&order=desc`],
    ]),
    ['events', 'orderby=distance&geoloc_lat=1&geoloc_lng=1&geoloc_radius=500'],
    ['events', 'orderby=distance&order=desc&geoloc_lat=1&geoloc_lng=1&geoloc_radius=500'],
    ['venues', ''],
    ['venues', 'orderby=title'],
    ['venues', 'orderby=distance&geoloc_lat=1&geoloc_lng=1&geoloc_radius=500'],
    ['events', 'search=a&orderby=title&i18n_language=fr'],
  ];
  test.each(someOf(ordered))('%s?%s neither skips nor repeats while the calendar changes', async (plural, query) => {
    const app = await calendar();
    const read = async (more: string) => (await app.request<Page>({ path: `/${plural}?${query}&${more}` })).body;
    const idsIn = (page: Page) => (page[plural!] as { id: number }[]).map(({ id }) => id);
    const whole = idsIn(await read('per_page=100'));
    expect(whole.length).toBeGreaterThan(3);
    const seen: number[] = [];
    let page = await read('per_page=3');
    for (let guard = 0; guard < 10; guard++) {
      seen.push(...idsIn(page));
      expect(page.total).toBeGreaterThanOrEqual(whole.length - guard);
      if (!page.next_cursor) break;
      // Listed records are removed and others inserted before the cursor; neither affects the following ones.
      await app.request({ as: 'ed', method: 'DELETE', path: `/${plural}/${seen[guard]}` });
      page = await read(`per_page=3&page=77&cursor=${encodeURIComponent(page.next_cursor)}`);
    }
    expect(seen).toEqual(whole);
    expect(page).not.toHaveProperty('next_cursor');
  });

  test('Distances have two decimals, and the nearest comes first', async () => {
    const app = await calendar();
    const path = '/events?orderby=distance&geoloc_lat=1&geoloc_lng=1&geoloc_radius=500';
    const { body } = await app.request<{ events: { distance: number }[] }>({ path });
    const distances = body.events.map(({ distance }) => distance);
    expect(distances.length).toBeGreaterThan(2);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    for (const distance of distances) expect(distance).toBe(Math.round(distance * 100) / 100);
    expect((await app.request<{ events: Body[] }>({ path: '/events' })).body.events[0]).not.toHaveProperty('distance');
  });

  test('A cursor belongs to its filters, its caller and its list', async () => {
    const app = await calendar();
    const { body } = await app.request<Page>({ path: '/events?per_page=3' });
    const cursor = encodeURIComponent(String(body.next_cursor));
    expect(body.next_cursor).toBeTypeOf('string');
    for (const [as, path] of [
      [null, `/events?cursor=${cursor}&search=a`],
      [null, `/events?cursor=${cursor}&orderby=title`],
      [null, `/venues?cursor=${cursor}`],
      [null, `/events?cursor=${cursor}&i18n_language=fr`],
      ['ed', `/events?cursor=${cursor}`],
      [null, '/events?cursor=nonsense'],
      [null, `/events?cursor=${cursor.slice(0, -4)}`],
      [null, '/events?cursor=W10'],
      [null, `/events?cursor=${Buffer.from('["x",1,[{}]]').toString('base64url')}`],
    ] as const)
      expect(await app.request({ as, path }), path).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_cursor' },
      });
    expect((await app.request({ path: `/events?cursor=${cursor}&per_page=100` })).status).toBe(200);
    expect((await app.request<Page>({ path: '/events?cursor=' })).body.total).toBe(12);
  });
});
