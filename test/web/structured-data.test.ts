// schema.org data within pages.
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();

interface Data {
  name: string;
  description?: string;
  location?: object;
  organizer?: object;
}

const dataIn = (page: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? 'null');

const read = async (path: string): Promise<string> => (await app.request<string>({ path })).body;

async function create(json: object): Promise<string> {
  const times = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const event = { as: 'admin', method: 'POST', path: '/events', json: { title: 'Gala', ...times, ...json } } as const;
  const { status, body } = await app.request<{ url: string }>(event);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.url;
}

const dataOf = async (json: object): Promise<Data> => dataIn(await read(await create(json))) as Data;

describe('The data of an event page', () => {
  test('An all-day event starts and ends on days, without times', async () => {
    const days = { all_day: true, start_date: '2027-05-10', end_date: '2027-05-12' };
    expect(await dataOf(days)).toMatchObject({ startDate: '2027-05-10', endDate: '2027-05-12' });
    expect(await dataOf({})).toMatchObject({ startDate: '2027-05-10T19:30:00-04:00' });
  });

  test('An all-day event was to start on a day, without a time', async () => {
    const { body } = await app.request<{ id: number; url: string }>({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json: { title: 'Fair', all_day: true, start_date: '2027-05-10', end_date: '2027-05-10' },
    });
    const moved = { event_status: 'rescheduled', start_date: '2027-06-01', end_date: '2027-06-01' };
    await app.request({ as: 'admin', method: 'PATCH', path: `/events/${body.id}`, json: moved });
    const page = await read(body.url);
    expect(page).toContain('"startDate":"2027-06-01"');
    expect(page).toContain('"previousStartDate":"2027-05-10"');
  });

  test('An event without a text has no description', async () => {
    expect(await dataOf({})).not.toHaveProperty('description');
    expect(await dataOf({ description: 'Bring oars.' })).toMatchObject({ description: 'Bring oars.' });
  });
});

describe('The data of a page with a list', () => {
  const venue = { venue: 'Old "Mill" & Co', address: 'Mill Lane 1', city: 'Lyon', zip: '69001', country: 'France' };
  const online = { attendance_mode: 'online', online_url: 'https://meet.example/x' };
  const kathmandu = { timezone: 'Asia/Kathmandu', start_date: '2027-11-02 00:10', end_date: '2027-11-02 01:00' };
  const fields: Record<string, object> = {
    plain: {},
    'with </script> in its title': { title: 'a </script><b> & "c"', description: '<p>One &amp; <b>two</b></p>' },
    'at a venue': { venue, organizer: [{ organizer: 'Ann', website: 'https://ann.example/' }, { organizer: 'Bob' }] },
    'at two venues': { venue: [{ venue: 'Barn' }, { venue: 'Shed' }] },
    online: { ...online, venue },
    'online and at a venue': { ...online, attendance_mode: 'mixed', venue },
    canceled: { event_status: 'canceled', event_status_reason: 'Storm' },
    'all-day': { all_day: true, start_date: '2027-05-10', end_date: '2027-05-12' },
    'in another zone': kathmandu,
  };

  test.each(Object.keys(fields))(
    'An event %s has the same data in a list as on its page, where that has more',
    async (kind) => {
      const tag = `kind-${Object.keys(fields).indexOf(kind)}`;
      const url = await create({ ...fields[kind], tags: [tag] });
      const whole = dataIn(await read(url)) as Data;
      const [listed, ...others] = dataIn(await read(`http://calendar.example/tag/${tag}/`)) as Data[];
      expect(others).toEqual([]);
      const inLists = { ...whole, location: [whole.location ?? []].flat(), organizer: [whole.organizer ?? []].flat() };
      expect(inLists).toMatchObject({ ...listed, location: [listed?.location ?? []].flat() });
    },
  );

  test('A long description is cut', async () => {
    await create({ title: 'Epic', description: '<p>word &amp; </p>'.repeat(500), tags: ['long'] });
    const [{ description = '' }] = dataIn(await read('http://calendar.example/tag/long/')) as [Data];
    expect(description).toMatch(/^word & /);
    expect(description.length).toBeLessThanOrEqual(300);
  });

  test('A protected event has its title, dates and page', async () => {
    await create({
      title: 'Secret',
      password: 'x',
      description: 'Hidden',
      venue,
      start_date: '2028-01-10 19:30',
      end_date: '2028-01-10 20:00',
    });
    const data = dataIn(await read('http://calendar.example/events/2028-01-10/')) as Data[];
    expect(data.map((event) => Object.keys(event))).toEqual([
      ['@context', '@type', 'name', 'url', 'eventStatus', 'startDate', 'endDate'],
    ]);
    expect(JSON.stringify(data)).not.toMatch(/Hidden|Mill/);
  });

  test.each(['/events/', '/events/cards/', '/events/2027-05-10/'])(
    '%s has the data of the events that it shows',
    async (path) => {
      await create({ title: 'Shown' });
      const page = await read(`http://calendar.example${path}`);
      expect(dataIn(page)).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Shown' })]));
    },
  );

  test('A page without events has no data', async () => {
    expect(await read('http://calendar.example/events/2029-01-01/')).not.toContain('ld+json');
  });
});
