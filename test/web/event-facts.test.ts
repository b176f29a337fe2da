// When and where an event takes place, on its page.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();

const textOf = (html: string) => html.replace(/<[^>]*>/g, '');

async function pageOf(json: object): Promise<string> {
  const times = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const event = { as: 'admin', method: 'POST', path: '/events', json: { title: 'Gala', ...times, ...json } } as const;
  const { body } = await app.request<{ url: string }>(event);
  return (await app.request<string>({ path: body.url })).body;
}

test('When and where an event takes place is part of its article, from which reader views drop what stands aside', async () => {
  const [, article = ''] = /<article[^>]*>(.*)<\/article>/s.exec(await pageOf({ venue: { venue: 'Old Mill' } })) ?? [];
  expect(textOf(article)).toMatch(/When\s*Monday, May 10, 2027.*Old Mill/s);
  expect(article).not.toContain('<aside');
});

test('A picture of another site is a link, on the pages of an event and its venue', async () => {
  const description = '<p><img src="https://old.example/stage.jpg" alt="The stage" /></p>';
  const link = '<p><a href="https://old.example/stage.jpg" rel="noopener">The stage</a></p>';
  expect(await pageOf({ description, venue: { venue: 'Barn', description } })).toContain(link);
  expect((await app.request<string>({ path: 'http://calendar.example/venue/barn/' })).body).toContain(link);
});

test.each([
  ['+49 (30) 1234-5', '<a href="tel:+493012345">+49 (30) 1234-5</a>'],
  ['+49 (0) 30 / 123456', '<a href="tel:+4930123456">+49 (0) 30 / 123456</a>'],
  ['(0)30 123456', '<a href="tel:030123456">(0)30 123456</a>'],
  ['313-555-1234 ext. 5', '<a href="tel:3135551234">313-555-1234 ext. 5</a>'],
  ['313-555-1234 or 313-555-9999', '313-555-1234 or 313-555-9999'],
  ['ask at the door', 'ask at the door'],
])('The telephone number of a venue is a link if it is one number: %s', async (phone, shown) => {
  const venue = { as: 'admin', method: 'POST', path: '/venues', json: { venue: 'Hall', phone } } as const;
  const { body } = await app.request<{ url: string }>(venue);
  expect((await app.request<string>({ path: body.url })).body).toContain(`<address>${shown}</address>`);
});

test("The page of an organizer has the organizer's e-mail address", async () => {
  const json = { organizer: 'Choir', email: 'a&b@choir.example' };
  const { body } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/organizers', json });
  const link = '<address><a href="mailto:a%26b@choir.example">a&#38;b@choir.example</a></address>';
  expect((await app.request<string>({ path: body.url })).body).toContain(link);
});

test('The description of a category is shown as HTML, and as text in link previews', async () => {
  const json = { name: 'Opera', description: '<p>Songs &amp; <em>drama</em></p>' };
  const { body } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/categories', json });
  const page = (await app.request<string>({ path: body.url })).body;
  expect(page).toContain('<div class="intro"><div class="text">Songs &amp; <em>drama</em></div></div>');
  expect(page).toContain('<meta property="og:description" content="Songs &#38; drama">');
});

test('Blank lines in the description of a category are paragraphs on its page', async () => {
  const json = { name: 'Ballet', description: 'Swans\nand <em>mice</em>\n\nNo tutus' };
  const { body } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/categories', json });
  const paragraphs = '<p>Swans<br />\nand <em>mice</em></p>\n<p>No tutus</p>';
  expect((await app.request<string>({ path: body.url })).body).toContain(`<div class="text">${paragraphs}</div>`);
});

test('A description has no classes and styles of pages, and may play sound of its own site', async () => {
  const description = '<p class="lead wp-lead" style="color: red">Text</p><audio src="/sound.mp3" controls></audio>';
  const html = await pageOf({ title: 'Talk', description });
  expect(html).toContain('<p class="wp-lead">Text</p>');
  const { headers } = await app.request({ path: 'http://calendar.example/event/talk/' });
  expect(headers['content-security-policy']).toContain("media-src 'self'");
});

test('An event of several days that ends at midnight shows the day that begins then', async () => {
  const html = await pageOf({ start_date: '2027-05-14 18:00', end_date: '2027-05-17 00:00' });
  expect(textOf(html)).toContain('until Monday, May 17, 2027, 12:00 AM');
});

test('Other dates of a series are listed with their times', async () => {
  const { body: series } = await app.request<{ id: number }>({
    as: 'admin',
    method: 'POST',
    path: '/events',
    json: { title: 'Circus', start_date: '2027-05-22', end_date: '2027-05-22', hide_from_listings: true },
  });
  const shows = ['11:00', '15:00'].map((time) => `2027-05-22 ${time}`);
  const pages = [];
  for (const show of shows) pages.push(await pageOf({ start_date: show, end_date: show, post_parent: series.id }));
  expect(textOf(pages.at(-1) ?? '')).toContain('Saturday, May 22, 2027, 11:00 AM');
});

test('All dates of a series are on the pages of its events, those after the first ten one click away', async () => {
  const { body: series } = await app.request<{ id: number }>({
    as: 'admin',
    method: 'POST',
    path: '/events',
    json: { title: 'Course', start_date: '2027-06-01', end_date: '2027-06-01', hide_from_listings: true },
  });
  const firstDay = Date.UTC(2027, 5, 10);
  let page = '';
  for (let date = 0; date < 106; date++) {
    const day = new Date(firstDay + date * 86_400_000).toISOString().slice(0, 10);
    const event = { title: 'Yoga', start_date: `${day} 18:00`, end_date: `${day} 18:00`, post_parent: series.id };
    if (date === 105) page = await pageOf(event);
    else await app.request({ as: 'admin', method: 'POST', path: '/events', json: event });
  }
  const [shown = '', more = ''] = page.slice(page.indexOf('Other dates')).split('<details');
  const dates = (html: string) => html.match(/<time/g)?.length;
  expect([dates(shown), dates(more)]).toEqual([10, 95]);
  expect(textOf(more)).toContain('95 moreSunday, June 20, 2027, 6:00 PM');
});

test('An event of many organizers has the first five in sight', async () => {
  const page = await pageOf({ organizer: Array.from({ length: 8 }, (_, at) => ({ organizer: `Club ${at}` })) });
  const [shown = '', more = ''] = page.slice(page.indexOf('<dt>Organizer')).split('<details class="rest">');
  expect([shown.match(/Club/g)?.length, textOf(more).slice(0, 18)]).toEqual([5, '3 moreClub 5Club 6']);
});

test('The pages of a venue and a category do not repeat its name with each of their events', async () => {
  const venue = { venue: 'Playhouse', city: 'Lyon' };
  await pageOf({ title: 'Hamlet', venue, categories: ['Drama', 'Classics'] });
  const metaAt = async (path: string) => {
    const { body } = await app.request<string>({ path: `http://calendar.example${path}` });
    return textOf(/<p class="meta">.*?<\/p>/.exec(body)?.[0] ?? '');
  };
  expect(await metaAt('/events/?search=hamlet')).toBe('Playhouse, Lyon\u00a0· Classics');
  expect(await metaAt('/venue/playhouse/')).toBe('Classics');
  expect(await metaAt('/events/category/classics/')).toBe('Playhouse, Lyon\u00a0· Drama');
});

test('The page that a password opens offers no calendar file, which would ask for it again', async () => {
  const json = { title: 'Members', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00', password: 'sesame' };
  const { body } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/events', json });
  const reply = await app.request<string>({ method: 'POST', path: body.url, form: { password: 'sesame' } });
  expect(reply.body).toContain('Google Calendar');
  expect(reply.body).not.toContain('.ics" rel=');
});

test('A zone that is an offset is named once', async () => {
  expect(await pageOf({ timezone: 'UTC+5:30' })).toContain('(UTC+5:30)');
});

test('A zone whose name has the opposite sign shows the offset, on the page and in lists', async () => {
  expect(await pageOf({ timezone: 'Etc/GMT+5' })).toContain('(UTC-5)');
  const list = await app.request<string>({ path: 'http://calendar.example/events/' });
  expect(list.body).toContain('<small> UTC-5</small>');
});

test('Links to calendars have the URL of an online event as its place', async () => {
  const html = await pageOf({ attendance_mode: 'online', online_url: 'https://meet.example/x' });
  expect(html).toContain('location&#61;https%3A%2F%2Fmeet.example%2Fx');
});

test('The calendar file of an event is in the language of its page', async () => {
  const json = { title: 'Walk', start_date: '2027-05-12 19:30', end_date: '2027-05-12 21:00' };
  const { body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json });
  const french = { i18n_language: 'fr', title: 'Promenade' };
  await app.request({ as: 'admin', method: 'PUT', path: `/events/${body.id}`, json: french });
  const page = await app.request<string>({ path: 'http://calendar.example/fr/event/walk/' });
  const files = [...page.body.matchAll(/href="([^"]*\/events\/\d+\.ics)"/g)].map(([, url]) => url);
  expect(files).toEqual([`/fr/events/${body.id}.ics`, `/fr/events/${body.id}.ics`]);
  expect((await app.request<string>({ path: `http://calendar.example${files[0]}` })).body).toContain('Promenade');
});

test('Tickets without a URL are named without a link', async () => {
  const tickets = [{ name: 'At the door' }, { name: 'Online', url: 'https://tickets.example/' }];
  expect(await pageOf({ tickets })).toContain(
    '<li>At the door</li><li><a href="https://tickets.example/">Online</a></li>',
  );
});

test('Each ticket has its price, in the currency of the ticket', async () => {
  const prices = [{ price: 12.5, currency: 'EUR' }, { price: 12, currency: 'USD' }, { price: 0 }, { price: 7.5 }];
  const tickets = prices.map((price) => ({ name: 'Seat', ...price }));
  const shown = (await pageOf({ title: 'Priced', tickets })).match(/(?<=<li>)Seat[^<]*/g);
  expect(shown).toEqual(['Seat · €12.50', 'Seat · $12', 'Seat · Free', 'Seat · 7.50']);
  const { body } = await app.request<string>({ path: 'http://calendar.example/de/event/priced/' });
  expect(body.match(/(?<=<li>)Seat[^<]*/g)).toEqual([
    'Seat · 12,50\u00a0€',
    'Seat · 12\u00a0$',
    'Seat · Kostenlos',
    'Seat · 7,50',
  ]);
});

test('A cost in a currency by its code is written like the prices of tickets beside it', async () => {
  const tickets = [{ name: 'Seat', price: 4750, currency: 'KES' }];
  const html = await pageOf({ title: 'Coded', cost: 'KES 2750', tickets });
  expect(html).toContain('<strong>KES\u00a02,750</strong>');
  expect(html).toContain('Seat · KES\u00a04,750');
  const { body } = await app.request<string>({ path: 'http://calendar.example/de/event/coded/' });
  expect(body).toContain('<strong>2.750\u00a0KES</strong>');
});

test('A featured event is called so in lists, cards and months, not only marked by a star or a color', async () => {
  await pageOf({ title: 'Highlight', featured: true, start_date: '2027-05-11 19:30', end_date: '2027-05-11 21:00' });
  for (const path of ['/events/', '/events/cards/', '/events/2027-05/']) {
    const { body } = await app.request<string>({ path: `http://calendar.example${path}` });
    expect(body, path).toMatch(/<span class="visually-hidden">Featured <\/span>(?:<(?:a|bdi)[^>]*>)?Highlight/);
    expect(body.match(/Featured </g), path).toHaveLength(1);
  }
});

test.each([
  ['rescheduled', ['Add to calendar', 'Share']],
  ['postponed', ['Share']],
  ['canceled', ['Share']],
])('An event that is %s has these menus', async (event_status, menus) => {
  const found = (await pageOf({ event_status })).matchAll(/<summary[^>]*>(.*?)<\/summary>/g);
  expect([...found].map(([, name]) => name)).toEqual(menus);
});

test('Without a stylesheet, as in a text browser or a search result, day and time, name and address are still apart', async () => {
  const venue = { venue: 'Old Mill', address: 'Mill Lane 1' };
  const mixed = { attendance_mode: 'mixed', online_url: 'https://meet.example/x' };
  const evening = textOf(await pageOf({ venue, ...mixed }));
  for (const text of ['2027 7:30 PM', 'Old Mill Mill Lane 1', 'In person and online Join online'])
    expect(evening).toContain(text);
  expect(textOf(await pageOf({ end_date: '2027-05-12 21:00' }))).toContain('7:30 PM until Wednesday');
});

test('A rescheduled event says in words which date it had, as few screen readers mention that a text is struck through', async () => {
  const json = { title: 'Recital', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const create = { as: 'admin', method: 'POST', path: '/events', json } as const;
  const { body } = await app.request<{ id: number; url: string }>(create);
  const moved = { event_status: 'rescheduled', start_date: '2027-06-01 19:30', end_date: '2027-06-01 21:00' };
  await app.request({ as: 'admin', method: 'PATCH', path: `/events/${body.id}`, json: moved });
  const text = textOf((await app.request<string>({ path: body.url })).body);
  expect(text).toContain('Rescheduled Previously: Monday, May 10, 2027, 7:30 PM');
});
