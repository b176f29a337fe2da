// What the passing of time changes on the page of an event: it is over, tickets go on sale and off.
import { beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

async function create(json: object): Promise<{ id: number; url: string }> {
  const times = { start_date: '2027-03-01 19:30', end_date: '2027-03-01 21:00' };
  const event = { as: 'admin', method: 'POST', path: '/events', json: { title: 'Gala', ...times, ...json } } as const;
  return (await app.request<{ id: number; url: string }>(event)).body;
}

const get = async (path: string) => (await app.request<string>({ path })).body;
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const noticeOf = (html: string) => textOf(/<div class="notice.*?<\/div>/s.exec(html)?.[0] ?? '');
const menusOf = (html: string) => [...html.matchAll(/<summary[^>]*>(.*?)<\/summary>/g)].map(([, name]) => name);

/** The end of an event of 19:30 to 21:00 in New York. */
const end = '2027-03-02T02:00:00Z';

test('An event says that it is over from the second it ends, and is no longer to be added to calendars', async () => {
  const { url } = await create({});
  app.clock.set('2027-03-02T01:59:59Z');
  const before = await get(url);
  app.clock.set(end);
  const after = await get(url);
  expect([noticeOf(before), menusOf(before)]).toEqual(['', ['Add to calendar', 'Share']]);
  expect([noticeOf(after), menusOf(after)]).toEqual(['This event is over. Upcoming events', ['Share']]);
  expect(await get(url.replace('/event/', '/de/event/'))).toContain('<strong>Diese Veranstaltung ist vorbei.</strong>');
});

test('A page that time changes is cached until then', async () => {
  const { url } = await create({});
  const origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  // Cached responses have no request id.
  const isCached = async () => !(await fetch(origin + new URL(url).pathname)).headers.has('x-request-id');
  app.clock.set('2027-03-02T01:00:00Z');
  expect([await isCached(), await isCached()]).toEqual([false, true]);
  app.clock.set(end);
  expect([await isCached(), await isCached()]).toEqual([false, true]);
});

test('An event that was canceled does not become over', async () => {
  const { url } = await create({ event_status: 'canceled', event_status_reason: 'The singer is ill.' });
  app.clock.set(end);
  expect(noticeOf(await get(url))).toBe('Canceled The singer is ill.');
});

test('An event of a series that is over or canceled leads to the next date that takes place', async () => {
  const { id: post_parent, url: series } = await create({ title: 'Circus', hide_from_listings: true });
  const on = (day: string) => ({ title: 'Circus', start_date: `${day} 15:00`, end_date: `${day} 17:00`, post_parent });
  const first = await create(on('2027-03-01'));
  const canceled = await create({ ...on('2027-03-05'), event_status: 'canceled' });
  const next = await create(on('2027-03-06'));
  const last = await create(on('2027-03-07'));
  app.clock.set(end);
  const link = `<a href="${new URL(next.url).pathname}"><time datetime="2027-03-06T15:00:00">`;
  for (const { url } of [first, canceled]) expect(await get(url)).toContain(`<p>Next date: ${link}`);
  expect(textOf(await get(first.url))).toContain('Other dates Canceled Friday, March 5, 2027, 3:00 PM');
  expect(noticeOf(await get(series))).toBe('Next date: Saturday, March 6, 2027, 3:00 PM');
  app.clock.set('2027-03-08T12:00:00Z');
  for (const url of [last.url, series]) expect(noticeOf(await get(url))).toBe('This event is over. Upcoming events');
});

test('An event of a festival that is over names the next event, whose title differs', async () => {
  const { id: post_parent } = await create({ title: 'Festival', end_date: '2027-03-07 17:00' });
  const { url } = await create({ title: 'Opening', post_parent });
  await create({ title: 'Concert', start_date: '2027-03-06 15:00', end_date: '2027-03-06 17:00', post_parent });
  app.clock.set(end);
  expect(noticeOf(await get(url))).toBe('This event is over. Next date: Saturday, March 6, 2027, 3:00 PM : Concert');
});

test('A ticket is a link only while it can be bought', async () => {
  const ticket = (name: string, from: string | null, until: string | null) => ({
    name,
    url: 'https://tickets.example/',
    price: 20,
    currency: 'USD',
    available_from: from,
    available_until: until,
  });
  const evening = { start_date: '2027-03-20 19:30', end_date: '2027-03-20 21:00' };
  const tickets = [
    ticket('Early', null, '2027-03-10 00:00'),
    ticket('Late', '2027-03-10 00:00', '2027-03-20 19:30'),
    ticket('Any', null, null),
  ];
  const { url } = await create({ ...evening, tickets });
  const shown = async (path = url) =>
    [...(await get(path)).matchAll(/(?<=<li>)(?:<a[^>]*>)?(?:Early|Late|Any).*?(?=<\/li>)/g)].map(([line]) =>
      line.replace(/<\/?span[^>]*>/g, ''),
    );
  const link = (name: string) => `<a href="https://tickets.example/">${name}</a> · $20`;
  const late = 'Late · $20 (on sale from Wednesday, March 10, 2027, 12:00 AM)';
  expect(await shown()).toEqual([link('Early'), late, link('Any')]);
  app.clock.set('2027-03-10T05:00:00Z');
  expect(await shown()).toEqual(['Early (sales ended)', link('Late'), link('Any')]);
  app.clock.set('2027-03-21T01:00:00Z');
  expect(await shown()).toEqual(['Early · $20', 'Late · $20', 'Any · $20']);
  const canceled = await create({ ...evening, tickets: ticket('Any', null, null), event_status: 'canceled' });
  expect(await shown(canceled.url)).toEqual(['Any · $20']);
});
