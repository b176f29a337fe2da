// Ongoing events, which began on an earlier day, in lists and on the pages of days.
import { beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});

const create = (json: object) => app.request({ as: 'admin', method: 'POST', path: '/events', json });

const get = async (path: string) => (await app.request<string>({ path: `http://calendar.example${path}` })).body;
const titles = (html: string) => [...html.matchAll(/<h[23]><a[^>]*>([^<]*)/g)].map(([, title]) => title);
const titlesAt = async (path: string) => titles(await get(path));

const days = { all_day: true, start_date: '2027-02-20', end_date: '2027-03-05' };
const evening = { start_date: '2027-03-01 19:30', end_date: '2027-03-01 21:00' };

test('Upcoming events begin with those of today and the ongoing ones', async () => {
  await create({ title: 'Fair', ...days, venue: { venue: 'Mill' } });
  await create({ title: 'Tonight', ...evening });
  await create({ title: 'Tomorrow', start_date: '2027-03-02 09:00', end_date: '2027-03-02 10:00' });
  await create({ title: 'Last night', start_date: '2027-02-28 22:00', end_date: '2027-03-01 02:00' });
  const html = await get('/events/');
  expect(titles(html)).toEqual(['Tonight', 'Fair', 'Tomorrow']);
  expect(html).toContain('until Mar 5');
  expect(html).toContain('3 events');
  expect(await titlesAt('/events/cards/')).toEqual(['Tonight', 'Fair', 'Tomorrow']);
  expect(await titlesAt('/events/?search=fair')).toEqual(['Fair']);
  expect(await titlesAt('/venue/mill/')).toEqual(['Fair']);
  expect(await titlesAt('/events/past/')).toEqual([]);
});

test('A list says until when a coming event of several days lasts', async () => {
  await create({ title: 'Festival', all_day: true, start_date: '2027-03-10', end_date: '2027-03-12' });
  await create({ title: 'Night', start_date: '2027-03-20 22:00', end_date: '2027-03-21 04:00' });
  for (const path of ['/events/', '/events/cards/']) {
    const html = (await get(path)).replace(/<\/?span[^>]*>/g, '');
    expect(html, path).toContain('All day<small> until Mar 12</small>');
    expect(html, path).not.toContain('until Mar 2');
  }
});

test('Each page of a list says how many events there are, ongoing ones included', async () => {
  await create({ title: 'Fair', ...days });
  for (let number = 0; number < 25; number++) await create({ title: `Concert ${number}`, ...evening });
  for (const page of ['/events/', '/events/?page=2']) expect(await get(page)).toContain('26 events');
  expect(await titlesAt('/events/?page=2')).toEqual(['Concert 24']);
});

test('A list has all ongoing events, however many there are', async () => {
  for (let number = 0; number < 101; number++) await create({ title: `Exhibition ${number}`, ...days });
  const html = await get('/events/');
  expect(titles(html)).toHaveLength(101);
  expect(html).toContain('101 events');
});

test('A day has the events that the month counts on it', async () => {
  await create({ title: 'Fair', ...days });
  await create({ title: 'Conference', all_day: true, start_date: '2027-03-03', end_date: '2027-03-04' });
  await create({ title: 'Club', start_date: '2027-03-03 22:00', end_date: '2027-03-04 02:00' });
  await create({ title: 'Night', start_date: '2027-03-02 22:00', end_date: '2027-03-03 00:00' });
  const on = (day: string) => titlesAt(`/events/2027-03-${day}/`);
  expect(await on('02')).toEqual(['Night', 'Fair']);
  expect(await on('03')).toEqual(['Conference', 'Club', 'Fair']);
  expect(await on('04')).toEqual(['Fair', 'Conference']);
  expect(await on('06')).toEqual([]);
});

test('A festival that ends at midnight is on each of its days, and an event of less than a day only on its first', async () => {
  await create({ title: 'Festival', start_date: '2027-03-04 09:00', end_date: '2027-03-06 00:00' });
  await create({ title: 'Hackathon', start_date: '2027-03-04 10:00', end_date: '2027-03-05 09:00' });
  expect(await titlesAt('/events/2027-03-04/')).toEqual(['Festival', 'Hackathon']);
  expect(await titlesAt('/events/2027-03-05/')).toEqual(['Festival']);
  expect(await titlesAt('/events/2027-03-06/')).toEqual([]);
  const month = (await get('/events/2027-03/')).split('datetime="2027-03-05"')[1]?.split('</td>')[0];
  expect(month).toContain('Festival');
  expect(month).not.toMatch(/Hackathon|AM/);
});

test('After midnight, an event of last night is among the coming ones until it ends', async () => {
  app.clock.set('2027-02-28T12:00:00Z');
  await create({ title: 'Dance', start_date: '2027-02-28 20:00', end_date: '2027-03-01 03:00' });
  await create({ title: 'Play', start_date: '2027-02-28 20:00', end_date: '2027-02-28 23:00' });
  await create({ title: 'Tonight', ...evening });
  for (const [time, coming] of [
    ['2027-03-01T07:59:59Z', ['Dance', 'Tonight']],
    ['2027-03-01T08:00:00Z', ['Tonight']],
  ] as const) {
    app.clock.set(time);
    expect(await titlesAt('/events/'), time).toEqual(coming);
    expect(await titlesAt('/events/2027-03-01/'), time).toEqual(coming);
  }
});

test('An all-day event that begins on the evening before, here, is on the page of its day', async () => {
  const day = '2027-03-03';
  await create({ title: 'Holiday', all_day: true, start_date: day, end_date: day, timezone: 'Asia/Tokyo' });
  expect(await titlesAt(`/events/${day}/`)).toEqual(['Holiday']);
});

test('The other views of a day open where there are events, and of a day without any at today', async () => {
  await create({ title: 'Fair', ...days });
  expect(await get('/events/2027-03-04/')).toContain('href="/events/week/2027-03-01/"');
  expect(await get('/events/2031-05-05/')).not.toMatch(/href="\/events\/(?:week\/2031|2031-05\/)/);
});

const steps = async (path: string) =>
  [...(await get(path)).matchAll(/rel="(?:prev|next)" href="\/events\/([^"]*)\/"/g)].map(([, to]) => to);

test('The pages beside a month or week with an ongoing event are the next ones, though nothing begins there', async () => {
  await create({ title: 'Early', start_date: '2026-11-10 19:00', end_date: '2026-11-10 20:00' });
  await create({ title: 'Exhibition', all_day: true, start_date: '2027-02-20', end_date: '2027-05-03' });
  await create({ title: 'Late', start_date: '2027-08-10 19:00', end_date: '2027-08-10 20:00' });
  expect(await steps('/events/2027-02/')).toEqual(['2026-11', '2027-03']);
  expect(await steps('/events/2027-04/')).toEqual(['2027-03', '2027-05']);
  expect(await steps('/events/2027-05/')).toEqual(['2027-04', '2027-08']);
  expect(await steps('/events/week/2027-03-08/')).toEqual(['week/2027-03-01', 'week/2027-03-15']);
  expect(await steps('/events/week/2027-05-03/')).toEqual(['week/2027-04-26', 'week/2027-08-09']);
});

test('The pages beside a day are those of the nearest events, also if these are on this day in their own time zone', async () => {
  await create({
    title: 'Before',
    start_date: '2027-03-10 03:00',
    end_date: '2027-03-10 04:00',
    timezone: 'Asia/Tokyo',
  });
  const late = { start_date: '2027-03-10 22:00', end_date: '2027-03-10 23:00', timezone: 'Pacific/Honolulu' };
  await create({ title: 'After', ...late });
  expect(await steps('/events/2027-03-10/')).toEqual(['2027-03-09', '2027-03-11']);
  expect(await titlesAt('/events/2027-03-09/')).toEqual(['Before']);
  expect(await titlesAt('/events/2027-03-11/')).toEqual(['After']);
});

test('Crawlers do not follow an event without end through all its months', async () => {
  await create({ title: 'Permanent', all_day: true, start_date: '2020-02-20', end_date: '2099-05-03' });
  expect(await steps('/events/2028-02/')).toEqual(['2028-01', '2028-03']);
  expect(await steps('/events/2028-03/')).toEqual(['2028-02']);
  expect(await steps('/events/2026-02/')).toEqual(['2020-02', '2026-03']);
});
