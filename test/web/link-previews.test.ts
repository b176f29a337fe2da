// The preview that other sites show of a link to a page.
import { expect, test } from 'vitest';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();

async function previewOf(width: number, height: number) {
  const { body: image } = await uploadRaw(await jpeg({ width, height }), { app, query: 'alt_text=A+lantern' });
  const json = { title: 'Gala', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00', image: image.id };
  const { body: event } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/events', json });
  const { body: html } = await app.request<string>({ path: event.url });
  const content = (property: string) => new RegExp(`property="og:image${property}" content="([^"]*)"`).exec(html)?.[1];
  const preview = { url: content(''), size: [content(':width'), content(':height')], alt: content(':alt') };
  return { image, preview };
}

test('A large image is cropped to the shape of link previews', async () => {
  const { image, preview } = await previewOf(1600, 1600);
  const url = image.url.replace(/[^/]*$/, 'social_1200x630.jpg');
  expect(preview).toEqual({ url, size: ['1200', '630'], alt: 'A lantern' });
  expect((await app.app.inject(url)).statusCode).toBe(200);
});

test('A small image is its own preview', async () => {
  const { image, preview } = await previewOf(800, 600);
  expect(preview).toEqual({ url: image.url, size: ['800', '600'], alt: 'A lantern' });
});

async function metaOf(url: string): Promise<Record<string, string>> {
  const { body: html } = await app.request<string>({ path: url });
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g);
  return Object.fromEntries([...metas].map(([, name, content = '']) => [name, content.replaceAll('&#38;', '&')]));
}

const create = async (path: string, json: object): Promise<{ id: number; slug: string; url: string }> =>
  (await app.request<{ id: number; slug: string; url: string }>({ as: 'admin', method: 'POST', path, json })).body;

test('Pages of lists, months, venues and categories name themselves and the next events in link previews', async () => {
  const venue = await create('/venues', { venue: 'Old Mill', description: '<p>A mill &amp; a stage.</p>' });
  const category = await create('/categories', { name: 'Harvest' });
  for (const [title, date] of [
    ['Apples', '2027-09-03'],
    ['Plums', '2027-09-04'],
  ])
    await create('/events', {
      title,
      start_date: `${date} 10:00`,
      end_date: `${date} 11:00`,
      venue: venue.id,
      categories: [category.id],
    });
  const shared = { 'og:type': 'website', 'og:site_name': 'Events calendar', 'twitter:card': 'summary' };
  const events = 'Apples, Friday, September 3 · Plums, Saturday, September 4';
  const ofVenue = { 'og:title': 'Old Mill', 'og:url': venue.url, 'og:description': 'A mill & a stage.' };
  expect(await metaOf(venue.url)).toMatchObject({ ...shared, ...ofVenue, description: 'A mill & a stage.' });
  const ofCategory = { 'og:title': 'Harvest', 'og:url': category.url, 'og:description': events };
  expect(await metaOf(category.url)).toMatchObject({ ...shared, ...ofCategory });
  const month = new URL('/events/2027-09/', venue.url).href;
  const ofMonth = { 'og:title': 'Events in September 2027', 'og:url': month, 'og:description': events };
  expect(await metaOf(month)).toMatchObject({ ...shared, ...ofMonth, description: events });
  const list = new URL('/events/?category=harvest', venue.url).href;
  expect(await metaOf(list)).toMatchObject({ ...shared, 'og:title': 'Search results', 'og:description': events });
  expect(await metaOf(list)).not.toHaveProperty('og:url');
});

test('A list shows the first picture of its events in link previews', async () => {
  const { body: image } = await uploadRaw(await jpeg({ width: 1600, height: 1600 }), { app });
  const category = await create('/categories', { name: 'Lanterns' });
  const dates = { start_date: '2027-05-11 19:30', end_date: '2027-05-11 21:00' };
  await create('/events', { title: 'Parade', ...dates, image: image.id, categories: [category.id] });
  expect(await metaOf(category.url)).toMatchObject({
    'og:image': image.url.replace(/[^/]*$/, 'social_1200x630.jpg'),
    'og:image:width': '1200',
    'twitter:card': 'summary_large_image',
  });
});

test('An event says when and where it takes place before its own text, and its day in the title', async () => {
  const venue = await create('/venues', { venue: 'Boathouse', city: 'Lindau' });
  const shown = async (json: object) => {
    const { url } = await create('/events', { title: 'Regatta', venue: venue.id, ...json });
    const { body } = await app.request<string>({ path: url });
    return [/<title>(.*)<\/title>/.exec(body)?.[1], (await metaOf(url))['description']];
  };
  const evening = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const when = 'Monday, May 10, 2027, 7:30 PM';
  const titled = (day: string) => `Regatta · ${day} – Events calendar`;
  expect(await shown({ ...evening, description: '<p>Bring oars.</p>' })).toEqual([
    titled('May 10, 2027'),
    `${when} · Boathouse, Lindau · Bring oars.`,
  ]);
  expect(await shown({ ...evening, event_status: 'canceled', attendance_mode: 'online' })).toEqual([
    titled('May 10, 2027'),
    `Canceled · ${when} · Online`,
  ]);
  expect(await shown({ ...evening, timezone: 'Asia/Tokyo' })).toEqual([
    titled('May 10, 2027'),
    `${when} Tokyo · Boathouse, Lindau`,
  ]);
  expect(await shown({ all_day: true, start_date: '2027-05-10', end_date: '2027-05-12' })).toEqual([
    titled('May 10\u2009–\u200912, 2027'),
    'May 10\u2009–\u200912, 2027 · Boathouse, Lindau',
  ]);
});

test('Venues, organizers and terms of one name have titles of their own', async () => {
  const name = 'Rhine';
  const parent = await create('/categories', { name: 'Rivers' });
  const records = [
    await create('/venues', { venue: name, city: 'Lindau' }),
    await create('/venues', { venue: name, city: 'Bregenz' }),
    await create('/organizers', { organizer: name }),
    await create('/categories', { name, parent: parent.id }),
    await create('/categories', { name, slug: 'rhine-2' }),
    await create('/tags', { name }),
  ];
  const titleOf = async ({ url }: { url: string }) =>
    /<title>(.*) – Events calendar<\/title>/.exec((await app.request<string>({ path: url })).body)?.[1];
  expect(await Promise.all(records.map(titleOf))).toEqual(
    ['Lindau', 'Bregenz', 'Organizer', 'Rivers', 'Category', 'Tag'].map((added) => `${name} · ${added}`),
  );
});

test('A description is never cut within a character', async () => {
  const event = { title: 'Feast', start_date: '2027-05-10', end_date: '2027-05-10', all_day: true };
  for (const before of ['', '.']) {
    const { url } = await create('/events', { ...event, description: `${before}${'🎉'.repeat(400)}` });
    expect((await metaOf(url))['description']).not.toContain('\ufffd');
  }
});

test('A page that does not exist has no link preview', async () => {
  expect(await metaOf('http://calendar.example/event/nothing-like-it/')).not.toHaveProperty('og:title');
});

test('Sites that read pages without an HTML parser find what an event looks like there', async () => {
  const json = { title: 'Gala', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const event = await create('/events', json);
  const { body: html } = await app.request<string>({ path: event.url });
  const [, link] = /<link rel="alternate" type="application\/json\+oembed" href="([^"&]+)">/.exec(html) ?? [];
  const embed = await app.request({ path: link as string });
  expect(embed.body).toMatchObject({ type: 'rich', title: 'Gala', html: expect.stringContaining(event.url) });
});
