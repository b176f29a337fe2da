// Event status and attendance mode, in every format that has them.
import { beforeAll, describe, expect, test } from 'vitest';
import { feedFormats } from '../../../src/resources/events/feeds/formats.ts';
import { type Body, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const dates = { start_date: '2027-06-10 10:00', end_date: '2027-06-10 11:00', timezone: 'Europe/Berlin' };
const online = 'https://meet.example/room';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
const create = (fields: object) => make(app, 'events', { title: 'Talk', ...dates, ...fields });
const read = async (id: number, query: Record<string, string> = {}) =>
  (await app.request<Body & { json_ld: Body }>({ path: `/events/${id}`, query })).body;
const update = async (id: number, fields: object) =>
  (await app.request<Body>({ as: 'admin', method: 'PATCH', path: `/events/${id}`, json: fields })).body;

describe('fields', () => {
  test('An event is scheduled and offline by default', async () => {
    const { id } = await create({});
    expect(await read(id)).toMatchObject({
      event_status: 'scheduled',
      event_status_reason: '',
      previous_start_date: '',
      attendance_mode: 'offline',
      online_url: '',
      is_virtual: false,
      virtual_url: '',
    });
  });

  test('The fields of the status are set, translated and emptied', async () => {
    const set = { event_status: 'canceled', event_status_reason: 'The <b>hall</b> is flooded' };
    const { id } = await create({ ...set, attendance_mode: 'mixed', online_url: online });
    await update(id, { i18n_language: 'fr', event_status_reason: 'La salle est inondée' });
    const shown = { event_status: 'canceled', attendance_mode: 'mixed', online_url: online };
    const reason = { event_status_reason: 'The hall is flooded' };
    expect(await read(id)).toMatchObject({ ...shown, ...reason, is_virtual: true, virtual_url: online });
    expect(await read(id, { i18n_language: 'fr' })).toMatchObject({ event_status_reason: 'La salle est inondée' });
    expect(await read(id, { i18n_language: 'de' })).toMatchObject(reason);
    await update(id, { i18n_language: 'fr', event_status_reason: '' });
    expect(await read(id, { i18n_language: 'fr' })).toMatchObject({ ...reason, translations: ['en'] });
    await update(id, { event_status: null, event_status_reason: '', attendance_mode: '', online_url: null });
    expect(await read(id)).toMatchObject({
      event_status: 'scheduled',
      event_status_reason: '',
      attendance_mode: 'offline',
      online_url: '',
    });
  });

  test('Unknown statuses and invalid URLs are reported together', async () => {
    const json = { title: 'Talk', ...dates, event_status: 'off', attendance_mode: 'tv', online_url: 'room 5' };
    const { status, body } = await app.request<Body & { data: { params: Body } }>({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json,
    });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params)).toEqual(['event_status', 'attendance_mode', 'online_url']);
  });

  test('An event that was moved online is no longer offline', async () => {
    const { id } = await create({ event_status: 'moved_online', online_url: online });
    expect(await read(id)).toMatchObject({ attendance_mode: 'online', is_virtual: true });
    const mixed = await create({ event_status: 'moved_online', attendance_mode: 'mixed' });
    expect(await read(mixed.id)).toMatchObject({ attendance_mode: 'mixed' });
  });

  test('A rescheduled event has its previous start until its status is scheduled again', async () => {
    const { id } = await create({ event_status: 'postponed' });
    const moved = { start_date: '2027-07-01 09:00', end_date: '2027-07-01 10:00' };
    await update(id, { event_status: 'rescheduled', ...moved });
    expect(await read(id)).toMatchObject({
      previous_start_date: '2027-06-10 10:00:00',
      json_ld: {
        eventStatus: 'https://schema.org/EventRescheduled',
        previousStartDate: '2027-06-10T10:00:00+02:00',
        startDate: '2027-07-01T09:00:00+02:00',
      },
    });
    await update(id, { event_status: 'scheduled' });
    const body = await read(id);
    expect(body).toMatchObject({ previous_start_date: '' });
    expect(body.json_ld).not.toHaveProperty('previousStartDate');
  });
});

describe('schema.org data', () => {
  const venue = { venue: 'Hall', address: '1 Main Street' };
  test.each([
    ['offline', 'Offline', { '@type': 'Place', name: 'Hall' }],
    ['online', 'Online', { '@type': 'VirtualLocation', url: online }],
    ['mixed', 'Mixed', [{ '@type': 'Place' }, { '@type': 'VirtualLocation', url: online }]],
  ])('Structured data gives the status of an event that is %s', async (attendance_mode, word, location) => {
    const { id } = await create({ attendance_mode, venue, online_url: online });
    expect((await read(id)).json_ld).toMatchObject({
      eventAttendanceMode: `https://schema.org/${word}EventAttendanceMode`,
      location,
    });
  });

  test.each([
    ['canceled', 'EventCancelled'],
    ['postponed', 'EventPostponed'],
    ['moved_online', 'EventMovedOnline'],
  ])('Structured data gives the status of an event that is %s', async (event_status, word) => {
    const { id } = await create({ event_status });
    expect((await read(id)).json_ld).toMatchObject({ eventStatus: `https://schema.org/${word}` });
  });

  test.each([
    ['its cost', { cost: '5' }],
    ['a range', { cost: '5 - 9' }],
    ['tickets', { tickets: [{ name: 'Adult', price: 5 }] }],
  ])('Nothing of a canceled event is in stock: %s', async (_name, json) => {
    const availability = 'https://schema.org/InStock';
    const { id } = await create(json);
    expect((await read(id)).json_ld).toMatchObject({ offers: { availability } });
    await update(id, { event_status: 'canceled' });
    expect((await read(id)).json_ld).toMatchObject({ offers: { url: expect.any(String) } });
    expect((await read(id)).json_ld).not.toHaveProperty('offers.availability');
  });

  test('Structured data of an online event without an online URL names its website, or else its page', async () => {
    const { id } = await create({ attendance_mode: 'online', website: 'https://x.example/' });
    expect((await read(id)).json_ld).toMatchObject({ location: { url: 'https://x.example/' } });
    await update(id, { website: '' });
    const { json_ld: jsonLd, url } = await read(id);
    expect(jsonLd).toMatchObject({ location: { url } });
  });
});

test('A protected event shows strangers its status, but not why, nor how to take part', async () => {
  const fields = {
    event_status: 'canceled',
    event_status_reason: 'Ill',
    attendance_mode: 'online',
    online_url: online,
  };
  const { id } = await create({ ...fields, password: 'sesame', title: 'Protected talk' });
  const { body } = await app.request<{ events: Body[] }>({ path: '/events', query: { search: 'Protected talk' } });
  expect(body.events).toMatchObject([
    {
      id,
      event_status: 'canceled',
      event_status_reason: '',
      attendance_mode: null,
      online_url: '',
      is_virtual: null,
      virtual_url: '',
    },
  ]);
  for (const { extension } of feedFormats) {
    const { body: file } = await app.request({ path: `/events.${extension}`, query: { search: 'Protected talk' } });
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    expect(text).toContain('Protected talk');
    expect(text).not.toMatch(/meet\.example|Ill\b|Online|[",:]online[",\r]/);
  }
  expect(await read(id, { password: 'sesame' })).toMatchObject(fields);
});

describe('feeds', () => {
  const feed = async <T = string>(format: string, search: string, query: Record<string, string> = {}) =>
    (await app.request<T>({ path: `/events.${format}`, query: { search, ...query } })).body;
  beforeAll(async () => {
    const fields = { event_status: 'canceled', event_status_reason: 'Ill, sadly', attendance_mode: 'mixed' };
    await create({ ...fields, title: 'Feedtalk', online_url: online });
  });

  test('A calendar file gives the status in STATUS, COMMENT and CONFERENCE', async () => {
    const lines = (await feed('ics', 'Feedtalk')).split('\r\n');
    expect(lines).toContain('STATUS:CANCELLED');
    expect(lines).toContain('COMMENT;LANGUAGE=en:Ill\\, sadly');
    expect(lines).toContain(`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${online}`);
    expect(lines).toContain('X-EVENT-STATUS:canceled');
    expect(lines).toContain('X-ATTENDANCE-MODE:mixed');
  });

  test('A calendar file gives the URL of an online event as its place, unless it has a venue', async () => {
    const fields = { attendance_mode: 'online', online_url: online };
    await create({ ...fields, title: 'Webtalk' });
    await create({ ...fields, title: 'Halltalk', attendance_mode: 'mixed', venue: { venue: 'Hall' } });
    expect((await feed('ics', 'Webtalk')).split('\r\n')).toContain(`LOCATION:${online}`);
    expect(await feed('ics', 'Halltalk')).not.toContain(`LOCATION:${online}`);
  });

  /** Formats with a member for the status. */
  const withStatus = ['ics', 'csv', 'jsonld'];
  const others = feedFormats.map(({ extension }) => extension).filter((format) => !withStatus.includes(format));

  test.each(others)('%s shows the status before the title, in the language of the reader', async (format) => {
    const text = async (query = {}) => JSON.stringify(await feed(format, 'Feedtalk', query));
    expect(await text()).toContain('Canceled: Feedtalk');
    expect(await text({ i18n_language: 'de' })).toContain('Abgesagt: Feedtalk');
  });

  test('A JSON feed has the members of the status as well', async () => {
    const { items } = await feed<{ items: { title: string; _event: Body }[] }>('feed.json', 'Feedtalk');
    expect(items[0]?._event).toMatchObject({
      event_status: 'canceled',
      event_status_reason: 'Ill, sadly',
      attendance_mode: 'mixed',
      online_url: online,
    });
  });

  test('The CSV feed has a column for each field of the status', async () => {
    const [head, row] = (await feed('csv', 'Feedtalk')).split('\r\n') as [string, string];
    expect(head).toMatch(/,event_status,event_status_reason,attendance_mode,online_url(?:,|$)/);
    expect(row).toMatch(/,canceled,"Ill, sadly",mixed,https:\/\/meet\.example\/room(?:,|$)/);
  });
});

describe('filters', () => {
  let listApp: TestApp;
  const found = async (query: string) => {
    const { status, body } = await listApp.request<{ events: { title: string }[]; total: number }>({
      path: `/events?${query}`,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.total).toBe(body.events.length);
    return body.events.map(({ title }) => title).join(' ');
  };
  beforeAll(async () => {
    listApp = await startTestApp();
    const lindau = { venue: 'Hall', city: 'Lindau', zip: '88131', country: 'Germany', geo_lat: 47.55, geo_lng: 9.69 };
    const bregenz = { venue: 'Stage', city: 'Bregenz', country: 'Austria', geo_lat: 47.5, geo_lng: 9.75 };
    const paris = { venue: 'Salle', city: 'Paris', country: 'France', geo_lat: 48.86, geo_lng: 2.35 };
    const secret = { venue: 'Den', city: 'Hidden', geo_lat: 1, geo_lng: 1, status: 'draft' };
    const events: Record<string, object> = {
      A: { cost: '0', venue: lindau },
      B: { cost: 'Free', venue: bregenz, event_status: 'canceled' },
      C: { cost: '$0 – $10', venue: paris, event_status: 'postponed', attendance_mode: 'mixed' },
      D: { cost: '', attendance_mode: 'online' },
      E: { cost: '0,00 €', venue: secret },
      F: { cost: 'call us', event_status: 'rescheduled' },
      G: { cost: 'Kostenlos' },
    };
    for (const [title, fields] of Object.entries(events)) await make(listApp, 'events', { title, ...dates, ...fields });
  });

  test.each([
    ['event_status=canceled', 'B'],
    ['event_status=canceled,postponed,rescheduled', 'B C F'],
    ['event_status=scheduled', 'A D E G'],
    ['event_status[]=scheduled&event_status[]=canceled', 'A B D E G'],
    ['attendance_mode=mixed', 'C'],
    ['attendance_mode=offline,online', 'A B D E F G'],
    ['online=true', 'C D'],
    ['online=0', 'A B E F G'],
    ['online=true&attendance_mode=mixed,offline', 'C'],
    ['online=true&attendance_mode=offline', ''],
    ['free=true', 'A B E G'],
    ['free=false', 'C D F'],
    ['free=1&event_status=canceled', 'B'],
    ['near=Lindau', 'A B'],
    ['near=88131 lindau, germany', 'A B'],
    ['near=lindau&geoloc_radius=2', 'A'],
    ['near=Paris&online=1', 'C'],
    ['near=Lindau&orderby=distance', 'A B'],
    ['near=Lindau&geoloc_lat=48.86&geoloc_lng=2.35', 'C'],
  ])('The query %s finds the events %s', async (query, titles) => expect(await found(query)).toBe(titles));

  test.each([
    ['event_status=off', 'event_status'],
    ['attendance_mode=tv', 'attendance_mode'],
    ['online=perhaps', 'online'],
    ['free=gratis', 'free'],
    ['near=Atlantis', 'near'],
    ['near=Germany', 'near'],
    ['near=Hidden', 'near'],
    ['near=', 'near'],
  ])('The query %s is refused', async (query, name) => {
    const { status, body } = await listApp.request<{ data: { params: Body } }>({ path: `/events?${query}` });
    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]]);
  });

  test('A town is found by callers who may read its venues', async () => {
    const { body } = await listApp.request<{ total: number }>({ as: 'ed', path: '/events?near=Hidden' });
    expect(body.total).toBe(1);
  });
});
