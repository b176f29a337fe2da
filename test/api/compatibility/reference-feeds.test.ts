// Feeds at the URLs of the site that the calendar replaces (D68), as programs that were written for it read them.
import { beforeAll, expect, test } from 'vitest';
import { kinds, make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const site = 'http://calendar.example';
let app: TestApp;

const days = ['2026-06-01', '2027-05-31', '2027-06-01', '2027-06-10', '2027-06-30', '2027-07-01', '2028-01-05'];

beforeAll(async () => {
  app = await startTestApp({ now: '2027-06-10T12:00:00Z' });
  await make(app, 'categories', { name: 'Jazz' });
  for (const day of days) {
    const dates = {
      start_date: `${day} 18:00`,
      end_date: `${day} 19:00`,
      date_utc: '2026-01-01 09:00:00',
      timezone: 'UTC',
    };
    await make(app, 'events', { ...kinds.events.required(), ...dates, title: day, categories: ['Jazz'] });
  }
});

async function read(path: string): Promise<string> {
  const { headers } = await app.request({ path: site + path, headers: { accept: '*/*' } });
  const { status, body } = await app.request<string>({ path: site + headers['location'] });
  expect(status, path).toBe(200);
  return body;
}

test.each([
  ['/events/?ical=1&tribe_display=month&tribe-bar-date=2027-07', ['2027-07-01']],
  ['/events/?ical=1&eventDisplay=month&tribe-bar-date=2027-07-15', ['2027-07-01']],
  ['/events/month/?ical=1&tribe-bar-date=2028-1', ['2028-01-05']],
  ['/events/month/?ical=1', ['2027-06-01', '2027-06-10', '2027-06-30']],
  ['/?post_type=tribe_events&ical=1&eventDisplay=month', ['2027-06-01', '2027-06-10', '2027-06-30']],
  ['/events/category/jazz/?ical=1&tribe_display=month', ['2027-06-01', '2027-06-10', '2027-06-30']],
  ['/events/today/?ical=1', ['2027-06-10']],
  ['/events/?ical=1&eventDisplay=day&eventDate=2027-7-1', ['2027-07-01']],
  ['/?post_type=tribe_events&ical=1&eventDisplay=past', ['2027-06-01', '2027-05-31', '2026-06-01']],
  ['/events/list/?ical=1&tribe_event_display=past&tribe_paged=1', ['2027-06-01', '2027-05-31', '2026-06-01']],
  ['/events/category/jazz/list/?eventDisplay=past&ical=1', ['2027-06-01', '2027-05-31', '2026-06-01']],
  ['/events/list/?ical=1&tribe-bar-date=2027-7-1', ['2027-07-01', '2028-01-05']],
  ['/events/list/?tribe_event_display=list&ical=1&tribe_display=list', days.slice(3)],
])('The calendar file %s has the events of the view that it names', async (path, expected) => {
  expect([...(await read(path)).matchAll(/^SUMMARY[^:]*:(.*?)\r?$/gm)].map(([, title]) => title)).toEqual(expected);
});

test('Past events are in pages in a calendar file, which ends with the last one', async () => {
  for (let n = 1; n <= 30; n++) {
    const dates = { start_date: '2025-01-05 10:00', end_date: '2025-01-05 11:00' };
    await make(app, 'events', { ...kinds.events.required(), ...dates, title: `Old ${n}` });
  }
  const count = async (number: number) =>
    (await read(`/events/list/?ical=1&tribe_event_display=past&tribe_paged=${number}`)).match(/BEGIN:VEVENT/g)?.length;
  expect([await count(1), await count(2)]).toEqual([30, 3]);
});

test.each([
  '/feed/?post_type=tribe_events',
  '/events/feed/',
  '/?post_type=tribe_events&feed=rss2',
  '/events/?feed=rss2',
])('A program that takes the dates of items in %s for those of the events finds what is upcoming', async (path) => {
  const dates = [...(await read(path)).matchAll(/<pubDate>(.*?)<\/pubDate>/g)].map(([, date]) => date ?? '');
  expect(dates.map((date) => new Date(date).toISOString().slice(0, 10))).toEqual(days.slice(3));
});

test('Items of Atom are dated by the start of the events at URLs of WordPress, and by publication elsewhere', async () => {
  expect(await read('/feed/atom/')).toContain('<published>2027-06-10T18:00:00Z</published>');
  const { body } = await app.request<string>({ path: `${site}/events.atom` });
  expect(body).toContain('<published>2026-01-01T09:00:00Z</published>');
});

test('A program reads the pages of a feed by their numbers, until there are none', async () => {
  for (let n = 1; n <= 50; n++) {
    const dates = { start_date: '2027-08-01 10:00', end_date: '2027-08-01 11:00' };
    await make(app, 'events', { ...kinds.events.required(), ...dates, title: `New ${n}` });
  }
  const count = async (query: string) => (await read(`/events/feed/${query}`)).match(/<item>/g)?.length;
  expect([await count(''), await count('?paged=2')]).toEqual([50, 4]);
  const { headers } = await app.request({ path: `${site}/events/feed/?paged=3`, headers: { accept: '*/*' } });
  expect((await app.request({ path: site + headers['location'] })).status).toBe(404);
});

test.each(['/events/?ical=1', '/event/plain/?ical=1'])(
  'Texts and places in the calendar file %s have no parameters, which programs that split lines take for texts',
  async (path) => {
    const place = { venue: 'Hall, old', city: 'Lyon', website: 'https://hall.example/' };
    const texts = { slug: 'plain', description: 'Long', event_status: 'canceled', event_status_reason: 'Storm' };
    const dates = { start_date: '2027-06-20 10:00', end_date: '2027-06-20 11:00', timezone: 'UTC' };
    await make(app, 'events', {
      title: 'Plain',
      ...texts,
      ...dates,
      venue: place,
      categories: ['Jazz'],
      tags: ['Free'],
    });
    const lines = (await read(path)).replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        ...['SUMMARY:Plain', 'DESCRIPTION:Long', 'LOCATION:Hall\\, old\\, Lyon', 'CATEGORIES:Jazz', 'X-TAGS:Free'],
        'COMMENT:Storm',
      ]),
    );
    expect(lines.filter((line) => /^[^:]*;(?:LANGUAGE|ALTREP|X-NAME)=/.test(line))).toEqual([]);
  },
);
