// The iCalendar feed, read by two independent parsers.
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { openIdentity } from '../../../src/resources/events/feeds/identity.ts';
import { copyEvent } from '../../support/calendars/copies.ts';
import { captureQueries } from '../../support/plans/captured-queries.ts';
import { hasPython, readWith } from '../../support/python/python.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

interface Read {
  uid: string;
  summary: string;
  description: string;
  /** UTC seconds, or a day. */
  start: number | string;
  end: number | string | null;
  categories: string[];
  properties: string[];
}

let app: TestApp;

const site = 'http://calendar.example';
const utc = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000;

const create = async (json: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const { status, body } = await app.request({ as: 'ed', method: 'POST', path: '/events', json });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

const get = (path: string, as?: 'ed') => app.request<string>({ path: site + path, ...(as ? { as } : {}) });

function readByIcalJs(text: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map((one) => [one.getFirstPropertyValue('tzid'), new ICAL.Timezone(one)]),
  );
  const momentOf = (event: ICAL.Component, name: string): number | string | null => {
    const property = event.getFirstProperty(name);
    if (!property) return null;
    const time = property.getFirstValue() as ICAL.Time;
    if (time.isDate) return time.toString();
    const zone = property.getParameter('tzid');
    if (zone !== undefined) time.zone = zones.get(zone as string) as ICAL.Timezone;
    return time.toUnixTime();
  };
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    uid: String(event.getFirstPropertyValue('uid')),
    summary: String(event.getFirstPropertyValue('summary')),
    description: String(event.getFirstPropertyValue('description') ?? ''),
    start: momentOf(event, 'dtstart') as number | string,
    end: momentOf(event, 'dtend'),
    categories: (event.getFirstProperty('categories')?.getValues() ?? []).map(String),
    properties: [...new Set(event.getAllProperties().map(({ name }) => name.toUpperCase()))].sort(),
  }));
}

/** With names unknown to Python, so that it must read the zones from the calendar. */
const readByPython = (text: string): Read[] =>
  readWith<Read[]>('read-ical.py', text.replace(/TZID([:=]"?)/g, 'TZID$1Unknown/'));

const zoned = [
  ['Europe/Dublin', '2027-07-10 20:00:00', '2027-12-10 20:00:00'],
  ['America/Sao_Paulo', '2018-11-20 10:00:00', '2027-06-19 22:00:00'],
  ['Asia/Kathmandu', '2027-06-19 19:30:00', '2027-06-19 22:00:00'],
  ['Africa/Casablanca', '2027-01-15 10:00:00', '2031-01-15 10:00:00'],
  ['Australia/Lord_Howe', '2027-10-03 02:30:00', '2028-04-02 03:00:00'],
  ['UTC', '2027-06-19 19:30:00', '2027-06-19 22:00:00'],
  ['UTC+3', '2027-06-19 19:30:00', '2027-06-19 22:00:00'],
  ['UTC+5:30', '2027-06-19 19:30:00', '2027-06-19 22:00:00'],
  ['UTC-9.5', '2027-06-19 19:30:00', '2027-06-19 22:00:00'],
] as const;

// Without what python3-icalendar 4 misreads: `\\n` behind a backslash, and a comma in a category.
const hostile = 'Gala; "a", b:: BEGIN:VEVENT 日本語 🎉 é'.repeat(3);

beforeAll(async () => {
  app = await startTestApp({ settings: { siteUrl: 'http://calendar.example' } });
  for (const [timezone, start_date, end_date] of zoned)
    await create({ title: `In ${timezone}`, timezone, start_date, end_date });
  // Half past one occurs twice that night: both are given in UTC.
  for (const at of ['2027-11-07T01:30:00-04:00', '2027-11-07T01:30:00-05:00'])
    await create({ title: `Twice ${at}`, timezone: 'America/New_York', start_date: at, end_date: at });
  await create({ title: 'Days', start_date: '2027-07-01', end_date: '2027-07-03', all_day: true });
  await create({
    title: hostile,
    description: `First ${hostile}\n\nSecond`,
    start_date: '2027-08-01 10:00:00',
    end_date: '2027-08-01 11:00:00',
    categories: ['Jazz; or not', 'Music'],
    tags: ['loud'],
    cost: '$5',
    website: 'https://gala.example/?a=1;b=2,3',
    venue: { venue: 'Hall; "big"', address: '1 Street', city: 'Town', geo_lat: 1.5, geo_lng: -2.25 },
    organizer: [{ organizer: 'One, "two"', email: 'one@example.org' }, { organizer: 'Three' }],
  });
});

const everything = '/events.ics?start_date=2000-01-01&end_date=2050-01-01';

describe.each([
  { parser: 'ical.js', read: readByIcalJs, isThere: true },
  { parser: 'python3-icalendar', read: readByPython, isThere: hasPython('icalendar') },
])('$parser', ({ read, isThere }) => {
  test.skipIf(!isThere)('A calendar file is read with every event at its instants', async () => {
    const { events } = (
      await app.request<{ events: Record<string, string | number | boolean>[] }>({
        path: '/events?start_date=2000-01-01&end_date=2050-01-01&per_page=100',
      })
    ).body;
    expect(events).toHaveLength(zoned.length + 4);
    const imported = read((await get(everything)).body);
    const expected = events.map((event) => {
      const start = utc(String(event['utc_start_date']));
      const end = utc(String(event['utc_end_date']));
      const times = event['all_day']
        ? { start: '2027-07-01', end: '2027-07-04' }
        : { start, end: end === start ? null : end };
      return { uid: `${event['id']}@calendar.example`, ...times };
    });
    expect(imported.map(({ uid, start, end }) => ({ uid, start, end }))).toEqual(expected);
  });

  test.skipIf(!isThere)('A calendar file is read with its texts unchanged', async () => {
    const events = read((await get(`${everything}&search=second`)).body);
    expect(events).toMatchObject([{ summary: hostile, categories: ['Jazz; or not', 'Music'] }]);
    expect(events[0]?.description).toContain('\n\nSecond');
    expect(events[0]?.properties).toEqual(
      [
        ...['CATEGORIES', 'CLASS', 'CONTACT', 'CREATED', 'DESCRIPTION', 'DTEND', 'DTSTAMP', 'DTSTART', 'GEO'],
        ...['LAST-MODIFIED', 'LOCATION', 'ORGANIZER', 'SEQUENCE', 'STATUS', 'SUMMARY', 'TRANSP', 'UID', 'URL'],
        ...['X-ALT-DESC', 'X-COST', 'X-TAGS', 'X-WEBSITE'],
      ].sort(),
    );
  });
});

test('A calendar file names the language of each text, which may have no translation', async () => {
  const dates = { start_date: '2028-01-10 10:00', end_date: '2028-01-10 12:00' };
  const texts = { description: 'Long', event_status: 'canceled', event_status_reason: 'Storm' };
  const { id } = await create({ title: 'Storm in English', ...dates, ...texts });
  const json = { title: 'Tempête', event_status_reason: 'Orage' };
  await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}?i18n_language=fr`, json });
  const lines = (await get(`/fr/events/${id}.ics`)).body.split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'SUMMARY;LANGUAGE=fr:Tempête',
      'COMMENT;LANGUAGE=fr:Orage',
      'DESCRIPTION;LANGUAGE=en:Long',
    ]),
  );
});

test('A calendar file has lines of at most 75 octets that end with CRLF, and no other control characters', async () => {
  const { body } = await get(everything);
  expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of body.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
  }
});

test('A calendar file is identical until an event changes, which then has a higher SEQUENCE', async () => {
  const { id } = await create({ title: 'Once', start_date: '2027-09-01 10:00', end_date: '2027-09-01 11:00' });
  const sequence = async () => Number(/SEQUENCE:(\d+)/.exec((await get(`/events/${id}.ics`)).body)?.[1]);
  const [text, before] = [(await get(everything)).body, await sequence()];
  app.clock.advance(3600);
  expect((await get(`${everything}&again`)).body.replace('&again=', '')).toBe(text);
  await app.request({ as: 'ed', method: 'POST', path: `/events/${id}`, json: { title: 'Twice' } });
  expect(await sequence()).toBeGreaterThan(before);
});

test('The UID is the external id if that is globally unique', async () => {
  const dates = { start_date: '2027-09-02 10:00', end_date: '2027-09-02 11:00' };
  const from = await create({ title: 'A', ...dates, external_id: 'abc@elsewhere.example' });
  const row = await create({ title: 'B', ...dates, external_id: 'row-1', post_parent: from['id'] });
  expect((await get(`/events/${from['id']}.ics`)).body).toContain('\r\nUID:abc@elsewhere.example\r\n');
  const { body } = await get(`/events/${row['id']}.ics`);
  expect(body).toContain(`\r\nUID:${row['id']}@calendar.example\r\n`);
  expect(body).toContain('\r\nRELATED-TO;RELTYPE=PARENT:abc@elsewhere.example\r\n');
});

test('A calendar file contains times in UTC for years with unknown zone rules', async () => {
  const { id } = await create({
    title: 'Long ago and far away',
    timezone: 'Europe/Paris',
    start_date: '1789-07-14 10:00:00',
    end_date: '2389-07-14 10:00:00',
  });
  const { body } = await get(`/events/${id}.ics`);
  expect(body).toMatch(/DTSTART:17890714T\d{6}Z\r\nDTEND:23890714T080000Z/);
  expect(body).not.toContain('VTIMEZONE');
});

test('A calendar file contains drafts and trashed events for those who may read them', async () => {
  const dates = { start_date: '2027-09-03 10:00', end_date: '2027-09-03 11:00' };
  for (const status of ['draft', 'private', 'trash']) await create({ title: `Is ${status}`, ...dates, status });
  const { body } = await get('/events.ics?status=draft,private,trash', 'ed');
  for (const lines of [
    /Is draft[\s\S]*?STATUS:TENTATIVE/,
    /Is private[\s\S]*?CLASS:PRIVATE/,
    /Is trash[\s\S]*?STATUS:CANCELLED/,
  ])
    expect(body).toMatch(lines);
  expect((await get('/events.ics')).body).not.toMatch(/Is (?:draft|private|trash)/);
});

test('A calendar file contains all events unless a page is requested', async () => {
  const other = await startTestApp();
  const { id } = (
    await other.request<{ id: number }>({
      as: 'ed',
      method: 'POST',
      path: '/events',
      json: { title: 'One of many', start_date: '2027-06-19 10:00', end_date: '2027-06-19 11:00' },
    })
  ).body;
  await copyEvent(other.store, id, 1200);
  const count = async (path: string) => {
    const { body } = await other.request<string>({ path: site + path });
    return new Set(body.match(/UID:\d+/g)).size;
  };
  expect(await count('/events.ics')).toBe(1201);
  expect(await count('/events.ics?per_page=30')).toBe(30);
  expect(await count('/events.ics?page=13&per_page=100')).toBe(1);
  // Counting and sorting happen once, not for each part of the file.
  const queries = captureQueries(other.store);
  for (const query of ['search=m', 'orderby=title&featured=false']) {
    const texts = (await queries.during(() => count(`/events.ics?${query}`))).map(({ sql }) => sql);
    expect(
      texts.filter((text) => /\btotal\b|> \(|< \(/.test(text)),
      query,
    ).toEqual([]);
  }
});

describe('ids of events for subscribers', () => {
  const dates = { start_date: '2027-09-02 10:00', end_date: '2027-09-02 11:00' };
  const made = async (calendar: TestApp) => {
    const json = { title: 'Kept', ...dates };
    await calendar.request({ as: 'ed', method: 'POST', path: '/events', json });
  };
  const idsOf = async (calendar: TestApp, origin: string) => {
    const read = async (path: string) => (await calendar.request<string>({ path: origin + path })).body;
    const [ics, atom] = [await read('/events.ics'), await read('/events.atom')];
    const idIn = (element: string) => new RegExp(`<${element}[^>]*><id>(.*?)</id>`).exec(atom)?.[1];
    return [/\r\nUID:(.*)\r\n/.exec(ics)?.[1], idIn('entry'), idIn('feed')];
  };

  test('UIDs of events and ids in feeds depend neither on the host of the request nor on a public URL configured later', async () => {
    const first = await startTestApp();
    await made(first);
    const ids = await idsOf(first, 'http://calendar.example');
    expect(ids[1]).toMatch(/^tag:[-0-9a-f]{36},2026:\?p=\d+$/);
    expect(ids[2]).toMatch(/^tag:[-0-9a-f]{36},2026:\/events\.atom$/);
    expect(await idsOf(first, 'http://127.0.0.1:8080')).toEqual(ids);
    expect(ids[0]).not.toContain('calendar.example');
  });
  test('UIDs of events and ids in feeds contain the public URL of the first start', async () => {
    const first = await startTestApp({ settings: { siteUrl: 'https://events.example.org' } });
    await made(first);
    const [uid, entry, feed] = await idsOf(first, 'http://calendar.example');
    expect(uid).toMatch(/^\d+@events\.example\.org$/);
    expect(entry).toMatch(/^https:\/\/events\.example\.org\/\?p=\d+$/);
    expect(feed).toBe('https://events.example.org/events.atom');
    expect((await openIdentity(first.store, 'https://elsewhere.example')).host).toBe('events.example.org');
  });
});
