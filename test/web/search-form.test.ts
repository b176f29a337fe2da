// The search form: which fields it has, and how it states the filters in use.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';

test('The search form of a category, tag, venue or organizer does not offer another one, which would change nothing', async () => {
  const app = await startTestApp();
  const create = (path: string, json: object) => app.request({ as: 'admin', method: 'POST', path, json });
  await create('/categories', { name: 'Jazz' });
  await create('/events', {
    title: 'Gala',
    start_date: '2027-05-10 19:30',
    end_date: '2027-05-10 21:00',
    categories: ['jazz'],
    tags: ['free'],
    venue: { venue: 'Mill' },
    organizer: { organizer: 'Ann' },
  });
  const read = async (path: string) => String((await app.request<string>({ path: origin + path })).body);
  const fields = async (path: string) =>
    [...(await read(path)).matchAll(/<select name="([^"]+)"/g)].map(([, name]) => name);
  expect(await fields('/events/')).toEqual(['category', 'tag', 'venue', 'organizer']);
  expect(await fields('/events/category/jazz/')).toEqual(['tag', 'venue', 'organizer']);
  expect(await fields('/tag/free/')).toEqual(['category', 'venue', 'organizer']);
  expect(await fields('/venue/mill/')).toEqual(['category', 'tag', 'organizer']);
  expect(await fields('/organizer/ann/')).toEqual(['category', 'tag', 'venue']);
  expect(await read('/events/category/jazz/?category=other')).not.toContain('Category: other');
});

test('A search for some days finds what begins on them, whenever it ends', async () => {
  const app = await startTestApp();
  const create = (title: string, start_date: string, end_date: string) =>
    app.request({ as: 'admin', method: 'POST', path: '/events', json: { title, start_date, end_date, tags: ['fun'] } });
  await create('Earlier', '2027-05-14 19:30', '2027-05-14 21:00');
  await create('Night', '2027-05-15 22:00', '2027-05-16 04:00');
  await create('Festival', '2027-05-15 10:00', '2027-05-18 20:00');
  await create('Later', '2027-05-16 10:00', '2027-05-16 12:00');
  const titlesAt = async (path: string) => {
    const { body } = await app.request<string>({ path: origin + path });
    return [...body.matchAll(/<h3><a[^>]*>([^<]*)/g)].map(([, title]) => title);
  };
  for (const path of ['/events/', '/tag/fun/'])
    expect(await titlesAt(`${path}?from=2027-05-15&to=2027-05-15`), path).toEqual(['Festival', 'Night']);
  expect(await titlesAt('/events/?to=2027-05-15')).toEqual(['Earlier', 'Festival', 'Night']);
  expect(await titlesAt('/events/?to=2027-02-01')).toEqual([]);
});

test('Of many tags, the form offers those with the most events, by name', async () => {
  const app = await startTestApp();
  const day = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  for (const tens of [1, 2]) {
    const tags = Array.from({ length: 60 }, (_, n) => `Subject ${tens * 100 + n}`);
    const json = { title: `Talk ${tens}`, ...day, tags: [...tags, 'Apples', 'Wine'] };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  }
  const { body } = await app.request<string>({ path: `${origin}/events/` });
  const [, select = ''] = /<select name="tag">(.*?)<\/select>/.exec(body) ?? [];
  const names = [...select.matchAll(/>([^<]+)<\/option>/g)].map(([, name]) => name);
  expect([names.length, ...names.slice(0, 3), names.at(-1)]).toEqual([101, 'All', 'Apples', 'Subject 100', 'Wine']);
});

test.each(['venue', 'organizer'])('The form offers each %s with a number in the order of the numbers', async (kind) => {
  const app = await startTestApp();
  for (const name of ['Room 1', 'Room 10', 'Room 11', 'Room 2']) {
    const times = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
    const json = { title: 'Gala', ...times, tags: [name], categories: [name], [kind]: { [kind]: name } };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  }
  const { body } = await app.request<string>({ path: `${origin}/events/` });
  for (const name of [kind, 'tag', 'category']) {
    const [, select = ''] = new RegExp(`<select name="${name}">(.*?)</select>`).exec(body) ?? [];
    const names = [...select.matchAll(/>([^<]+)<\/option>/g)].map(([, option]) => option);
    expect(names, name).toEqual(['All', 'Room 1', 'Room 2', 'Room 10', 'Room 11']);
  }
});

test('The form offers no venues if there are more than the calendar lists at once', async () => {
  const app = await startTestApp({ settings: { maxPerPage: 2 } });
  const times = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const offered = async () =>
    (await app.request<string>({ path: `${origin}/events/` })).body.match(/<option value="\d/g);
  for (const venue of ['Mill', 'Barn', 'Hall']) {
    const json = { title: venue, ...times, venue: { venue } };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
    if (venue === 'Barn') expect(await offered()).toHaveLength(2);
  }
  expect(await offered()).toBeNull();
});

test.each(['venue', 'organizer'])('The form offers each %s by name', async (kind) => {
  const app = await startTestApp();
  for (const name of ['Old Mill', 'Boathouse', 'Élysée', 'Zoo']) {
    const times = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
    const json = { title: 'Gala', ...times, [kind]: { [kind]: name } };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  }
  const { body } = await app.request<string>({ path: `${origin}/events/` });
  const [, select = ''] = new RegExp(`<select name="${kind}">(.*?)</select>`).exec(body) ?? [];
  const names = [...select.matchAll(/>([^<]+)<\/option>/g)].map(([, name]) => name);
  expect(names).toEqual(['All', 'Boathouse', 'Élysée', 'Old Mill', 'Zoo']);
});

test('A search persists in another language and on paper', async () => {
  const app = await startTestApp();
  const { body } = await app.request<string>({ path: `${origin}/events/?search=gala&free=true` });
  expect(body).toContain('<a href="/fr/events/?search&#61;gala&#38;free&#61;true" hreflang="fr"');
  expect(body).toContain(`<p class="on-paper">${origin}/events/?search&#61;gala&#38;free&#61;true</p>`);
  expect((await app.request<string>({ path: `${origin}/events/?page=99` })).body).toContain('<a href="/fr/events/"');
});

test('Filters in use and what is wrong with them are punctuated as in the language of the page', async () => {
  const app = await startTestApp();
  const read = async (path: string) => String((await app.request<string>({ path: origin + path })).body);
  const from = 'events/?from=2027-05-01';
  expect(await read(`/${from}`)).toContain('>From: Saturday');
  expect(await read(`/fr/${from}`)).toContain('>Du\u00a0: samedi');
  expect(await read(`/zh-hans/${from}`)).toContain('>开始日期：2027');
  expect(await read('/fr/events/?from=never')).toContain('<p>Du\u00a0: «');
});
